"""What protecting households costs: loss beside a fixed order of members, and time beside MDAV.

Run ``python -m tests.benchmarks.bench_units [--quick]`` from the project's root. Loss is IL of
`core.measure` in per cent, with MDAV and k = 5, on the published households of sizes that five
households have: "fixed" keeps the order of relation and age, "matched" is what is released,
"member" is `protect: member`. Time is processor seconds on random households; "records" is MDAV
on the records alone, "count" counts k over units in the released columns.
"""

from __future__ import annotations

import csv
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from core.conditions.dominance_condition import DominanceLimit
from core.encode import MeasuredTable, group_records
from core.jobs import Job
from core.measure.loss import information_loss
from core.measure.table import pairs
from core.measure.unit_counts import count_unique_units
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    PPercent,
    Role,
    Scale,
    Schema,
)
from core.protect import METHODS
from core.protect.encode import encode_points
from core.protect.task import Task
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import UnitClusters, cluster_units, represent_columns
from core.protect.units.unit_file import UnitFile
from tests.benchmarks.adult import folder
from tests.benchmarks.bench_methods import K, line, seconds

MDAV = METHODS["mdav"]
PARAMETERS = MDAV.complete({"k": K})
UNIT = ("size", "income")
SIZES = (100_000, 400_000)
QUICK = (10_000, 20_000)


def numeric(name: str, values: np.ndarray) -> Column:
    found = np.asarray(values, dtype=np.float64)
    return Column(name, ColumnKind.NUMBER, found, np.zeros(len(found), dtype=np.bool_))


def file_of(home: np.ndarray, columns: dict[str, np.ndarray], masked: Sequence[str]) -> UnitFile:
    made = tuple(numeric(name, values) for name, values in columns.items())
    roles = {n: Role.QUASI_IDENTIFIER if n in masked else Role.OTHER for n in columns}
    schema = Schema(tuple(Attribute(n, role, Scale.CONTINUOUS) for n, role in roles.items()))
    by = tuple(name for name in ("relat", "age") if name in columns)
    unit, strata = group_records([numeric("home", home)]), np.zeros(len(home), dtype=np.int64)
    return UnitFile(made, schema, unit, tuple(masked), UNIT, by, strata)


def published(data: Path, members: Sequence[str]) -> UnitFile:
    """Return the persons of the households of sizes that `K` households have."""
    with (data / "household_testdata.csv").open() as source:
        rows = list(csv.DictReader(source))
    size = Counter(row["ori_hid"] for row in rows)
    homes = Counter(size.values())
    kept = [row for row in rows if homes[size[row["ori_hid"]]] >= K]
    income: Counter[str] = Counter()
    for row in kept:
        income[row["ori_hid"]] += float(row["income"])  # type: ignore[assignment]
    names = dict.fromkeys((*members, "relat"))
    columns = {
        "size": np.array([size[row["ori_hid"]] for row in kept]),
        "income": np.array([income[row["ori_hid"]] for row in kept]),
        **{name: np.array([float(row[name]) for row in kept]) for name in names},
    }
    return file_of(np.array([int(row["ori_hid"]) for row in kept]), columns, (*UNIT, *members))


def losses(file: UnitFile, clusters: UnitClusters) -> dict[str, float]:
    after = represent_columns(file, clusters)
    both = pairs(
        MeasuredTable(file.columns, file.schema),
        MeasuredTable(after, file.schema),
        Role.QUASI_IDENTIFIER,
    )
    found = information_loss(both)
    return {m.attribute or "all": m.value for m in found if m.name == "information-loss"}


def loss_table(data: Path) -> None:
    for members in (("age", "sex"), ("age", "sex", "relat")):
        file = published(data, members)
        names = ("all", "income", *members)
        line("loss, %", *names)
        fixed = cluster_units(MDAV, file, PARAMETERS, Job(), match=False)
        whole = cluster_units(MDAV, file, PARAMETERS, Job())
        each = cluster_members(MDAV, file, PARAMETERS, Job())
        for title, clusters in (("fixed", fixed), ("matched", whole), ("member", each)):
            found = losses(file, clusters)
            line(title, *(f"{found[name]:.2f}" for name in names))


def random_file(units: int) -> UnitFile:
    """Return households of one to six persons, 2.5 on average."""
    chance = np.random.default_rng(units)
    sizes = np.minimum(chance.poisson(1.5, units) + 1, 6)
    home = np.repeat(np.arange(units), sizes)[chance.permutation(sizes.sum())]
    columns = {
        "size": sizes[home],
        "income": chance.lognormal(size=units)[home],
        "age": chance.integers(0, 95, len(home)),
        "pay": pay_of(len(home)),
    }
    return file_of(home, columns, tuple(columns))


def pay_of(persons: int) -> np.ndarray:
    """Return amounts of which three in ten are zero."""
    chance = np.random.default_rng(persons)
    return chance.lognormal(size=persons) * (chance.random(persons) < 0.7)


def with_conditions(file: UnitFile) -> None:
    pay = np.asarray(file.named("pay").values)
    rule = PPercent(("pay",), p=10.0)
    cluster_units(
        MDAV,
        replace(file, states=(("pay", pay == 0),)),
        PARAMETERS,
        Job(),
        [DominanceLimit(pay, rule)],
    )


def records_alone(file: UnitFile) -> None:
    points = encode_points(file.columns, file.schema)
    assert MDAV.partition is not None
    MDAV.partition(Task(points, {}, {}, PARAMETERS), Job())


def time_table(sizes: Sequence[int]) -> None:
    titles = ("units", "persons", "records", "fixed", "matched", "times", "growth")
    line(*titles, "member", "conditions", "count")
    before = 0.0
    cluster_units(MDAV, random_file(5_000), PARAMETERS, Job())
    for units in sizes:
        file = random_file(units)
        plain = seconds(partial(records_alone, file))
        fixed = seconds(partial(cluster_units, MDAV, file, PARAMETERS, Job(), match=False))
        whole = seconds(partial(cluster_units, MDAV, file, PARAMETERS, Job()))
        conditions = seconds(partial(with_conditions, file))
        member = seconds(partial(cluster_members, MDAV, file, PARAMETERS, Job()))
        after = represent_columns(file, cluster_units(MDAV, file, PARAMETERS, Job()))
        count = seconds(partial(count_unique_units, file.unit, after))
        ratio = math.log(sizes[-1] / sizes[0])
        growth = f"{math.log(whole / before) / ratio:.2f}" if before else ""
        cells = (plain, fixed, whole)
        line(
            units,
            len(file.unit),
            *(f"{one:.2f}" for one in cells),
            f"{whole / plain:.1f}",
            growth,
            f"{member:.2f}",
            f"{conditions:.2f}",
            f"{count:.2f}",
        )
        before = whole


def main(quick: bool) -> None:
    data = folder()
    if data is None:
        sys.stdout.write("No reference data (set STATVEIL_REFERENCE_DATA).\n")
    else:
        loss_table(data)
    time_table(QUICK if quick else SIZES)


if __name__ == "__main__":
    main("--quick" in sys.argv)
