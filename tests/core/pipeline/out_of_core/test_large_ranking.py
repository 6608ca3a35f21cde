"""Individual ranking on disk releases what it does in memory, whatever the parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_recount
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large
from core.pipeline.out_of_core.scope import check_scope
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import BlockScale, FileKind, Method, MissingPolicy, Project, Release, Source, Target
from core.pipeline import replay, verify
from tests.core.pipeline.out_of_core.any_large_file import (
    HIDDEN,
    KEYS,
    TREE,
    any_project,
    write_any,
)
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk, with_recipe
from tests.core.pipeline.out_of_core.test_large_closeness import assert_same
from tests.lanes import examples

ALL = [*KEYS]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("ranking") / "in.parquet"
    write_any(found, 3, 700)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


def ranking(
    place: Path, keys: list[str], hidden: tuple[str, ...] = (), k: int = 4, **more
) -> Project:
    parameters = {"k": k, **more.pop("parameters", {})}
    project = any_project(
        place, Method("individual-ranking", parameters), keys, list(hidden), block=100, **more
    )
    return with_recipe(project, scale=None)


@pytest.mark.parametrize("rows", [301, pytest.param(5000, marks=pytest.mark.longer)])
@pytest.mark.parametrize(
    ("keys", "more"),
    [
        (ALL, {}),
        (ALL, {"taxonomies": ("PLACE",), "missing": MissingPolicy.USE_OBSERVED}),
        (["AMOUNT", "GRADE"], {"parameters": {"aggregate": "median"}}),
        (["COUNT"], {}),
        (["PLACE"], {"taxonomies": ("PLACE",)}),
        (["AMOUNT", "COUNT"], {"weight": "WEIGHT"}),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, rows, keys, more):
    assert_same(ranking(place, keys, ["INCOME", "FAITH"], **more), tmp_path, rows)


def test_so_is_that_of_a_group_larger_than_a_part(place, tmp_path):
    assert_same(ranking(place, ["AMOUNT", "DAY"], k=300), tmp_path, rows=40)


@pytest.mark.parametrize("target", [FileKind.CSV, FileKind.PARQUET])
def test_so_is_that_of_a_csv_file(place, tmp_path, target):
    text = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), text)
    text.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    keys = ALL if target is FileKind.CSV else ["AMOUNT", "COUNT", "DAY"]
    project = ranking(text, keys, ["INCOME"], taxonomies=("PLACE",))
    project = replace(project, source=Source(str(text), FileKind.CSV))
    assert_same(with_recipe(project, target=Target(target, "out")), tmp_path, rows=301)


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, its ties and its parts."""
    keys = data.draw(st.lists(st.sampled_from(sorted(KEYS)), min_size=1, max_size=3, unique=True))
    hidden = data.draw(st.lists(st.sampled_from(sorted(HIDDEN)), max_size=2, unique=True))
    k, records = data.draw(st.integers(2, 9)), data.draw(st.integers(40, 300))
    policy, rows = data.draw(st.sampled_from(MissingPolicy)), data.draw(st.integers(40, 150))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), records, missing=0.05)
        assert_same(ranking(place, keys, hidden, k, missing=policy), Path(folder), rows)


def release_of(place: Path, folder: Path, run) -> Release:
    project = with_recipe(ranking(place, ALL, ["INCOME"]), keep_order=False)
    return run(project, folder / "release")


@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_each_kind_of_verify_accepts_each_kind_of_release(place, tmp_path, run):
    release, scratch = release_of(place, tmp_path, run), tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    for name in (release.log, release.public_log):
        log = Path(release.folder) / name
        for given_input in (place, None):
            for check in (
                verify(log, given_input, Job()),
                verify_large(log, given_input, scratch, Job(), rows=301),
            ):
                assert check.faults == ()
                assert check.checked[:4] == ("log", "files", "recount", "reports")
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_each_kind_of_replay_repeats_each_kind_of_release(place, tmp_path, run):
    release, scratch = release_of(place, tmp_path, run), tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    log, where = Path(release.folder) / release.log, LargePlace(scratch, rows=301)
    for done in (
        replay(log, place, tmp_path / "memory", False, Job()),
        replay_large(log, place, tmp_path / "disk", False, where, Job()),
    ):
        assert done.same


def test_every_value_is_shared_by_k_records_in_the_file_and_the_log_says_so(place, tmp_path):
    release = on_disk(ranking(place, ALL, ["INCOME"]), tmp_path / "disk", rows=301)
    table, log = pq.read_table(Path(release.folder) / release.protected), log_of(release)
    least = {name: min(Counter(table[name].to_pylist()).values()) for name in ALL}
    stated = {block["columns"][0]: block["k"] for block in log["verification"]["k_blocks"]}
    assert stated == least
    assert min(least.values()) >= 4
    together = Counter(tuple(row.values()) for row in table.select(ALL).to_pylist())
    assert log["result"]["k_reached"] == min(together.values())


def test_a_release_in_which_a_column_does_not_reach_k_is_not_written(place, tmp_path, monkeypatch):
    monkeypatch.setattr(large_recount, "count_blocks", lambda *_: {("AMOUNT",): 4, ("COUNT",): 3})
    with pytest.raises(PromiseBroken) as broken:
        on_disk(ranking(place, ["AMOUNT", "COUNT"]), tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["promise-k-block"]
    assert not (tmp_path / "disk").exists()


def test_it_needs_no_scale_and_cannot_have_one(place, tmp_path):
    project = ranking(place, ["AMOUNT"])
    check_scope(project)
    with pytest.raises(Refused) as refused:
        on_disk(with_recipe(project, scale=BlockScale(100)), tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["scale-method"]


def test_too_few_records_for_a_group_are_refused(place, tmp_path):
    with pytest.raises(Refused) as refused:
        on_disk(ranking(place, ["AMOUNT"], k=701), tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["k-exceeds-records"]
