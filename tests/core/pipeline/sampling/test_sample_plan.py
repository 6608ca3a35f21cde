"""The plan of a run on disk, made from a sample of the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.io.sampling.file_sample import draw_sample
from core.pipeline.sampling.sample_plan import plan_on_sample

from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    Dataset,
    Dominance,
    Figure,
    FigureKind,
    FileKind,
    Method,
    Plan,
    Recipe,
    Role,
    Scale,
    Scenario,
    Schema,
    Source,
    Target,
    Unit,
)

RECORDS, SAMPLE = 2_000, 100
SCHEMA = Schema(
    (
        Attribute("A", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        Attribute("B", Role.QUASI_IDENTIFIER, Scale.INTEGER),
        Attribute("NOTE", Role.OTHER),
    )
)
RECIPE = Recipe(Method("mdav", {"k": 5}), Target(FileKind.PARQUET, "out"), scale=BlockScale(300))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "file.parquet"


def sample_of(place: Path, most_texts: int = 10_000, **changed: object) -> Dataset:
    chance = np.random.default_rng(2)
    columns = {
        "A": np.round(chance.normal(size=RECORDS), 3),
        "B": chance.integers(0, 90, RECORDS),
        "NOTE": [f"text {i}" for i in range(RECORDS)],
        **changed,
    }
    pq.write_table(pa.table(columns), place)
    source = Source(str(place), FileKind.PARQUET)
    return draw_sample(source, Job(), SAMPLE, rows=300, most_texts=most_texts)


def plan(place: Path, sample: Dataset, recipe: Recipe = RECIPE, schema: Schema = SCHEMA) -> Plan:
    return plan_on_sample(recipe, schema, sample, Source(str(place), FileKind.PARQUET))


def codes(plan: Plan) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.where.column) for problem in plan.errors]


def test_its_implications_are_about_all_records(place):
    found = plan(place, sample_of(place))
    assert not found.errors
    assert found.implications is not None
    assert (found.implications.records, found.implications.clusters) == (RECORDS, RECORDS // 5)


@pytest.mark.parametrize(
    "wishes",
    [{"dominance": Dominance(("A",))}, {"scenarios": (Scenario("s", ("B",), 8),)}],
)
def test_conditions_for_which_clusters_merge_leave_at_most_so_many(place, wishes):
    sample = sample_of(place, A=np.arange(RECORDS) + 1.0)
    found = plan(place, sample, replace(RECIPE, **wishes))
    assert found.errors == ()
    assert found.implications.clusters == RECORDS // 5
    assert found.implications.at_most
    assert not plan(place, sample).implications.at_most


def test_what_a_sample_alone_would_break_is_no_error(place):
    """One record of the sample has nearly all of its total, but not of that of the file."""
    amounts = np.full(RECORDS, 100.0)
    sample = sample_of(place, A=amounts)
    kept = np.zeros(sample.rows)
    kept[3] = 1.0
    (one, *others) = sample.columns
    sample = replace(sample, columns=(replace(one, values=kept * 100), *others))
    rule, scenario = Dominance(("A",)), Scenario("s", ("B",), SAMPLE + 1)
    assert plan(place, sample, replace(RECIPE, dominance=rule)).errors == ()
    assert plan(place, sample, replace(RECIPE, scenarios=(scenario,))).errors == ()


def test_records_left_out_are_estimated(place):
    lacking = [None if at % 2 else float(at) for at in range(RECORDS)]
    sample = sample_of(place, A=pa.array(lacking, pa.float64()))
    present = sample.rows - int(sample.column("A").missing.sum())
    found = plan(place, sample).implications
    assert found is not None
    assert found.records == round(present / sample.rows * RECORDS)
    assert found.left_out == RECORDS - found.records


def test_what_only_a_run_in_memory_can_do_is_an_error(place):
    sample = sample_of(place)
    assert codes(plan(place, sample, replace(RECIPE, scale=None))) == [("large-needs-scale", None)]
    ama = replace(RECIPE, method=Method("ama", {"k": 5}))
    assert ("large-method", None) in codes(plan(place, sample, ama))


def test_figures_of_a_file_on_disk_are_possible(place):
    sample = sample_of(place)
    figures = replace(RECIPE, figures=(Figure(FigureKind.TOTAL, ("A",)),))
    assert codes(plan(place, sample, figures)) == []


def test_units_of_which_the_sample_lacks_records_are_left_to_the_run(place):
    sample = sample_of(place, HOME=np.repeat(np.arange(RECORDS // 4), 4))
    schema = Schema((*SCHEMA.attributes, Attribute("HOME", Role.IDENTIFIER)))
    found = plan(place, sample, replace(RECIPE, unit=Unit("HOME")), schema)
    assert codes(found) == []
    assert not [problem.code for problem in found.warnings if "unit" in problem.code]


def test_violations_of_rules_are_not_those_of_the_sample(place):
    found = plan(place, sample_of(place), replace(RECIPE, rules=("A >= 0",)))
    assert codes(found) == []
    assert "rule-violated" not in [problem.code for problem in found.warnings]


def test_methods_that_sort_or_add_noise_need_no_blocks(place):
    sample = sample_of(place)
    ranking = replace(RECIPE, method=Method("individual-ranking", {"k": 5}), scale=None)
    assert codes(plan(place, sample, ranking)) == []
    noise = replace(RECIPE, method=Method("dp-laplace", {"epsilon": 1}), scale=None)
    assert codes(plan(place, sample, noise)) == [
        ("dp-domain-missing", "A"),
        ("dp-domain-missing", "B"),
    ]


def test_k_is_compared_with_all_records(place):
    sample = sample_of(place)
    recipe = replace(RECIPE, scale=BlockScale(1_000_000))
    for k, expected in ((SAMPLE + 1, []), (RECORDS + 1, [("k-exceeds-records", None)])):
        found = plan(place, sample, replace(recipe, method=Method("mdav", {"k": k})))
        assert codes(found) == expected


def test_a_column_is_empty_or_constant_only_if_the_whole_file_is(place):
    # One of 2,000 records has a value, and none of the sample.
    chosen = {int(number) - 1 for number in sample_of(place).row_numbers}
    other = next(at for at in range(RECORDS) if at not in chosen)
    rare = [float(at) if at == other else None for at in range(RECORDS)]
    sample = sample_of(place, A=pa.array(rare, pa.float64()))
    assert bool(sample.column("A").missing.all())
    assert ("column-all-missing", "A") not in codes(plan(place, sample))
    empty = sample_of(place, A=pa.nulls(RECORDS, pa.float64()))
    assert ("column-all-missing", "A") in codes(plan(place, empty))
    steady = sample_of(place, B=[7] * RECORDS)
    assert ("column-constant", "B") in [
        (p.code, p.where.column) for p in plan(place, steady).warnings
    ]
    nearly = sample_of(place, B=[8 if at == other else 7 for at in range(RECORDS)])
    assert plan(place, nearly).warnings == ()


def test_a_released_column_of_too_many_texts_is_an_error(place):
    sample = sample_of(place, most_texts=1_000)
    assert ("large-texts", "NOTE") in codes(plan(place, sample))
    *others, note = SCHEMA.attributes
    dropped = Schema((*others, replace(note, role=Role.IDENTIFIER)))
    assert codes(plan(place, sample, schema=dropped)) == []
