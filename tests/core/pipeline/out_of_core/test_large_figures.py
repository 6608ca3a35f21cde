"""Figures of files on disk are those of the run in memory, to the last digit."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.figures import large_figures
from core.pipeline.out_of_core.large_verify import verify_large
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.jobs import Job
from core.model import (
    Figure,
    FigureKind,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Release,
    Source,
)
from core.model.preparing import (
    Band,
    BandLabel,
    Group,
    Period,
    Preparing,
    Rare,
    Round,
    Span,
    TailCoding,
    TailValue,
)
from core.pipeline import verify
from tests.core.pipeline.out_of_core.any_large_file import TREE, any_project, write_any
from tests.core.pipeline.out_of_core.business_files import firms_project
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.household_files import homes_project, write_homes
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk, with_recipe
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_same_releases,
    errors_of,
)
from tests.core.pipeline.out_of_core.test_large_noise import assert_same_noise, private
from tests.core.pipeline.out_of_core.test_large_not_applicable import (
    CODES,
    OTHERS,
    write_with_codes,
)
from tests.lanes import examples
from tests.robustness.hostile.sealing import log_bytes, resealed

PLAIN = Method("mdav", {"k": 4})
NUMBERS = ["AMOUNT", "COUNT", "DAY"]
EVERY = (
    Figure(FigureKind.TOTAL, ("AMOUNT",), by=("FAITH",)),
    Figure(FigureKind.MEAN, ("INCOME",), by=("GRADE", "FAITH")),
    Figure(FigureKind.SHARE, ("PLACE",), by=("COUNT",)),
    Figure(FigureKind.QUANTILE, ("INCOME",), by=("FAITH",), q=0.9),
    Figure(FigureKind.GINI, ("AMOUNT",)),
    Figure(FigureKind.RATIO, ("INCOME", "AMOUNT")),
    Figure(FigureKind.TABLE, ("PLACE", "GRADE")),
    Figure(FigureKind.REGRESSION, ("INCOME",), on=("AMOUNT", "PLACE")),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("figures") / "in.parquet"
    write_any(found, 3, 700)
    return found


def project_of(place: Path, method: Method = PLAIN, **wishes: object) -> Project:
    return any_project(place, method, NUMBERS, ["INCOME"], block=130, figures=EVERY, **wishes)


def assert_same_figures(project: Project, folder: Path, rows: int) -> Release:
    """Assert that both runs state the same figures, with all of their digits."""
    disk, memory = on_disk(project, folder / "disk", rows), in_memory(project, folder / "memory")
    assert_same_releases(project, disk, memory)
    assert_figures_of(disk, memory)
    return disk


def assert_figures_of(release: Release, memory: Release) -> None:
    for name in ("log", "public_log"):
        one, other = (
            json.loads((Path(r.folder) / getattr(r, name)).read_text("utf-8"))
            for r in (release, memory)
        )
        assert one.get("figures") == other.get("figures")


@pytest.mark.parametrize("rows", [301, pytest.param(5000, marks=pytest.mark.longer)])
@pytest.mark.parametrize("policy", MissingPolicy)
def test_every_kind_of_figure_is_that_of_the_run_in_memory(place, tmp_path, rows, policy):
    release = assert_same_figures(project_of(place, missing=policy), tmp_path, rows)
    figures = log_of(release)["figures"]
    assert [f["figure"]["what"] for f in figures] == [f.what.value for f in EVERY]
    if policy is MissingPolicy.LEAVE_OUT:
        # The original's are those of the whole file.
        assert figures[0]["original"]["records"] > figures[0]["released"]["records"]


def test_totals_are_those_of_a_plain_sum(place, tmp_path):
    release = on_disk(project_of(place), tmp_path / "disk", rows=301)
    (figure, *_) = log_of(release)["figures"]
    released = pq.read_table(Path(release.folder) / release.protected).to_pylist()
    for rows, side in ((pq.read_table(place).to_pylist(), "original"), (released, "released")):
        for value in figure["values"]:
            total = sum(
                row["AMOUNT"]
                for row in rows
                if row["FAITH"] == value["by"]["FAITH"] and row["AMOUNT"] is not None
            )
            assert value[side]["value"] == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (PLAIN, {"weight": "WEIGHT", "strata": ("FAITH",)}),
        (Method("insensitive", {"k": 4}), {"scale": None}),
        (Method("individual-ranking", {"k": 4}), {"scale": None}),
    ],
)
def test_so_are_they_with_other_settings(place, tmp_path, method, wishes):
    project = with_recipe(project_of(place, method), **wishes)
    assert_same_figures(project, tmp_path, rows=301)


def test_so_are_those_of_units_of_several_records(tmp_path):
    place = tmp_path / "in.parquet"
    write_homes(place, 4, 400, missing=0.03)
    figures = (
        Figure(FigureKind.MEAN, ("WAGE",), by=("SEX",)),
        Figure(FigureKind.QUANTILE, ("RENT",), q=0.5),
        Figure(FigureKind.SHARE, ("REGION",)),
    )
    project = homes_project(place, Method("mdav", {"k": 3}), block=60, figures=figures)
    assert_same_figures(project, tmp_path, rows=301)


def test_so_are_those_of_questions_that_do_not_apply(tmp_path):
    place = tmp_path / "in.parquet"
    write_with_codes(place, 3, 900)
    figures = (
        Figure(FigureKind.MEAN, ("RENT",), by=("REGION",)),
        Figure(FigureKind.SHARE, ("TRADE",)),
        Figure(FigureKind.TOTAL, ("GRANT",)),
        Figure(FigureKind.SHARE, ("OWNER",)),
    )
    project = firms_project(
        place, PLAIN, block=130, attributes=CODES, others=OTHERS, figures=figures
    )
    release = assert_same_figures(project, tmp_path, rows=301)
    assert all(f["original"]["not_applicable"] > 0 for f in log_of(release)["figures"])


@pytest.mark.parametrize(
    ("method", "parameters"), [("dp-laplace", {}), ("dp-individual-ranking", {"k": 7})]
)
def test_so_are_those_of_a_release_with_noise(place, tmp_path, method, parameters):
    """Which stay in the internal log."""
    place.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    project = with_recipe(private(place, method, ["AMOUNT", "COUNT"], **parameters), figures=EVERY)
    release = assert_same_noise(project, tmp_path, 301)
    assert_figures_of(release, in_memory(project, tmp_path / "again"))
    assert len(log_of(release)["figures"]) == len(EVERY)


def test_so_are_those_of_a_csv_file(place, tmp_path):
    text = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), text)
    project = replace(project_of(text), source=Source(str(text), FileKind.CSV))
    assert_same_figures(project, tmp_path, rows=301)


@examples(3, 30)
@given(st.data())
def test_any_figure_of_any_file_is_that_of_the_run_in_memory(data):
    """Or both runs refuse it for the same reasons."""
    of, by = st.sampled_from(["AMOUNT", "COUNT", "INCOME"]), st.sampled_from(["FAITH", "HEALTH"])
    kinds = st.sampled_from([FigureKind.TOTAL, FigureKind.MEAN, FigureKind.GINI])
    figures = tuple(
        Figure(data.draw(kinds), (data.draw(of),), by=tuple(data.draw(st.lists(by, unique=True))))
        for _ in range(3)
    )
    on = data.draw(st.sampled_from(["log(AMOUNT)", "log(COUNT)", "FAITH", "WEIGHT"]))
    figures += (Figure(FigureKind.REGRESSION, ("INCOME",), on=(on,)),)
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), 150, missing=0.1)
        policy = data.draw(st.sampled_from(MissingPolicy))
        project = with_recipe(project_of(place, missing=policy), figures=figures)
        expected = errors_of(project)
        rows = data.draw(st.integers(90, 250))
        if not expected:
            assert_same_figures(project, Path(folder), rows)
            return
        with pytest.raises(Refused) as refused:
            on_disk(project, Path(folder) / "disk", rows)
        assert refused.value.problems == expected


STEPS = (
    Preparing(Round("AMOUNT", 0.5)),
    Preparing(Band("COUNT", 2.0, label=BandLabel.LOWER)),
    Preparing(TailCoding("INCOME", 900.0, to=TailValue.MEAN)),
    Preparing(Group("FAITH", (("few", ("a", "c")),))),
    Preparing(Rare("PLACE", 80, "elsewhere")),
    Preparing(Period("DAY", Span.QUARTER)),
    Preparing(Round("VISITS", 3.0), is_off=True),
)


@pytest.mark.parametrize("policy", MissingPolicy)
@pytest.mark.parametrize("rows", [301, pytest.param(5000, marks=pytest.mark.longer)])
def test_so_are_those_of_prepared_columns(place, tmp_path, rows, policy):
    project = project_of(place, missing=policy, prepare=STEPS)
    release = assert_same_figures(project, tmp_path, rows)
    (total, _, shares, *_) = log_of(release)["figures"]
    # Of the categories that the steps make, before and after.
    assert {value["by"]["FAITH"] for value in total["values"]} == {"b", "few"}
    assert "elsewhere" in {value["of"]["PLACE"] for value in shares["values"]}


def test_totals_of_prepared_columns_are_those_of_a_plain_sum(place, tmp_path):
    release = on_disk(project_of(place, prepare=STEPS), tmp_path / "disk", rows=301)
    (figure, *_) = log_of(release)["figures"]
    rows = pq.read_table(place).to_pylist()
    for value in figure["values"]:
        kinds = {"b": {"b"}, "few": {"a", "c"}}[value["by"]["FAITH"]]
        found = [row["AMOUNT"] for row in rows if row["FAITH"] in kinds]
        # Halves away from zero; no amount is below it.
        total = sum(math.floor(2 * each + 0.5) / 2 for each in found if each is not None)
        assert value["original"]["value"] == pytest.approx(total, rel=1e-12)


@pytest.mark.longer
@pytest.mark.parametrize("steps", [(), STEPS])
@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_each_kind_of_verify_and_replay_takes_each_kind_of_release(place, tmp_path, run, steps):
    project = with_recipe(project_of(place), keep_order=False, prepare=steps)
    release = run(project, tmp_path / "release")
    assert_figures_of(assert_verified_and_repeated(release, place, tmp_path), release)


@pytest.mark.parametrize("side", ["released", "original"])
def test_another_figure_than_the_files_is_a_fault(place, tmp_path, side):
    """That of the release shows without the input, that of the original with it."""
    release = on_disk(project_of(place), tmp_path / "release")
    log, document = Path(release.folder) / release.log, log_of(release)
    document["figures"][0]["values"][0][side]["value"] += 1.0
    log.write_bytes(log_bytes(resealed(document)))
    given_input = None if side == "released" else place
    checks = (
        verify(log, given_input, Job()),
        verify_large(log, given_input, tmp_path / "scratch", Job(), rows=301),
    )
    faults = [{p.code for p in check.faults} for check in checks]
    assert faults[0] == faults[1] != set()


def test_figures_that_need_more_memory_than_they_should_are_refused(place, tmp_path, monkeypatch):
    """700 records: 220 bytes of each, and for the seven coefficients of the regression 420 more."""
    monkeypatch.setattr(large_figures, "MOST_BYTES", 700 * (220 + 60 * 7) - 1)
    with pytest.raises(Refused) as refused:
        on_disk(project_of(place), tmp_path / "disk")
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.field) == ("large-figures", "figures[7]")
    assert not (tmp_path / "disk").exists()
