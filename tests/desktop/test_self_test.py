"""``statveil selftest``, run as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

import desktop_app.self_testing
from core.command_line import main, self_testing
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from tests.small_samples import write_small_sample

KINDS = ("csv", "xlsx", "ods", "sav", "dta", "parquet", "feather", "fixed-width")


RECORDS = 600


def check_lines(said: list[str], names: Sequence[str], records: str) -> None:
    for name in names:
        assert f"Protected, verified and replayed the sample {name}." in said
    for kind in KINDS:
        assert f"Wrote and read {kind}: {records} records, the same values." in said
    assert "Opened the window, unseen, with a sample of 5,000 records." in said
    assert any(line.startswith("Drew a report as PDF") for line in said)
    # Whether the tests' computations were compiled before is the computer's matter.
    assert sum(line.startswith("The computations ") for line in said) == 1
    assert said[-1].startswith(f"The self-test passed: {10 + len(names)} steps")


def test_it_says_what_it_did_and_leaves_nothing_behind(
    tmp_path, register, monkeypatch, capsys
) -> None:
    """With the first records of a sample; only the window has its own process and all."""
    scratch, small = tmp_path / "scratch", tmp_path / "samples"
    scratch.mkdir()
    small.mkdir()
    name = "household_survey"
    write_small_sample(small, name, RECORDS)
    monkeypatch.setattr(desktop_app.self_testing, "_SAMPLE", name)
    for module in (self_testing, desktop_app.self_testing):
        monkeypatch.setattr(module, "SAMPLES", small)
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))

    assert main(["selftest"], desktop_app.self_testing.TRIALS) == 0

    check_lines(capsys.readouterr().out.splitlines(), [name], str(RECORDS))
    # The samples were protected, but nobody released them.
    assert not register.exists()
    assert not list(scratch.glob("statveil-selftest*"))


@pytest.mark.longer
def test_the_command_of_a_user_tries_the_samples_out_as_they_are(tmp_path) -> None:
    scratch, settings = tmp_path / "scratch", tmp_path / "settings"
    scratch.mkdir()
    own = {"TMPDIR": scratch, "XDG_CONFIG_HOME": settings, "XDG_DATA_HOME": settings}
    statveil = Path(sys.executable).with_name("statveil")

    ended = subprocess.run(
        [statveil, "selftest"],
        cwd=tmp_path,
        env=os.environ | {name: str(path) for name, path in own.items()},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, "")
    assert not Path(os.environ["STATVEIL_REGISTER"]).exists()
    check_lines(ended.stdout.splitlines(), self_testing.sample_names(), "5,000")
    assert not list(scratch.glob("statveil-selftest*"))
    assert not settings.exists()


def works(folder: Path, _: Job) -> Problem:
    assert folder.is_dir()
    return Problem("selftest-pdf", params={"kilobytes": 3})


def breaks(_: Path, __: Job) -> Problem:
    raise PromiseBroken(Problem("selftest-unlike", params={"kind": "csv"}))


def lacks(_: Path, __: Job) -> Problem:
    raise ImportError("a cell value")


@pytest.mark.parametrize(
    ("trials", "status", "failed"),
    [((breaks, works), 3, 1), ((lacks, works), 4, 1), ((lacks, breaks, works), 3, 2)],
)
def test_a_step_that_fails_gives_its_status_and_the_others_are_tried(
    trials: tuple[self_testing.Trial, ...], status: int, failed: int, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(self_testing, "_engine_trials", tuple)

    assert main(["selftest"], trials) == status

    said = capsys.readouterr()
    assert said.out.count("FAILED: ") == failed
    assert "Drew a report as PDF, 3 KB." in said.out
    assert f"failed in {failed} of {len(trials)} steps" in said.err
    assert "a cell value" not in said.out + said.err


def test_without_the_window_it_says_what_was_not_tried(monkeypatch, capsys) -> None:
    monkeypatch.setattr(self_testing, "_engine_trials", lambda: (works,))

    assert main(["selftest"]) == 0

    assert "Not tried: the window and PDF" in capsys.readouterr().out
