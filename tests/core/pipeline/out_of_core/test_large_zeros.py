"""Zeros that mean "none" stay zeros on disk as in memory, and no other value becomes one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_recount
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.parts import large_conditions, large_patterns
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import ConditionCount, Method, MissingPolicy, Project, Role, Schema
from tests.core.pipeline.out_of_core.any_large_file import any_project, write_any
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import assert_alike, assert_same
from tests.lanes import examples
from tests.robustness.hostile.sealing import log_bytes, resealed

NUMBERS = ["AMOUNT", "COUNT", "DAY"]
AMOUNTS = ("AMOUNT", "COUNT")


def write_with_zeros(place: Path, seed: int, records: int, share: float = 0.3) -> None:
    """Write a file in which a share of the amounts is zero, and a few counts are below."""
    write_any(place, seed, records)
    chance, table = np.random.default_rng(seed), pq.read_table(place)
    amount = table["AMOUNT"].to_pandas().to_numpy().copy()
    amount[chance.random(records) < share] = 0.0
    count = table["COUNT"].to_pandas().to_numpy().copy()
    count[chance.random(records) < 0.5] = -1
    for name, cells, kind in (("AMOUNT", amount, pa.float64()), ("COUNT", count, pa.int64())):
        at = table.schema.get_field_index(name)
        table = table.set_column(at, name, pa.array(cells, from_pandas=True).cast(kind))
    pq.write_table(table, place, row_group_size=53)


def with_zeros(project: Project, names: tuple[str, ...] = AMOUNTS) -> Project:
    """Return a project that keeps the zeros of some columns."""
    attributes = tuple(
        replace(a, keeps_zeros=a.name in names and a.role is Role.QUASI_IDENTIFIER)
        for a in project.schema.attributes
    )
    return replace(project, schema=Schema(attributes))


def zeros_changed(project: Project, released: Path, name: str) -> int:
    """Return in how many released records a cell became a zero or is none any more."""
    roles = {Role.QUASI_IDENTIFIER}
    if "t" in project.recipe.method.parameters:  # then these have no missing values either
        roles.add(Role.CONFIDENTIAL)
    keys = [a.name for a in project.schema.attributes if a.role in roles]
    before = [
        row[name]
        for row in pq.read_table(project.source.path).to_pylist()
        if all(row[key] is not None for key in keys)
    ]
    after = pq.read_table(released)[name].to_pylist()
    return sum((one == 0) != (other == 0) for one, other in zip(before, after, strict=True))


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("zeros") / "in.parquet"
    write_with_zeros(found, 3, 900)
    return found


@pytest.mark.parametrize(
    ("method", "hidden", "wishes"),
    [
        (Method("mdav", {"k": 4}), [], {}),
        (Method("v-mdav", {"k": 4}), [], {"strata": ("FAITH",)}),
        (Method("t-merge", {"k": 4, "t": 0.4}), ["INCOME"], {}),
        (Method("t-k-first", {"k": 4, "t": 0.5}), ["VISITS"], {}),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, hidden, wishes):
    project = any_project(place, method, NUMBERS, hidden, block=130, **wishes)
    release = assert_same(with_zeros(project), tmp_path, rows=301)
    counted = log_of(release)["verification"]["conditions"]
    assert [(c["condition"], c["column"]) for c in counted] == [("zeros", a) for a in AMOUNTS]
    if not wishes:
        released = Path(release.folder) / release.protected
        for one in counted:
            changed = zeros_changed(with_zeros(project), released, one["column"])
            assert one["changed"] == changed
            assert one["held"]


def test_small_patterns_join_others_as_in_memory(tmp_path):
    place = tmp_path / "in.parquet"
    write_with_zeros(place, 5, 400, share=0.01)
    method = Method("mdav", {"k": 5})
    project = with_zeros(any_project(place, method, NUMBERS, [], block=60))
    release = assert_same(project, tmp_path, rows=301)
    log = log_of(release)
    assert "patterns-joined" in [warning["code"] for warning in log["warnings"]]
    changed = sum(one["changed"] for one in log["verification"]["conditions"])
    assert changed > 0
    assert all(one["held"] for one in log["verification"]["conditions"])


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, its method, its strata, its patterns, its blocks and its parts."""
    keys = data.draw(st.sampled_from([NUMBERS, ["AMOUNT", "PLACE"], ["COUNT", "GRADE"]]))
    strata = data.draw(st.sampled_from([(), ("FAITH",), ("PLACE",)]))
    strata = () if set(strata) & set(keys) else strata
    name = data.draw(st.sampled_from(["mdav", "v-mdav", "t-merge"]))
    limit = {"t": 0.7} if name.startswith("t-") else {}
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 500))
    block, rows = data.draw(st.integers(10 * k, 90)), data.draw(st.integers(90, 250))
    policy = MissingPolicy.LEAVE_OUT if limit else data.draw(st.sampled_from(MissingPolicy))
    share = data.draw(st.sampled_from([0.0, 0.01, 0.3, 1.0]))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_with_zeros(place, data.draw(st.integers(0, 99)), records, share)
        project = any_project(
            *(place, Method(name, {"k": k, **limit}), keys, ["INCOME"]),
            block=block,
            missing=policy,
            strata=strata,
        )
        project = with_zeros(project)
        assert_alike(project, Path(folder), rows)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = with_zeros(any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=100))
    project = replace(project, recipe=replace(project.recipe, keep_order=False))
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_other_zeros_than_the_log_states_are_a_fault(place, tmp_path):
    project = with_zeros(any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=100))
    release = on_disk(project, tmp_path / "disk")
    path = Path(release.folder) / release.log
    document = log_of(release)
    document["verification"]["conditions"][0]["after"] += 1
    path.write_bytes(log_bytes(resealed(document)))
    faults = verify_large(path, None, tmp_path / "scratch", Job(), rows=301).faults
    assert [fault.code for fault in faults] == ["verify-zeros-after"]


def test_a_release_in_which_a_zero_was_lost_is_not_written(place, tmp_path, monkeypatch):
    def lost(*given) -> tuple[ConditionCount, ...]:
        first, *others = large_conditions.large_conditions(*given)
        return replace(first, figures={**first.figures, "changed": 1}, is_held=False), *others

    monkeypatch.setattr(large_recount, "large_conditions", lost)
    project = with_zeros(any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=100))
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["promise-zeros"]
    assert not (tmp_path / "disk").exists()


def test_more_patterns_than_a_run_can_have_are_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(large_patterns, "MOST_PARTS", 3)
    project = with_zeros(any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=100))
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-patterns"]
    assert not (tmp_path / "disk").exists()
