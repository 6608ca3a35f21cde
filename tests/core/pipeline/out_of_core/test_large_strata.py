"""Strata on disk: no group reaches over two of them, and all is as it is in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.parts import large_strata
from core.pipeline.out_of_core.scope import check_scope
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.model import (
    Attribute,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from tests.core.pipeline.out_of_core.any_large_file import TREE, any_project, write_any
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_alike,
    assert_same,
    errors_of,
)
from tests.lanes import examples

NUMBERS = ["AMOUNT", "COUNT", "DAY"]
MIXED = ["AMOUNT", "GRADE", "PLACE"]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("strata") / "in.parquet"
    write_any(found, 4, 900, missing=0.0)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


def smallest_groups(place: Path, keys: list[str], strata: list[str]) -> dict[tuple, int]:
    """Return the size of the smallest group of each stratum of a released file."""
    rows = pq.read_table(place).to_pylist()
    groups = Counter((tuple(r[s] for s in strata), tuple(r[q] for q in keys)) for r in rows)
    found: dict[tuple, int] = {}
    for (stratum, _), size in groups.items():
        found[stratum] = min(size, found.get(stratum, size))
    return found


@pytest.mark.parametrize(
    ("method", "keys", "hidden", "strata"),
    [
        # Those of more records than a block are cut into blocks, the others are not.
        (Method("mdav", {"k": 4}), NUMBERS, [], ("FAITH",)),
        (Method("v-mdav", {"k": 4}), MIXED, ["INCOME"], ("FAITH", "HEALTH")),
        (Method("mdav", {"k": 3, "refine": 2}), NUMBERS, [], ("FAITH",)),
        (Method("t-k-first", {"k": 4, "t": 0.4}), NUMBERS, ["INCOME"], ("FAITH",)),
        (Method("t-merge", {"k": 4, "t": 0.35}), MIXED, ["INCOME"], ("FAITH",)),
        (Method("t-merge", {"k": 4, "t": 0.35, "lambda": 0.3}), NUMBERS, ["INCOME"], ("FAITH",)),
        (Method("best", {"k": 4, "t": 0.4, "moves": 2000}), NUMBERS, ["INCOME"], ("FAITH",)),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, keys, hidden, strata):
    project = any_project(place, method, keys, hidden, block=130, strata=strata)
    release = assert_same(project, tmp_path, rows=301)
    released = Path(release.folder) / release.protected
    found = smallest_groups(released, keys, list(strata))
    assert len(found) > 2
    assert min(found.values()) >= project.recipe.method.parameters["k"]


@pytest.mark.parametrize("role", [Role.QUASI_IDENTIFIER, Role.OTHER, Role.DROP, Role.IDENTIFIER])
@pytest.mark.parametrize("name", ["COUNT", "GRADE"])
def test_columns_of_every_role_define_strata(place, tmp_path, role, name):
    project = any_project(
        place, Method("mdav", {"k": 4}), ["AMOUNT", "DAY"], ["INCOME"], block=100, strata=(name,)
    )
    project = with_attribute(project, name, role=role)
    release = assert_same(project, tmp_path, rows=301)
    released = pq.read_table(Path(release.folder) / release.protected)
    assert (name in released.column_names) == role.is_released
    if role.is_released:
        assert released[name].equals(pq.read_table(place)[name].cast(released[name].type))


@pytest.mark.parametrize("target", [FileKind.CSV, FileKind.PARQUET])
def test_strata_of_a_csv_file_keep_their_spelling(tmp_path, target):
    chance, place = np.random.default_rng(3), tmp_path / "in.csv"
    spelled = ["1", "1.0", "2.50", "2.5", ""]
    rows = [
        f"{chance.normal():.3f},{spelled[chance.integers(len(spelled))]},"
        f"{['03.04.2020', '04.05.2021'][chance.integers(2)]}"
        for _ in range(300)
    ]
    place.write_text("\n".join(["AMOUNT,RATE,DAY", *rows]) + "\n", encoding="utf-8")
    project = any_project(place, Method("mdav", {"k": 4}), [], [], block=100)
    attributes = (
        Attribute("AMOUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        Attribute("RATE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        Attribute("DAY", Role.QUASI_IDENTIFIER, Scale.DATE),
    )
    recipe = replace(
        project.recipe,
        target=Target(target, "out"),
        strata=("RATE", "DAY"),
        missing=MissingPolicy.USE_OBSERVED,
    )
    source = Source(str(place), FileKind.CSV)
    assert_same(Project(source, Schema(attributes), recipe), tmp_path, rows=120)


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, its method, its strata, its blocks and its parts."""
    keys = data.draw(st.sampled_from([NUMBERS, MIXED, ["AMOUNT", "COUNT", "GRADE", "PLACE"]]))
    strata = data.draw(
        st.lists(st.sampled_from(["FAITH", "COUNT", "PLACE"]), min_size=1, max_size=2, unique=True)
    )
    name = data.draw(st.sampled_from(["mdav", "v-mdav", "t-k-first", "t-merge"]))
    limit = {"t": 0.6} if name.startswith("t-") else {}
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 600))
    block, rows = data.draw(st.integers(10 * k, 90)), data.draw(st.integers(90, 250))
    policy = MissingPolicy.LEAVE_OUT if limit else data.draw(st.sampled_from(MissingPolicy))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), records)
        project = any_project(
            place,
            Method(name, {"k": k, **limit}),
            keys,
            ["INCOME"],
            block=block,
            missing=policy,
            strata=tuple(strata),
        )
        assert_alike(project, Path(folder), rows)


def test_small_strata_are_reported_with_the_row_as_in_memory(place, tmp_path):
    own, table = tmp_path / "in.parquet", pq.read_table(place)
    faith = table["FAITH"].to_pylist()
    faith[700], faith[701], faith[850] = "d", "d", None
    amount = table["AMOUNT"].to_pylist()
    amount[3] = amount[700] = None
    for name, cells in (("FAITH", pa.array(faith)), ("AMOUNT", pa.array(amount))):
        table = table.set_column(table.schema.get_field_index(name), name, cells)
    pq.write_table(table, own)
    project = any_project(own, Method("mdav", {"k": 4}), NUMBERS, [], block=100, strata=("FAITH",))
    expected = errors_of(project)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=301)
    assert refused.value.problems == expected
    # The first record of the stratum "d" is left out, because its amount is missing.
    assert [(p.code, p.where.row, p.params["count"]) for p in expected] == [
        ("stratum-too-small", 702, 1),
        ("stratum-too-small", 851, 1),
    ]
    assert not (tmp_path / "disk").exists()


@pytest.mark.parametrize("strata", [("NOWHERE",), ("INCOME",), ("AMOUNT", "COUNT", "DAY")])
def test_wrong_strata_are_refused_as_in_memory(place, tmp_path, strata):
    project = any_project(
        place, Method("mdav", {"k": 4}), NUMBERS, ["INCOME"], block=100, strata=strata
    )
    expected = errors_of(project)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=301)
    assert expected[0] in refused.value.problems


def test_t_that_only_crossing_strata_would_keep_breaks_the_promise_as_in_memory(tmp_path):
    place = tmp_path / "in.parquet"
    write_any(place, 4, 300, missing=0.0)
    table = pq.read_table(place)
    income = np.arange(300.0)
    high = pa.array(["high" if one >= 150 else "low" for one in income])
    table = table.set_column(table.schema.get_field_index("INCOME"), "INCOME", pa.array(income))
    table = table.set_column(table.schema.get_field_index("FAITH"), "FAITH", high)
    pq.write_table(table, place)
    method = Method("t-merge", {"k": 4, "t": 0.1})
    project = any_project(place, method, NUMBERS, ["INCOME"], block=40, strata=("FAITH",))
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project, tmp_path / "disk", rows=301)
    with pytest.raises(PromiseBroken) as expected:
        in_memory(project, tmp_path / "memory")
    assert broken.value.problems == expected.value.problems
    assert [p.code for p in broken.value.problems] == ["strata-too-far"]
    assert not (tmp_path / "disk").exists()


def test_more_strata_than_a_run_can_have_are_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(large_strata, "MOST_PARTS", 2)
    project = any_project(
        place, Method("mdav", {"k": 4}), NUMBERS, [], block=100, strata=("FAITH",)
    )
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-strata"]
    assert not (tmp_path / "disk").exists()


def test_strata_whose_cells_would_be_cast_are_refused(place, tmp_path):
    project = any_project(
        place, Method("mdav", {"k": 4}), NUMBERS, [], block=100, strata=("FAITH",)
    )
    with pytest.raises(Refused) as refused:
        check_scope(with_attribute(project, "FAITH", role=Role.DROP, mapping=(("a", "b"),)))
    assert [p.code for p in refused.value.problems] == ["large-column-setting"]
    with pytest.raises(Refused) as refused:
        on_disk(with_attribute(project, "FAITH", scale=Scale.INTEGER), tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-categories"]


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    csv = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), csv)
    method = Method("t-merge", {"k": 4, "t": 0.35})
    project = any_project(csv, method, NUMBERS, ["VISITS"], block=100, strata=("FAITH", "COUNT"))
    project = replace(project, source=Source(str(csv), FileKind.CSV))
    recipe = replace(project.recipe, keep_order=False)
    release = on_disk(replace(project, recipe=recipe), tmp_path / "disk")
    again = assert_verified_and_repeated(release, csv, tmp_path)
    assert log_of(again)["result"] == log_of(release)["result"]


def with_attribute(project: Project, name: str, **changes: object) -> Project:
    """Return a project in which a column means something else."""
    attributes = tuple(
        replace(a, **changes) if a.name == name else a for a in project.schema.attributes
    )
    return replace(project, schema=Schema(attributes))
