"""The risk of a file as it was read and as it is prepared, counted in plain Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.assess import RiskRequest, assess, count_file_risk
from core.errors import Refused
from core.jobs import Job
from core.model import Attribute, Dataset, Project, Role, Schema, Unit
from core.model.preparing import Age, Round
from core.prepare import prepare
from core.table import spooling
from tests.core.table.spooled import linux, mapped_files
from tests.core.tables import dataset, plan, quasi
from tests.oracles import risk as oracle


@pytest.fixture
def table() -> Dataset:
    chance = np.random.default_rng(5)
    n = 300
    return dataset(
        {
            "AREA": chance.integers(0, 6, n).tolist(),
            "JOB": [str(code) for code in chance.integers(0, 5, n)],
            "EXACT": list(range(n)),
            "HOME": [i // 3 for i in range(n)],
            "W": [float(w) for w in chance.integers(2, 90, n)],
        }
    )


def project(keys: tuple[str, ...], **given: object) -> Project:
    others = {"AREA", "JOB", "EXACT", "HOME", "W"} - set(keys)
    schema = Schema((*map(quasi, keys), *(Attribute(name, Role.OTHER) for name in sorted(others))))
    return plan(schema, "mdav", {"k": 5}, (), **given).project


def test_it_counts_what_an_assessment_counts(table: Dataset) -> None:
    asked = project(("AREA", "JOB"), weight="W", unit=Unit(("HOME",)))
    found = count_file_risk(asked, table, 5, Job(), in_detail=True)
    whole = assess(asked, table, RiskRequest(), Job())
    assert found.violations == whole.keys.violations[-1]
    assert found.population.expected == whole.keys.population.expected
    assert found.population.units_expected == whole.keys.population.units_expected
    assert (found.units, found.records) == (whole.units, 300)
    assert found.columns == ("AREA", "JOB")


def test_rounding_the_weights_leaves_the_risk_as_it_is(table: Dataset) -> None:
    asked = project(("AREA", "JOB"), weight="W")
    # 200 for all: some weights become 0, which a run refuses.
    rounding = Round("W", 200.0)
    rounded, prepared = prepare(
        project(("AREA", "JOB"), weight="W", prepare=(rounding,)), table, Job()
    )
    assert len(set(prepared.column("W").values)) == 1
    read = count_file_risk(asked, table, 5, Job(), in_detail=False)
    now = count_file_risk(rounded, prepared, 5, Job(), in_detail=False)
    assert now.population.expected == read.population.expected
    assert now.population.risks.tolist() == read.population.risks.tolist()
    by_request = assess(rounded, prepared, RiskRequest(), Job())
    assert by_request.keys.population.expected == read.population.expected
    assert by_request.fraction == assess(asked, table, RiskRequest(), Job()).fraction


def test_each_figure_equals_a_plain_count(table: Dataset) -> None:
    found = count_file_risk(project(("AREA", "JOB")), table, 13, Job(), in_detail=True)
    areas, jobs = (table.column(name).values.tolist() for name in ("AREA", "JOB"))
    records = list(zip(areas, jobs, strict=True))
    sizes = oracle.frequencies(records)
    assert found.violations.records == sum(size < 13 for size in sizes) > 0
    assert found.uniques == sizes.count(1)
    assert found.population.expected == pytest.approx(sum(1 / size for size in sizes))
    assert found.above(0.1).tolist() == [i for i, size in enumerate(sizes) if 1 / size > 0.1]
    assert found.levels.count_above(0.1) == len(found.above(0.1))
    assert found.details is not None
    by_hand = oracle.made_rare_by(records, 13)
    assert list(found.details.left_out.records) == [len(rare) for rare in by_hand]
    assert found.details.rare.sizes.sum() == found.violations.records


@linux
def test_all_that_a_panel_keeps_of_each_record_lies_in_the_scratch_folder(
    table: Dataset, scratch: Path
) -> None:
    asked = project(("AREA", "JOB"))
    in_memory = count_file_risk(asked, table, 13, Job(), in_detail=True)
    with spooling(scratch):
        spooled = count_file_risk(asked, table, 13, Job(), in_detail=True)
        assert spooled.details is not None
        rare, groups, levels = spooled.details.rare, spooled.frequencies, spooled.levels
        kept = [groups.labels, groups.sizes, spooled.population.risks, levels.risks, levels.above]
        kept += [rare.groups, rare.first, rare.sizes, rare.risks, *spooled.details.left_out.groups]
        assert mapped_files("self", scratch) == len(kept)
    assert spooled.details.left_out.records == in_memory.details.left_out.records
    assert spooled.above(0.1).tolist() == in_memory.above(0.1).tolist()
    assert rare.first.tolist() == in_memory.details.rare.first.tolist()


def test_columns_of_single_values_are_named(table: Dataset) -> None:
    found = count_file_risk(project(("AREA", "EXACT")), table, 5, Job(), in_detail=True)
    assert found.details is not None
    assert found.details.alone == (0, 300)
    assert found.details.values == (6, 300)
    assert found.uniques == 300


def test_a_date_of_birth_counts_before_its_age() -> None:
    made = Age("BORN", "2025-12-31", "AGE")
    asked = project(("AREA", "AGE"), prepare=(made,))
    before = dataset({"AREA": [1, 2], "BORN": [1, 2]})
    now = dataset({"AREA": [1, 2], "BORN": [1, 2], "AGE": [50, 51]})
    assert asked.quasi_identifiers_in(before.names) == ("AREA", "BORN")
    assert asked.quasi_identifiers_in(now.names) == ("AREA", "AGE")
    # Both are quasi-identifiers: the file as it was read has one of them.
    both = project(("BORN", "AGE"), prepare=(made,))
    assert both.quasi_identifiers_in(before.names) == ("BORN",)


def test_a_dropped_column_does_not_count(table: Dataset) -> None:
    assert project(("AREA", "GONE")).quasi_identifiers_in(table.names) == ("AREA",)


@pytest.mark.parametrize(
    ("keys", "given", "code"),
    [
        ((), {}, "assess-no-keys"),
        (("AREA",), {"weight": "JOB"}, "weight-not-numbers"),
        (("AREA",), {"unit": Unit(("NOWHERE",))}, "unit-unknown"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    table: Dataset, keys: tuple[str, ...], given: dict[str, object], code: str
) -> None:
    with pytest.raises(Refused, match=f"^{code}$"):
        count_file_risk(project(keys, **given), table, 5, Job(), in_detail=True)


def test_a_file_without_records_is_refused() -> None:
    with pytest.raises(Refused, match=r"^no-records$"):
        count_file_risk(project(("AREA",)), dataset({"AREA": []}), 5, Job(), in_detail=True)
