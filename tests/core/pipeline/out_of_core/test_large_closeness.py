"""Runs on disk that keep t, weight distances or mask categories release what they do in memory."""

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
from core.pipeline.out_of_core import large_recount
from core.pipeline.out_of_core.large_counts import count_groups
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large
from core.pipeline.out_of_core.merging import disk_clusters
from core.pipeline.out_of_core.scope import check_scope
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import (
    FileKind,
    Method,
    MissingPolicy,
    Role,
    Schema,
    Source,
    Target,
)
from core.pipeline import verify
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.any_large_file import (
    HIDDEN,
    KEYS,
    TREE,
    any_project,
    write_any,
)
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import assert_same
from tests.lanes import examples

NUMBERS = ["AMOUNT", "COUNT", "DAY"]
MIXED = ["AMOUNT", "GRADE", "PLACE"]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("closeness") / "in.parquet"
    write_any(found, 4, 700)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


@pytest.mark.parametrize(
    ("method", "keys", "hidden", "taxonomies"),
    [
        (Method("t-k-first", {"k": 4, "t": 0.2}), NUMBERS, ["INCOME", "FAITH"], ()),
        (Method("t-k-first", {"k": 4, "t": 0.3}), MIXED, ["FAITH", "HEALTH"], ("PLACE",)),
        (Method("t-closeness-first", {"k": 4, "t": 0.15}), NUMBERS, ["INCOME", "HEALTH"], ()),
        (Method("t-merge", {"k": 4, "t": 0.1, "lambda": 0.4}), NUMBERS, ["VISITS"], ()),
        (Method("t-merge", {"k": 4, "t": 0.25}), MIXED, ["INCOME"], ()),
        (Method("best", {"k": 4, "t": 0.3, "moves": 3000}), NUMBERS, ["INCOME"], ()),
        (Method("mdav", {"k": 4, "lambda": 1}), MIXED, ["HEALTH"], ()),
        (Method("v-mdav", {"k": 4, "aggregate": "median"}), MIXED, ["INCOME"], ("PLACE",)),
        (Method("mdav", {"k": 4}), ["PLACE"], [], ()),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(
    place, tmp_path, method, keys, hidden, taxonomies
):
    project = any_project(place, method, keys, hidden, block=130, taxonomies=taxonomies)
    assert_same(project, tmp_path, rows=301)


@pytest.mark.parametrize(
    ("method", "keys", "hidden", "taxonomies"),
    [
        (Method("t-merge", {"k": 4, "t": 0.25}), MIXED, ["INCOME", "FAITH"], ("PLACE",)),
        (Method("t-k-first", {"k": 4, "t": 0.3}), NUMBERS, ["HEALTH"], ()),
        (Method("mdav", {"k": 4}), [*NUMBERS, "PLACE"], [], ()),
    ],
)
@pytest.mark.parametrize("target", [FileKind.CSV, FileKind.PARQUET])
def test_so_is_that_of_a_csv_file(place, tmp_path, method, keys, hidden, taxonomies, target):
    text = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), text)
    text.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    project = any_project(text, method, keys, hidden, block=130, taxonomies=taxonomies)
    recipe = replace(project.recipe, target=Target(target, "out"))
    project = replace(project, source=Source(str(text), FileKind.CSV), recipe=recipe)
    assert_same(project, tmp_path, rows=301)


def test_a_taxonomy_of_a_confidential_column_counts_on_disk_too(tmp_path):
    place = tmp_path / "in.parquet"
    write_any(place, 8, 500)
    place.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    method = Method("t-k-first", {"k": 4, "t": 0.2})
    project = any_project(
        place, method, ["AMOUNT", "COUNT"], ["PLACE"], block=150, taxonomies=("PLACE",)
    )
    assert_same(project, tmp_path, rows=301)


def test_verify_and_replay_need_no_file_of_a_taxonomy(tmp_path):
    place, scratch = tmp_path / "in.parquet", tmp_path / "scratch"
    write_any(place, 8, 500)
    scratch.mkdir()
    tree = place.with_name("tree.csv")
    tree.write_text(TREE, encoding="utf-8")
    method = Method("t-k-first", {"k": 4, "t": 0.2})
    project = any_project(
        place, method, ["AMOUNT", "COUNT"], ["PLACE"], block=150, taxonomies=("PLACE",)
    )
    release = on_disk(project, tmp_path / "disk", rows=301)
    tree.unlink()
    log = Path(release.folder) / release.log
    check = verify_large(log, place, scratch, Job(), rows=90)
    assert check.faults == ()
    assert "repeat" in check.checked
    again = LargePlace(scratch, rows=90)
    assert replay_large(log, place, tmp_path / "again", False, again, Job()).same


@pytest.mark.parametrize("keys", [["AMOUNT", "COUNT", "GRADE"], ["AMOUNT", "WEIGHT"]])
def test_survey_weights_count_on_disk_as_in_memory(place, tmp_path, keys):
    method = Method("t-merge", {"k": 4, "t": 0.3})
    project = any_project(place, method, keys, ["INCOME"], block=200, weight="WEIGHT")
    assert_same(project, tmp_path, rows=301)


def test_weights_that_are_not_released_are_refused(place):
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=200, weight="WEIGHT")
    (*others, weight) = project.schema.attributes
    schema = Schema((*others, replace(weight, role=Role.DROP)))
    with pytest.raises(Refused) as refused:
        check_scope(replace(project, schema=schema))
    assert [p.code for p in refused.value.problems] == ["large-weight"]


def test_weights_that_are_not_positive_are_reported_as_in_memory(place, tmp_path):
    own = tmp_path / "in.parquet"
    table = pq.read_table(place)
    weights = table["WEIGHT"].to_numpy().copy()
    weights[[5, 300, 301]] = 0, -1, np.nan
    at = table.schema.get_field_index("WEIGHT")
    pq.write_table(table.set_column(at, "WEIGHT", pa.array(weights, from_pandas=True)), own)
    project = any_project(own, Method("mdav", {"k": 4}), NUMBERS, [], block=200, weight="WEIGHT")
    read, dataset = read_input(project, Job())
    expected = resolve(read.recipe, read.schema, dataset, read.source).errors
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=301)
    assert [p.code for p in expected] == ["weight-not-positive"]
    assert refused.value.problems == expected


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, its method, its blocks and its parts."""
    keys = data.draw(st.lists(st.sampled_from(sorted(KEYS)), min_size=1, max_size=3, unique=True))
    hidden = data.draw(
        st.lists(st.sampled_from(sorted(HIDDEN)), min_size=1, max_size=2, unique=True)
    )
    name = data.draw(
        st.sampled_from(["mdav", "v-mdav", "t-k-first", "t-closeness-first", "t-merge"])
    )
    limit = {"t": data.draw(st.sampled_from([0.1, 0.25, 0.6]))} if name.startswith("t-") else {}
    k, records = data.draw(st.integers(2, 5)), data.draw(st.integers(60, 400))
    policy = MissingPolicy.LEAVE_OUT if limit else data.draw(st.sampled_from(MissingPolicy))
    block, rows = data.draw(st.integers(20 * k, 200)), data.draw(st.integers(90, 250))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), records)
        method = Method(name, {"k": k, **limit})
        project = any_project(place, method, keys, hidden, block=block, missing=policy)
        assert_same(project, Path(folder), rows)


def test_t_is_counted_in_the_file_by_both_kinds_of_verify(place, tmp_path):
    method = Method("t-merge", {"k": 4, "t": 0.25})
    project = any_project(place, method, NUMBERS, ["VISITS", "FAITH"], block=200)
    release, scratch = on_disk(project, tmp_path / "disk"), tmp_path / "scratch"
    log = log_of(release)
    table = pq.read_table(Path(release.folder) / release.protected)
    rows = table.select([*NUMBERS, "FAITH"]).to_pylist()
    groups = Counter(tuple(row[name] for name in NUMBERS) for row in rows)
    share = Counter(row["FAITH"] for row in rows)
    held = Counter((*(row[name] for name in NUMBERS), row["FAITH"]) for row in rows)
    farthest = max(
        sum(abs(held[(*group, f)] / n - share[f] / len(rows)) for f in share) / 2
        for group, n in groups.items()
    )
    assert log["verification"]["t"]["FAITH"] == pytest.approx(farthest)
    assert max(log["verification"]["t"].values()) <= 0.25
    for name in (release.log, release.public_log):
        path = Path(release.folder) / name
        assert verify_large(path, place, scratch, Job(), rows=301).faults == ()
        assert verify(path, place, Job()).faults == ()


def test_a_release_that_does_not_keep_t_is_not_written(place, tmp_path, monkeypatch):
    def farther(*given):
        found = count_groups(*given)
        found.t["INCOME"] = 0.9
        return found

    monkeypatch.setattr(large_recount, "count_groups", farther)
    method = Method("t-merge", {"k": 4, "t": 0.25})
    project = any_project(place, method, NUMBERS, ["INCOME"], block=200)
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["promise-t"]
    assert not (tmp_path / "disk").exists()


def test_a_group_that_memory_should_not_hold_is_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_clusters, "MOST_RECORDS", 50)
    method = Method("t-merge", {"k": 4, "t": 0.01})
    project = any_project(place, method, NUMBERS, ["INCOME"], block=200)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-group"]
    assert not (tmp_path / "disk").exists()


def test_missing_confidential_values_are_reported_as_in_memory(place, tmp_path):
    method = Method("t-k-first", {"k": 4, "t": 0.2})
    project = any_project(
        place, method, NUMBERS, ["INCOME"], block=200, missing=MissingPolicy.USE_OBSERVED
    )
    read, dataset = read_input(project, Job())
    expected = resolve(read.recipe, read.schema, dataset, read.source).errors
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=301)
    assert [p.code for p in expected] == ["missing-in-closeness"]
    assert refused.value.problems == expected


def test_categories_outside_the_order_and_the_taxonomy_are_reported_as_in_memory(place, tmp_path):
    tree = place.with_name("tree.csv")
    short = tmp_path / "tree.csv"
    short.write_text(tree.read_text(encoding="utf-8").replace("hill,dry\n", ""), encoding="utf-8")
    own = tmp_path / "in.parquet"
    own.write_bytes(place.read_bytes())
    project = any_project(
        own, Method("mdav", {"k": 4}), ["PLACE"], [], block=200, taxonomies=("PLACE",)
    )
    read, dataset = read_input(project, Job())
    expected = resolve(read.recipe, read.schema, dataset, read.source).errors
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=301)
    assert [p.code for p in expected] == ["taxonomy-lacks"]
    assert refused.value.problems == expected
