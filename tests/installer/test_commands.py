"""The two commands run whole, in a copy of the project whose environment is set up already."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATVEIL = Path(sys.executable).with_name("statveil")
TOOLS = ("ruff", "mypy", "lint-imports", "pytest")


@pytest.fixture
def house() -> Iterator[Path]:
    """A copy that any account may read, with an environment that leads to the one of this test."""
    base = Path(tempfile.mkdtemp(prefix="statveil-"))
    base.chmod(0o755)
    folder = base / "My Programs (new)" / "Statveil é '%"
    for part in ("installer", "resources/samples"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    tools = folder / ".venv" / "bin"
    tools.mkdir(parents=True)
    tell(tools / "python", f'exec {quote(sys.executable)} "$@"')
    tell(tools / "statveil", f'exec {quote(str(STATVEIL))} "$@"')
    (folder / ".venv" / "made-for").write_text(f"{folder}\n")
    named = [folder / "pyproject.toml", *sorted((folder / "installer/locks").glob("*.txt"))]
    content = b"".join(path.read_bytes() for path in named)
    held = subprocess.run(["cksum"], input=content, capture_output=True, check=True)
    (folder / ".venv" / "holds-desktop,test").write_bytes(held.stdout)
    yield folder
    shutil.rmtree(base)


def tell(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def run(
    house: Path, name: str, cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH")
    environment = {n: v for n, v in os.environ.items() if n not in names} | more
    return subprocess.run(
        ["sh", str(house / "installer" / name)],
        cwd=cwd or house.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_start_runs_nothing_that_lies_in_the_callers_folder(house: Path, tmp_path: Path) -> None:
    here = tmp_path / "here"
    for name in ("core", "resources", "bin"):
        (here / name).mkdir(parents=True)
    for name in [*sys.stdlib_module_names, "pip", "PySide6"]:
        trace = f"open({str(here / 'ran')!r}, 'a').write({name + ' '!r})\nraise SystemExit(9)\n"
        (here / f"{name}.py").write_text(trace)

    ended = run(house, "start", cwd=here, CDPATH=str(here))

    assert not (here / "ran").exists(), (here / "ran").read_text()
    assert ended.returncode == 0, ended.stderr
    assert (house / "releases" / "business_survey_1").is_dir()


REPORT = """<testsuites><testsuite>
<testcase name="a"><skipped message="no reference data in ../data"/></testcase>
<testcase name="b"><skipped message="no reference data in ../data"/></testcase>
<testcase name="c"/></testsuite></testsuites>"""


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        ("none", ""),
        ("not alone", 'failed: tests (pytest -m "not alone")'),
        ("alone", "failed: tests that measure pauses (pytest -m alone)"),
    ],
)
def test_the_last_lines_say_which_tests_failed_and_why_others_were_skipped(
    house: Path, fails: str, said: str
) -> None:
    tools = house / ".venv" / "bin"
    for name in TOOLS:
        tell(tools / name, "exit 0")
    report = house.parent / "report.xml"
    report.write_text(REPORT)
    tell(
        tools / "pytest",
        'for word; do [ "$was" != -m ] || marked=$word; case "$word" in *.xml) '
        f'cp "{report}" "$word";; esac; was=$word; done\n[ "$marked" != "{fails}" ]',
    )

    ended = run(house, "test")

    if "libraries of the system" in ended.stderr:
        pytest.skip("the libraries of the window are missing here")
    assert ended.returncode == (2 if said else 0), ended.stdout + ended.stderr
    assert ended.stderr.strip() == (f"Statveil: {said}" if said else "")
    assert "4 tests were skipped: no reference data in ../data" in ended.stdout
    assert ("every check and every test passed" in ended.stdout) is (not said)
