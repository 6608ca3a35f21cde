"""Private runs on disk draw the noise that they draw in memory, and say the same of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.jobs import Job
from core.model import (
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Release,
    Role,
    Schema,
    Source,
    Target,
)
from core.pipeline import replay, verify
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.any_large_file import (
    HIDDEN,
    KEYS,
    TREE,
    any_project,
    write_any,
)
from tests.core.pipeline.out_of_core.large_files import in_memory, on_disk, with_recipe
from tests.lanes import examples

LISTED = ("a", "b", "c", "d")
DOMAINS = {
    "AMOUNT": {"domain": (0.0, 300.0)},
    "COUNT": {"domain": (0.0, 10.0)},
    "DAY": {"domain": (0.0, 800.0)},
    "INCOME": {"domain": (0.0, 5000.0), "precision": 10.0},
    "VISITS": {"domain": (0.0, 9.0)},
    "FAITH": {"listed": LISTED},
}
METHODS = [
    ("dp-laplace", {}),
    ("dp-individual-ranking", {"k": 7}),
    ("dp-individual-ranking", {"k": 4, "guarantee": "as-published", "confirmed": "yes"}),
    ("dp-insensitive", {"k": 30}),
    ("dp-insensitive", {"k": 9, "guarantee": "as-published"}),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("noise") / "in.parquet"
    write_any(found, 3, 500)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


def private(
    place: Path, name: str, mask: list[str], *, seed: int | None = 7, **parameters: object
) -> Project:
    method = Method(name, {"epsilon": 2, "mask": mask, **parameters})
    project = any_project(
        place,
        method,
        ["AMOUNT", "COUNT", "DAY", "GRADE", "PLACE"],
        ["INCOME", "VISITS", "HEALTH", "FAITH"],
        block=100,
        taxonomies=("PLACE",),
        missing=MissingPolicy.USE_OBSERVED,
    )
    schema = Schema(tuple(replace(a, **DOMAINS.get(a.name, {})) for a in project.schema.attributes))
    project = replace(project, schema=schema)
    return with_recipe(project, scale=None, insecure_test_seed=seed, keep_order=False)


def private_parts(document: dict) -> dict:
    """Return what both runs must say, word for word."""
    names = ("recipe", "result", "verification", "taxonomies", "not_stated", "omitted")
    found = {name: document[name] for name in names if name in document}
    assert not {"compared", "prepared", "cautions", "readiness", "commitment"} & set(document)
    return found


def steps_of(document: dict) -> list[tuple[str, dict]]:
    return [(s["name"], s["counts"]) for s in document["steps"] if s["name"] != "in-parts"]


def without_times(document: dict, *more: str) -> dict:
    """Return a log without what differs between any two runs."""
    changing = {"started", "finished", "seal", *more}
    found = {key: entry for key, entry in document.items() if key not in changing}
    found["input"] = {key: entry for key, entry in document["input"].items() if key != "salt"}
    return found


def logs_of(release: Release) -> list[dict]:
    folder = Path(release.folder)
    names = (release.log, release.public_log)
    return [json.loads((folder / name).read_text(encoding="utf-8")) for name in names]


def assert_same_noise(project: Project, folder: Path, rows: int) -> Release:
    """Assert that both runs write the same bytes and claim the same; return that on disk."""
    disk, memory = on_disk(project, folder / "disk", rows), in_memory(project, folder / "memory")
    assert disk.files[0] == memory.files[0]
    for one, other in zip(logs_of(disk), logs_of(memory), strict=True):
        assert one["files"][0] == other["files"][0]
        assert private_parts(one) == private_parts(other)
        assert steps_of(one) == steps_of(other)
        assert [w for w in one["warnings"] if w["code"] != "large-measures"] == other["warnings"]
        measures = {(m["name"], m["attribute"]): m["value"] for m in other["measures"]}
        for measure in one["measures"]:
            expected = measures[measure["name"], measure["attribute"]]
            assert measure["value"] == pytest.approx(expected, rel=1e-12)
    return disk


@pytest.mark.parametrize(("name", "parameters"), METHODS)
@pytest.mark.parametrize(
    ("mask", "rows"),
    [
        (["AMOUNT", "COUNT", "DAY", "GRADE", "PLACE"], 201),
        pytest.param(["VISITS", "FAITH", "INCOME"], 230, marks=pytest.mark.longer),
        pytest.param(["DAY"], 5000, marks=pytest.mark.longer),
    ],
)
def test_the_same_seed_gives_the_same_bytes(place, tmp_path, name, parameters, mask, rows):
    assert_same_noise(private(place, name, mask, **parameters), tmp_path, rows)


def test_records_may_keep_their_order_where_each_cell_has_its_own_noise(place, tmp_path):
    project = with_recipe(private(place, "dp-laplace", ["AMOUNT", "PLACE"]), keep_order=True)
    assert_same_noise(project, tmp_path, 201)


def test_so_does_a_csv_file(place, tmp_path):
    text = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), text)
    text.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    mask = ["AMOUNT", "DAY", "GRADE", "PLACE"]
    project = private(text, "dp-individual-ranking", mask, k=5)
    project = replace(project, source=Source(str(text), FileKind.CSV))
    assert_same_noise(with_recipe(project, target=Target(FileKind.CSV, "out")), tmp_path, 201)


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, its ties and its parts."""
    masked = sorted((KEYS | HIDDEN).keys())
    mask = data.draw(st.lists(st.sampled_from(masked), min_size=1, max_size=3, unique=True))
    name, parameters = data.draw(st.sampled_from(METHODS))
    records, rows = data.draw(st.integers(40, 300)), data.draw(st.integers(40, 150))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), records, missing=0.05)
        place.with_name("tree.csv").write_text(TREE, encoding="utf-8")
        seed = data.draw(st.integers(0, 999))
        project = private(place, name, mask, seed=seed, **parameters)
        assert_same_noise(project, Path(folder), rows)


@pytest.mark.parametrize(("name", "parameters"), METHODS)
def test_with_secret_noise_the_logs_say_nothing_of_the_data(place, tmp_path, name, parameters):
    """Of two files with the same number of records, both logs differ in nothing but hashes."""
    other = tmp_path / "other" / "in.parquet"
    other.parent.mkdir()
    write_any(other, 4, 500)
    other.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    told = []
    for at, given_place in enumerate((place, other)):
        mask = ["AMOUNT", "COUNT", "DAY", "GRADE", "PLACE"]
        project = private(given_place, name, mask, seed=None, **parameters)
        schema = Schema(
            tuple(
                a if a.role is Role.QUASI_IDENTIFIER else replace(a, role=Role.DROP)
                for a in project.schema.attributes
            )
        )
        release = on_disk(replace(project, schema=schema), tmp_path / f"disk{at}", rows=201)
        _, public = logs_of(release)
        told.append(without_times(public, "files", "verification"))
        assert public["measures"] == []
        assert "commitment" not in public["input"]
        assert "sha256" not in public["input"]
        assert public["started"] == public["finished"] == public["finished"][:10]
        assert [w["code"] for w in public["warnings"]] in ([], ["dp-as-published"])
    for public in told:
        # k is counted in the released file.
        assert public["result"].pop("k_reached") >= 1
    assert told[0] == told[1]


def test_another_run_draws_other_noise(place, tmp_path):
    project = private(place, "dp-individual-ranking", ["AMOUNT", "DAY"], seed=None, k=5)
    tables = []
    for name in ("one", "other"):
        release = on_disk(project, tmp_path / name)
        tables.append(pq.read_table(Path(release.folder) / release.protected)["AMOUNT"].to_pylist())
    assert Counter(tables[0]) != Counter(tables[1])


@pytest.mark.longer
@pytest.mark.parametrize("run", [on_disk, in_memory])
@pytest.mark.parametrize("seed", [5, None])
def test_each_kind_of_verify_accepts_each_kind_of_release(place, tmp_path, run, seed):
    project = private(place, "dp-individual-ranking", ["AMOUNT", "DAY", "PLACE"], seed=seed, k=5)
    release, scratch = run(project, tmp_path / "release"), tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    for name in (release.log, release.public_log):
        log = Path(release.folder) / name
        for given_input in (place, None):
            checks = [
                verify(log, given_input, Job()),
                verify_large(log, given_input, scratch, Job(), rows=201),
            ]
            assert [check.faults for check in checks] == [(), ()]
            assert checks[0].checked == checks[1].checked
            assert checks[0].checked[:5] == ("log", "files", "recount", "claim", "reports")
            assert checks[0].unchecked == checks[1].unchecked
    assert list(scratch.iterdir()) == []


def test_another_input_is_not_taken_for_the_one_of_the_log(place, tmp_path):
    project = private(place, "dp-laplace", ["AMOUNT"], seed=None)
    release, scratch = on_disk(project, tmp_path / "release"), tmp_path / "scratch"
    other = tmp_path / "in.parquet"
    write_any(other, 5, 499)
    folder = Path(release.folder)
    with pytest.raises(Refused) as refused:
        verify_large(folder / release.log, other, scratch, Job(), rows=201)
    assert [p.code for p in refused.value.problems] == ["verify-input-differs"]
    check = verify_large(folder / release.public_log, other, scratch, Job(), rows=201)
    assert [p.code for p in check.faults] == ["verify-size-differs"]


@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_each_kind_of_replay_repeats_each_kind_of_insecure_test(place, tmp_path, run):
    project = private(place, "dp-individual-ranking", ["AMOUNT", "PLACE"], k=5)
    release, scratch = run(project, tmp_path / "release"), tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    log, where = Path(release.folder) / release.log, LargePlace(scratch, rows=201)
    for done in (
        replay(log, place, tmp_path / "memory", False, Job()),
        replay_large(log, place, tmp_path / "disk", False, where, Job()),
    ):
        assert done.same
        assert done.same_bytes[release.protected]


def refused_alike(project: Project, tmp_path: Path, code: str) -> None:
    """Assert that both runs refuse a project in the same words."""
    read, dataset = read_input(project, Job())
    expected = resolve(read.recipe, read.schema, dataset, read.source).errors
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=201)
    assert [p.code for p in expected] == [code]
    assert refused.value.problems == expected


def test_missing_values_that_would_leave_records_out_are_refused_as_in_memory(place, tmp_path):
    own = tmp_path / "in.parquet"
    table = pq.read_table(place)
    visits = table["VISITS"].to_numpy(zero_copy_only=False).copy()
    visits = np.nan_to_num(visits)
    visits[480] = np.nan
    at = table.schema.get_field_index("VISITS")
    table = table.set_column(at, "VISITS", pa.array(visits, from_pandas=True))
    pq.write_table(table, own)
    own.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    project = private(own, "dp-laplace", ["VISITS", "AMOUNT"])
    project = with_recipe(project, missing=MissingPolicy.LEAVE_OUT)
    refused_alike(project, tmp_path, "dp-missing")


def test_categories_that_are_not_listed_are_refused_as_in_memory(place, tmp_path):
    project = private(place, "dp-laplace", ["FAITH"])
    schema = Schema(
        tuple(
            replace(a, listed=("a", "c")) if a.name == "FAITH" else a
            for a in project.schema.attributes
        )
    )
    refused_alike(replace(project, schema=schema), tmp_path, "dp-category-not-listed")


def test_noise_too_large_for_all_records_is_refused_as_in_memory(place, tmp_path):
    project = private(place, "dp-insensitive", ["INCOME"], k=2, epsilon=0.000_001)
    schema = Schema(
        tuple(
            replace(a, precision=1e-6) if a.name == "INCOME" else a
            for a in project.schema.attributes
        )
    )
    refused_alike(replace(project, schema=schema), tmp_path, "dp-noise-too-large")


def test_synthetic_records_that_keep_relations_are_refused(place, tmp_path):
    project = private(place, "dp-individual-ranking", ["AMOUNT", "DAY"], guarantee="dependence")
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-guarantee"]
    assert not (tmp_path / "disk").exists()


def from_data(project: Project, *names: str) -> Project:
    """Return a project that takes the domains of some columns from the data."""
    schema = Schema(
        tuple(
            replace(a, domain=None, listed=(), domain_from_data=True) if a.name in names else a
            for a in project.schema.attributes
        )
    )
    return replace(project, schema=schema)


@pytest.mark.parametrize(("name", "parameters"), METHODS[:3])
def test_domains_are_taken_from_the_whole_file(tmp_path, name, parameters):
    place = tmp_path / "in.parquet"
    write_any(place, 6, 500)
    place.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    mask = ["AMOUNT", "DAY", "VISITS", "FAITH"]
    project = from_data(private(place, name, mask, **parameters), *mask)
    release = assert_same_noise(project, tmp_path, rows=201)
    internal, _ = logs_of(release)
    stated = {a["name"]: a for a in internal["recipe"]["attributes"]}
    amounts = [cell for cell in pq.read_table(place)["AMOUNT"].to_pylist() if cell is not None]
    assert stated["AMOUNT"]["domain"] == [0.0, 1.5 * max(amounts)]
    assert amounts.index(max(amounts)) >= 201, "the largest amount must not be in the first part"


def test_both_kinds_of_verify_repeat_domains_from_the_data(place, tmp_path):
    project = from_data(private(place, "dp-laplace", ["AMOUNT", "FAITH"]), "AMOUNT", "FAITH")
    release, scratch = on_disk(project, tmp_path / "disk", rows=201), tmp_path / "scratch"
    for log in (release.log, release.public_log):
        path = Path(release.folder) / log
        expected = verify(path, place, Job())
        found = verify_large(path, place, scratch, Job(), rows=201)
        assert found.faults == expected.faults == ()
