"""How long calibrated categories take, and how near a linear programme comes on Adult.

Run ``python -m tests.benchmarks.bench_calibration [records]`` from the project's root. Processor
seconds for four masked columns of 20, 50, 8 and 5 categories and a published amount, in groups of
five. On Adult with nine masked columns of categories, MDAV and k = 5: the share of the proposed
figures inside the original's 95 % interval, and the penalties per weight of the file. The programme
has the same penalties, of sizes alone, and no whole numbers; of each group the largest part is
taken (HiGHS; without the package `highspy` it is not run).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.io import probe, read
from core.jobs import Job
from core.kernels.categories.combination_choice import (
    PENALTY,
    SCALE_BITS,
    SHARE_PENALTY,
    Combinations,
    Gaps,
    Sums,
    add_choices,
    choose_least_changed,
)
from core.measure.figures import compare_figures, sample_of, usual_figures
from core.model import Attribute, Column, ColumnKind, Role, Scale, Schema, Source
from core.protect import METHODS
from core.protect.representatives import CATEGORY_REPRESENTATIVES, calibrated_categories, represent
from core.protect.representatives.combination_search import ChoiceTask, search_choices
from tests.benchmarks.adult import folder
from tests.benchmarks.bench_methods import line
from tests.core.pipeline.making import recipe

Longs = NDArray[np.int64]
Choose = Callable[[ChoiceTask, Job], Longs]

K, WIDTHS = 5, (20, 50, 8, 5)
NUMBERS = ("age", "education-num", "hours-per-week")
HIDDEN = ("capital-gain", "capital-loss", "salary-class")
WEIGHT = "fnlwgt"


def choose_by_programme(task: ChoiceTask, job: Job) -> Longs:
    """Solve the task without whole numbers, and take the largest part of each group."""
    highspy = import_module("highspy")
    begin, categories, changed = task.combinations
    sums, gaps = task.sums, task.gaps
    total = float(sums.amounts[sums.begin[:-1]].sum())
    groups = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    n, n_categories = len(changed), gaps.of_categories.shape[1]
    rows, columns, parts = [groups], [np.arange(n)], [np.ones(n)]
    first_row = len(begin) - 1
    for choice in range(n):
        added = slice(sums.begin[groups[choice]], sums.begin[groups[choice] + 1])
        for category in categories[choice][categories[choice] >= 0]:
            rows.append(first_row + sums.kinds[added] * n_categories + category)
            columns.append(np.full(len(rows[-1]), choice))
            parts.append(sums.amounts[added] / total)
    weights = sums.amounts[sums.begin[:-1]][groups] / total
    for row, column, first in gaps.tables:
        chosen = np.flatnonzero((categories[:, row] >= 0) & (categories[:, column] >= 0))
        pairs = (categories[chosen, row] - gaps.first_categories[row]) * gaps.widths[column]
        pairs += categories[chosen, column] - gaps.first_categories[column] + first
        rows.append(first_row + gaps.scales.size + pairs)
        columns.append(chosen)
        parts.append(weights[chosen])
    penalties = np.concatenate([of_gaps.ravel() for of_gaps in penalties_of(gaps)])
    lacks = -np.concatenate([gaps.of_categories.ravel(), gaps.of_pairs]) / total
    targets = np.flatnonzero(penalties)
    number = np.full(first_row + len(penalties), -1)
    number[:first_row] = np.arange(first_row)
    number[first_row + targets] = first_row + np.arange(len(targets))
    row = number[np.concatenate(rows)]
    column, part = np.concatenate(columns)[row >= 0], np.concatenate(parts)[row >= 0]
    row, n_targets = row[row >= 0], len(targets)
    for sign in (1.0, -1.0):
        row = np.append(row, first_row + np.arange(n_targets))
        column = np.append(column, n + (sign < 0) * n_targets + np.arange(n_targets))
        part = np.append(part, np.full(n_targets, sign))
    order = np.lexsort((row, column))
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = n + 2 * n_targets, first_row + n_targets
    model.col_cost_ = np.concatenate([changed / total, np.tile(penalties[targets], 2)])
    model.col_lower_ = np.zeros(model.num_col_)
    model.col_upper_ = np.full(model.num_col_, highspy.kHighsInf)
    model.row_lower_ = model.row_upper_ = np.concatenate([np.ones(first_row), lacks[targets]])
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.searchsorted(column[order], np.arange(model.num_col_ + 1))
    model.a_matrix_.index_, model.a_matrix_.value_ = row[order], part[order]
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.passModel(model)
    solver.run()
    job.check()
    shares = np.array(solver.getSolution().col_value)[:n]
    largest = np.lexsort((-shares, groups))[begin[:-1]]
    add_choices(largest, *task_parts(task))
    return largest


def task_parts(task: ChoiceTask) -> tuple[Combinations, Sums, Gaps]:
    return task.combinations, task.sums, task.gaps


def penalties_of(gaps: Gaps) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute what a gap of one costs."""
    of_kinds = np.full((len(gaps.scales), 1), float(PENALTY))
    of_kinds[0] = SHARE_PENALTY
    of_one = 2.0**-SCALE_BITS
    return of_kinds * gaps.scales * of_one, PENALTY * gaps.pair_scales * of_one


def choose_typical(task: ChoiceTask, job: Job) -> Longs:
    job.check()
    chosen = choose_least_changed(task.combinations)
    add_choices(chosen, *task_parts(task))
    return chosen


def penalty(task: ChoiceTask, chosen: Longs) -> float:
    """Sum what the choices cost, per weight of the file."""
    gaps, sums = task.gaps, task.sums
    cost = float(task.combinations.changed[chosen].sum())
    for penalties, missed in zip(
        penalties_of(gaps), (gaps.of_categories, gaps.of_pairs), strict=True
    ):
        cost += float((penalties * np.abs(missed)).sum())
    return cost / float(sums.amounts[sums.begin[:-1]].sum())


def adult_records(data: Path) -> Records:
    """Read Adult, with all columns but four masked."""
    path = data / "adult.csv"
    seen = probe(path)
    dataset = read(Source(path, seen.kind, seen.options), Job())
    attributes = []
    for column in dataset.columns:
        is_number = column.kind is not ColumnKind.TEXT
        role = Role.CONFIDENTIAL if column.name in HIDDEN else Role.QUASI_IDENTIFIER
        role = Role.OTHER if column.name == WEIGHT else role
        scale = Scale.INTEGER if is_number else Scale.NOMINAL
        attributes.append(Attribute(column.name, role, scale))
    return Records(dataset.columns, Schema(tuple(attributes)), replace(recipe(k=K), weight=WEIGHT))


def compare_on_adult(data: Path) -> None:
    """Print a line for each way to choose."""
    records = adult_records(data)
    masked = [a.name for a in records.schema.with_role(Role.QUASI_IDENTIFIER)]
    protected = METHODS["mdav"].protect(records, {"k": K}, Job())
    labels = dict.fromkeys(masked, protected.labels)
    figures = usual_figures(records.schema, records.columns, WEIGHT)
    original = sample_of(records.columns, WEIGHT, None)
    line("Adult", "figures inside %", "penalties", "seconds")
    ways: dict[str, Choose] = {
        "typical": choose_typical,
        "search": search_choices,
        "search, one round": partial(search_choices, most_rounds=1),
        "programme": choose_by_programme,
    }
    for name, choose in ways.items():
        costs: list[float] = []

        def costed(
            task: ChoiceTask,
            job: Job,
            choose: Choose = choose,
            costs: list[float] = costs,
        ) -> Longs:
            chosen = choose(task, job)
            costs.append(penalty(task, chosen))
            return chosen

        vars(calibrated_categories)["search_choices"] = costed
        start = time.process_time()
        try:
            columns, _ = CATEGORY_REPRESENTATIVES["calibrated"].choose(
                records, protected.columns, labels, Job()
            )
        except ModuleNotFoundError as error:
            line(name, f"not run: no {error.name}")
            continue
        finally:
            vars(calibrated_categories)["search_choices"] = search_choices
        spent = time.process_time() - start
        released = sample_of(columns, WEIGHT, None)
        compared = compare_figures(figures, records.schema, original, released, Job())
        inside = [v.inside for figure in compared for v in figure.values if v.inside is not None]
        line(
            name, f"{100 * np.mean(inside):.1f} of {len(inside)}", f"{costs[0]:.3f}", f"{spent:.1f}"
        )


def large_file(n: int) -> tuple[Records, Longs]:
    """Make records whose columns go together, and groups of five that are alike."""
    rng = np.random.default_rng(1)
    position = rng.permutation(n)
    common = np.sort(rng.standard_normal(n))[position]
    labels = np.unique(position // K, return_inverse=True)[1]
    columns, attributes = [], []
    for j, width in enumerate(WIDTHS):
        noisy = common + rng.standard_normal(n)
        ends = np.cumsum(rng.dirichlet(np.full(width, 2.0)))[:-1]
        codes = np.searchsorted(np.quantile(noisy, ends), noisy).astype(np.int8)
        names = tuple(f"c{code:02}" for code in range(width))
        columns.append(Column(f"C{j}", ColumnKind.TEXT, codes, np.zeros(n, np.bool_), names))
        attributes.append(Attribute(f"C{j}", Role.QUASI_IDENTIFIER, Scale.NOMINAL))
    amounts = np.exp(common + rng.standard_normal(n))
    columns.append(Column("X", ColumnKind.NUMBER, amounts, np.zeros(n, np.bool_)))
    attributes.append(Attribute("X", Role.CONFIDENTIAL, Scale.CONTINUOUS))
    return Records(tuple(columns), Schema(tuple(attributes)), recipe(k=K)), labels


def seconds_of(n: int) -> float:
    records, labels = large_file(n)
    masked = records.schema.with_role(Role.QUASI_IDENTIFIER)
    names = {attribute.name for attribute in masked}
    released = [
        represent(c, records.schema.named(c.name), labels) if c.name in names else c
        for c in records.columns
    ]
    start = time.process_time()
    CATEGORY_REPRESENTATIVES["calibrated"].choose(
        records, released, dict.fromkeys(names, labels), Job()
    )
    return time.process_time() - start


def main(n: int) -> None:
    seconds_of(1000)
    line("records", "seconds")
    for size in (n // 2, n):
        line(size, f"{seconds_of(size):.1f}")
    data = folder()
    if data is None:
        sys.stdout.write("No reference data (set STATVEIL_REFERENCE_DATA).\n")
        return
    compare_on_adult(data)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
