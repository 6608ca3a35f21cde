"""Codes of questions that were not asked stay such codes on disk as in memory."""

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
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.parts import large_conditions
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import (
    ConditionCount,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Role,
    Scale,
    Source,
    Target,
)
from core.model.preparing import Preparing, Round
from core.pipeline import verify
from tests.core.pipeline.out_of_core.business_files import firms_project, write_firms
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_alike,
    assert_same,
    errors_of,
)
from tests.lanes import examples
from tests.robustness.hostile.sealing import log_bytes, resealed

KEY, OTHER, HIDDEN = Role.QUASI_IDENTIFIER, Role.OTHER, Role.CONFIDENTIAL
OTHERS = {
    "GRANT": (KEY, Scale.INTEGER),
    "RENT": (KEY, Scale.CONTINUOUS),
    "TRADE": (KEY, Scale.NOMINAL),
    "OWNER": (OTHER, Scale.NOMINAL),
    "FEE": (OTHER, Scale.CONTINUOUS),
    **dict.fromkeys(("TURNOVER", "DOMESTIC", "STAFF", "OFFICE", "WORKS"), (OTHER, None)),
}
CODES = {
    "GRANT": {"not_applicable": ("-8", "-9")},
    "RENT": {"not_applicable": ("-1",)},
    "TRADE": {"not_applicable": ("none", "-7")},
    "OWNER": {"not_applicable": ("state",)},
    "FEE": {"not_applicable": ("-1",)},
}


def write_with_codes(place: Path, seed: int, records: int, share: float = 0.3) -> None:
    """Write a file of firms that were not asked everything, and did not answer everything."""
    write_firms(place, seed, records)
    chance, table = np.random.default_rng(seed), pq.read_table(place)

    def coded(cells: np.ndarray, *codes: object, missing: float = 0.02) -> pa.Array:
        found = cells.astype(object)
        for code in codes:
            found[chance.random(records) < share] = code
        found[chance.random(records) < missing] = None
        return pa.array(found.tolist())

    trades = chance.choice(["bulk", "retail", "web"], records)
    more = {
        "GRANT": coded(chance.integers(0, 40, records), -8, -9),
        "RENT": coded(np.round(chance.lognormal(2, 1, records), 1), -1.0),
        "TRADE": coded(trades, "none", "-7"),
        "OWNER": coded(chance.choice(["family", "fund"], records), "state"),
        "FEE": coded(np.round(chance.lognormal(2, 1, records), 2), -1.0),
    }
    for name, cells in more.items():
        table = table.append_column(name, cells)
    pq.write_table(table, place, row_group_size=53)


def project_of(place: Path, method: Method, **wishes: object) -> Project:
    return firms_project(
        place, method, **{"attributes": CODES, "others": OTHERS, "block": 130, **wishes}
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("codes") / "in.parquet"
    write_with_codes(found, 3, 900)
    return found


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (Method("mdav", {"k": 4}), {}),
        (Method("v-mdav", {"k": 4}), {"strata": ("REGION",)}),
        (Method("mdav", {"k": 4}), {"strata": ("OWNER",), "weight": "WEIGHT"}),
        (Method("t-merge", {"k": 4, "t": 0.5}), {}),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, wishes):
    release = assert_same(project_of(place, method, **wishes), tmp_path, rows=301)
    counted = log_of(release)["verification"]["conditions"]
    names = ["GRANT", "RENT", "TRADE"]
    assert [(c["condition"], c["column"]) for c in counted] == [
        ("not-applicable", name) for name in names
    ]
    after = pq.read_table(Path(release.folder) / release.protected)
    for one in counted:
        codes = [float(c) if one["column"] != "TRADE" else c for c in code_list(one["column"])]
        cells = Counter(after[one["column"]].to_pylist())
        assert one["after"] == sum(cells[code] for code in codes) > 0
        assert one["held"]


def code_list(name: str) -> tuple[str, ...]:
    return CODES[name]["not_applicable"]


def test_records_of_which_a_question_was_not_asked_are_not_left_out(place, tmp_path):
    release = on_disk(project_of(place, Method("mdav", {"k": 4})), tmp_path / "disk")
    table = pq.read_table(place).to_pandas()
    complete = table[["GRANT", "RENT", "TRADE", "EXPORTS"]].notna().all(axis=1)
    assert log_of(release)["verification"]["rows"] == int(complete.sum()) > 800


def test_empty_cells_may_be_a_code_and_rules_may_ask_for_it(place, tmp_path):
    attributes = {"GRANT": {"not_applicable": ("",)}}
    others = OTHERS | {"RENT": (OTHER, None), "TRADE": (OTHER, None)}
    rules = ("if GRANT is not applicable then STAFF >= 1", "GRANT >= -9")
    for policy in MissingPolicy:
        project = firms_project(
            *(place, Method("mdav", {"k": 4})),
            **{"block": 130, "attributes": attributes, "others": others},
            missing=policy,
            rules=rules,
        )
        folder = tmp_path / str(policy)
        folder.mkdir()
        release = assert_same(project, folder, rows=301)
        counted = {c["column"]: c for c in log_of(release)["verification"]["conditions"]}
        empty = pq.read_table(place)["GRANT"].null_count
        assert counted["GRANT"]["before"] == counted["GRANT >= -9"]["unchecked"] == empty > 0


def test_small_patterns_join_others_as_in_memory(tmp_path):
    place = tmp_path / "in.parquet"
    write_with_codes(place, 5, 400, share=0.006)
    release = assert_same(project_of(place, Method("mdav", {"k": 5}), block=60), tmp_path, rows=301)
    log = log_of(release)
    assert "patterns-joined" in [warning["code"] for warning in log["warnings"]]
    assert sum(one["changed"] for one in log["verification"]["conditions"]) > 0


def test_a_csv_file_keeps_its_codes_as_they_are_spelled(place, tmp_path):
    table = pq.read_table(place)
    own = tmp_path / "in.csv"
    pacsv.write_csv(table.set_column(0, "TURNOVER", table["TURNOVER"]), own)
    project = project_of(own, Method("mdav", {"k": 4}))
    recipe = replace(project.recipe, target=Target(FileKind.CSV, "out"))
    project = replace(project, source=Source(str(own), FileKind.CSV), recipe=recipe)
    assert_same(project, tmp_path, rows=301)


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_or_refused_as_in_memory(data):
    """Whatever its codes, its method, its strata, its blocks and its parts."""
    name = data.draw(st.sampled_from(["mdav", "v-mdav", "t-merge"]))
    limit = {"t": 0.7} if name.startswith("t-") else {}
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 500))
    rows = data.draw(st.integers(90, 250))
    coded = data.draw(st.sets(st.sampled_from(sorted(CODES)), min_size=1))
    roles = {n: data.draw(st.sampled_from([KEY, OTHER])) for n in ("GRANT", "RENT", "TRADE")}
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        share = data.draw(st.sampled_from([0.0, 0.01, 0.3]))
        write_with_codes(place, data.draw(st.integers(0, 99)), records, share)
        project = project_of(
            *(place, Method(name, {"k": k, **limit})),
            block=data.draw(st.integers(10 * k, 90)),
            attributes={n: CODES[n] for n in sorted(coded)},
            others={**OTHERS, **{n: (role, OTHERS[n][1]) for n, role in roles.items()}},
            missing=MissingPolicy.LEAVE_OUT if limit else data.draw(st.sampled_from(MissingPolicy)),
            strata=data.draw(st.sampled_from([(), ("REGION",), ("OWNER",)])),
            weight=data.draw(st.sampled_from([None, "WEIGHT"])),
        )
        assert_alike(project, Path(folder), rows)


def refused_on_disk(project: Project, folder: Path) -> list[str]:
    """Return the codes for which a run on disk is refused, which are those in memory."""
    expected = errors_of(project)
    with pytest.raises(Refused) as refused:
        on_disk(project, folder / "disk", 301)
    assert refused.value.problems == expected
    return [problem.code for problem in expected]


def test_columns_whose_distribution_counts_have_no_codes(place, tmp_path):
    others = {**OTHERS, "FEE": (HIDDEN, Scale.CONTINUOUS)}
    method = Method("t-merge", {"k": 4, "t": 0.5})
    project = project_of(place, method, others=others)
    assert refused_on_disk(project, tmp_path) == ["closeness-not-applicable"]


def test_an_empty_cell_cannot_mean_two_things(tmp_path):
    """Only records far behind the first part show that some cells are also missing."""
    place = tmp_path / "in.parquet"
    write_with_codes(place, 5, 400, share=0.0)
    attributes = {"TRADE": {"not_applicable": ("", "none")}}
    wishes = {"attributes": attributes, "missing": MissingPolicy.USE_OBSERVED}
    project = project_of(place, Method("mdav", {"k": 4}), **wishes)
    assert errors_of(project) == ()
    assert_same(project, tmp_path, 301)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = project_of(place, Method("mdav", {"k": 4}), keep_order=False)
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_other_codes_than_the_log_states_are_a_fault(place, tmp_path):
    release = on_disk(project_of(place, Method("mdav", {"k": 4})), tmp_path / "disk")
    path, document = Path(release.folder) / release.log, log_of(release)
    document["verification"]["conditions"][0]["after"] += 1
    path.write_bytes(log_bytes(resealed(document)))
    faults = verify_large(path, None, tmp_path / "scratch", Job(), rows=301).faults
    assert [f.code for f in faults] == [f.code for f in verify(path, None, Job()).faults]
    assert len(faults) == 1


def test_a_release_in_which_a_code_was_lost_is_not_written(place, tmp_path, monkeypatch):
    def lost(*given) -> tuple[ConditionCount, ...]:
        first, *others = large_conditions.large_conditions(*given)
        return replace(first, figures={**first.figures, "changed": 1}, is_held=False), *others

    monkeypatch.setattr(large_recount, "large_conditions", lost)
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project_of(place, Method("mdav", {"k": 4})), tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["promise-not-applicable"]
    assert not (tmp_path / "disk").exists()


def test_columns_that_are_prepared_have_no_codes(place, tmp_path):
    project = project_of(place, Method("mdav", {"k": 4}), prepare=(Preparing(Round("RENT", 0.5)),))
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.column) == ("large-column-setting", "RENT")
