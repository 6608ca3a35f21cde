"""What is wrong with a file or a release is found on disk as it is in memory."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_recount, large_release
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.scope import check_scope

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.messages import sentence
from core.model import (
    BlockScale,
    DomainTotals,
    Dominance,
    FileKind,
    Method,
    Scenario,
    Schema,
    Unit,
    UnitProtection,
)
from core.model.preparing import Preparing, Round
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.large_files import (
    on_disk,
    project_of,
    with_recipe,
    write_input,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("large") / "in.parquet"
    write_input(found)
    return found


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"scale": None}, "large-needs-scale"),
        ({"unit": Unit("NAME", protect=UnitProtection.MEMBER)}, "large-members"),
        (
            {"unit": Unit("NAME"), "method": Method("individual-ranking", {"k": 5})},
            "large-setting-of-blocks",
        ),
        ({"method": Method("ama", {"k": 5})}, "large-method"),
        (
            {"method": Method("mdav", {"k": 5, "blocks": [["AMOUNT"], ["COUNT", "DAY"]]})},
            "large-parameter",
        ),
    ],
)
def test_what_only_a_run_in_memory_can_do_is_refused(place, tmp_path, changes, code):
    project = with_recipe(project_of(place), **changes)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "release")
    assert codes(refused) == [code]
    assert not (tmp_path / "release").exists()


RANKED = Method("individual-ranking", {"k": 5})


@pytest.mark.parametrize(
    ("changes", "setting"),
    [
        ({"strata": ("REGION",)}, "strata"),
        ({"dominance": Dominance(("AMOUNT",))}, "dominance"),
        ({"prepare": (Preparing(Round("AMOUNT", 0.5)),)}, "prepare"),
        ({"rules": ("AMOUNT >= 0",)}, "rules"),
        ({"totals": (DomainTotals(("AMOUNT",), ("REGION",)),)}, "totals"),
    ],
)
def test_a_method_that_sorts_says_what_only_blocks_can_do(place, changes, setting):
    check_scope(with_recipe(project_of(place), **changes))
    with pytest.raises(Refused) as refused:
        check_scope(with_recipe(project_of(place), method=RANKED, scale=None, **changes))
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.field) == ("large-setting-of-blocks", setting)
    assert sentence(problem) == (
        f"With a scratch folder, individual-ranking cannot use the part {setting} of the recipe; "
        "methods that group records by all masked columns can. Run it without --scratch."
    )


@pytest.mark.parametrize(
    ("name", "change"),
    [("AMOUNT", {"keeps_zeros": True}), ("REGION", {"mapping": (("a", "b"),)})],
)
def test_a_method_that_sorts_names_the_column_whose_setting_only_blocks_use(place, name, change):
    project = project_of(place)
    attributes = (replace(a, **change) if a.name == name else a for a in project.schema.attributes)
    project = replace(project, schema=Schema(tuple(attributes)))
    check_scope(project)
    with pytest.raises(Refused) as refused:
        check_scope(with_recipe(project, method=RANKED, scale=None))
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.column) == ("large-column-of-blocks", name)


def test_a_scenario_without_a_k_changes_nothing(place, tmp_path):
    project = project_of(place)
    plain = on_disk(project, tmp_path / "plain")
    scenario = Scenario("neighbour", ("COUNT", "REGION"))
    release = on_disk(with_recipe(project, scenarios=(scenario,)), tmp_path / "release")
    assert release.files[0] == plain.files[0]


def test_other_kinds_of_files_are_refused(place):
    project = project_of(place)
    source = replace(project.source, kind=FileKind.XLSX)
    target = replace(project.recipe.target, kind=FileKind.SPSS)
    project = with_recipe(replace(project, source=source), target=target)
    with pytest.raises(Refused) as refused:
        check_scope(project)
    assert codes(refused) == ["large-input-kind", "large-output-kind"]


def test_bad_cells_are_reported_as_in_memory(tmp_path):
    place = tmp_path / "in.parquet"
    write_input(place)
    table = pq.read_table(place)
    values = table["COUNT"].to_numpy().astype(float)
    values[[7, 8, 900, 901, 1000, 1001, 1002]] += 0.5
    pq.write_table(table.set_column(2, "COUNT", pa.array(values)), place)
    project = project_of(place)
    _, dataset = read_input(project, Job())
    expected = resolve(project.recipe, project.schema, dataset, project.source).errors
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "release")
    assert refused.value.problems == expected
    assert refused.value.problems[0].where.row == 8


def test_a_column_without_values_is_refused(tmp_path):
    place = tmp_path / "in.parquet"
    write_input(place)
    table = pq.read_table(place)
    pq.write_table(table.set_column(1, "AMOUNT", pa.nulls(len(table), pa.float64())), place)
    with pytest.raises(Refused) as refused:
        on_disk(project_of(place), tmp_path / "release")
    assert codes(refused) == ["column-all-missing"]


def test_too_few_records_for_a_group_are_refused(tmp_path):
    place = tmp_path / "in.parquet"
    write_input(place, records=4)
    with pytest.raises(Refused) as refused:
        on_disk(with_recipe(project_of(place), scale=BlockScale(100)), tmp_path / "release")
    assert codes(refused) == ["k-exceeds-records"]


@pytest.mark.parametrize("column", ["AMOUNT", "SCORE", "REGION"])
@pytest.mark.parametrize("keep_order", [True, False])
def test_a_cell_that_was_written_wrongly_breaks_the_promise(
    place, tmp_path, monkeypatch, column, keep_order
):
    def spoiled(*given):
        formats = large_release.write_large(*given)
        path = given[2]
        table = pq.read_table(path)
        cells = table[column].to_pylist()
        swapped = {"north": "south", "south": "north"}
        cells[3] = swapped.get(cells[3], 77.0)
        at = table.schema.get_field_index(column)
        field = table.schema.field(at)
        pq.write_table(table.set_column(at, field, pa.array(cells, field.type)), path)
        return formats

    monkeypatch.setattr("core.pipeline.out_of_core.large_seal.write_large", spoiled)
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project_of(place, keep_order=keep_order), tmp_path / "release")
    assert "release-cells-differ" in codes(broken)
    assert not (tmp_path / "release").exists()


def test_records_that_changed_places_break_the_promise(place, tmp_path, monkeypatch):
    """Even if the written file is what it was meant to be, it must agree with the input."""
    find = large_recount.compare_with_input

    def moved(found, given, *more):
        _, positions = given
        places = np.fromfile(positions, "<i8")
        places[[0, 1]] = places[[1, 0]]
        places.tofile(positions)
        return find(found, given, *more)

    monkeypatch.setattr(large_recount, "compare_with_input", moved)
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project_of(place, keep_order=False), tmp_path / "release")
    assert "release-cells-differ" in codes(broken)


def test_verify_finds_a_changed_file_and_a_changed_log(place, tmp_path):
    release = on_disk(project_of(place), tmp_path / "release")
    scratch, log = tmp_path / "scratch", tmp_path / "release" / release.log
    scratch.mkdir(exist_ok=True)
    file = tmp_path / "release" / release.protected
    content = file.read_bytes()
    file.write_bytes(content[:500] + bytes([content[500] ^ 1]) + content[501:])
    check = verify_large(log, None, scratch, Job(), rows=301)
    assert [fault.code for fault in check.faults] == ["verify-file-changed"]
    file.write_bytes(content)
    assert verify_large(log, None, scratch, Job(), rows=301).faults == ()
    document = json.loads(log.read_text(encoding="utf-8"))
    document["result"]["k_reached"] += 1
    log.write_text(json.dumps(document), encoding="utf-8")
    assert verify_large(log, None, scratch, Job(), rows=301).faults != ()


def test_verify_refuses_another_input(place, tmp_path):
    release = on_disk(project_of(place), tmp_path / "release")
    scratch, other = tmp_path / "scratch", tmp_path / "in.parquet"
    scratch.mkdir(exist_ok=True)
    write_input(other, records=1100)
    with pytest.raises(Refused) as refused:
        verify_large(tmp_path / "release" / release.log, other, scratch, Job(), rows=301)
    assert codes(refused) == ["verify-input-differs"]
