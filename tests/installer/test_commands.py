"""The two commands run whole, in a copy of the project whose environment is set up already."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

from tests.installer import setting_up
from tests.installer.setting_up import ROOT, write_script

STATVEIL = Path(sys.executable).with_name("statveil")
TOOLS = ("ruff", "mypy", "lint-imports", "pytest")


@pytest.fixture
def house(base: Path) -> Path:
    """A copy that any account may read, with an environment that leads to the one of this test."""
    folder = base / "My Programs (new)" / "Statveil é '%"
    for part in ("installer", "resources/samples"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    tools = folder / ".venv" / "bin"
    write_script(tools / "python", f'exec {quote(sys.executable)} "$@"')
    write_script(tools / "statveil", f'exec {quote(str(STATVEIL))} "$@"')
    (folder / ".venv" / "made-for").write_text(f"{folder}\n")
    named = [folder / "pyproject.toml", *sorted((folder / "installer/locks").glob("*.txt"))]
    content = b"".join(path.read_bytes() for path in named)
    held = subprocess.run(["cksum"], input=content, capture_output=True, check=True)
    (folder / ".venv" / "holds-desktop,test").write_bytes(held.stdout)
    return folder


def run(
    house: Path, name: str, *arguments: str, cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH")
    environment = {n: v for n, v in os.environ.items() if n not in names} | more
    script = house / "installer" / name
    return setting_up.run("sh", script, *arguments, cwd=cwd or house.parent, env=environment)


def test_start_runs_nothing_that_lies_in_the_callers_folder(house: Path, tmp_path: Path) -> None:
    here = tmp_path / "here"
    for name in ("core", "resources", "bin"):
        (here / name).mkdir(parents=True)
    for name in [*sys.stdlib_module_names, "pip", "PySide6"]:
        trace = f"open({str(here / 'ran')!r}, 'a').write({name + ' '!r})\nraise SystemExit(9)\n"
        (here / f"{name}.py").write_text(trace)
    # Protecting the sample takes long; whether the program begins shows what it imports.
    program = house / ".venv" / "bin" / "statveil"
    begin = f'echo "$*" >> "$0.said"; {quote(str(STATVEIL))} --version || exit 9'
    write_script(program, f'{begin}; [ "$1" != protect ] || exit 5')

    ended = run(house, "start", cwd=here, CDPATH=str(here))

    assert not (here / "ran").exists(), (here / "ran").read_text()
    assert ended.returncode == 0, ended.stderr
    sample = house / "resources/samples/business_survey"
    release = house / "releases/business_survey_1"
    log = release / "internal/business_survey_protected.internal.json"
    assert release.is_dir()
    assert program.with_suffix(".said").read_text().splitlines() == [
        f"protect {sample}.recipe.json --output {release}",
        f"verify {log} --input {sample}.csv",
    ]


REPORT = """<testsuites><testsuite>
<testcase name="a"><skipped message="no reference data in ../data"/></testcase>
<testcase name="b"><skipped message="no reference data in ../data"/></testcase>
<testcase name="c"/>{failure}</testsuite></testsuites>"""
FAILURE = '<testcase file="tests/test_d.py" name="test_d[1]"><failure message="no"/></testcase>'


# Ends as `fails` wants, and leaves a report of skipped tests where it is told to.
PYTEST = """
echo "$*" >> "$0.said"
for word; do case "$word" in *.xml) cp "$report" "$word";; esac; done
[ "$fails" != tests ]
"""
PYTHON = """
case "$*" in
    *compiling_ahead*) echo "$*" >> "$0.said"; [ "$fails" != kernels ]; exit;;
esac
"""


@pytest.fixture
def tools(house: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of tools that only pretend; those that matter note what they are told."""
    folder = house / ".venv" / "bin"
    for name in TOOLS:
        write_script(folder / name, "exit 0")
    write_script(folder / "pytest", PYTEST)
    write_script(folder / "python", PYTHON + f'exec {quote(sys.executable)} "$@"')
    report = house.parent / "report.xml"
    report.write_text(REPORT.format(failure=""))
    (house / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "quick.py", house / "tests")
    monkeypatch.setenv("report", str(report))
    return folder


def check_run(house: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    ended = run(house, "test", *arguments, **more)
    if "libraries of the system" in ended.stderr:
        pytest.skip("the libraries of the window are missing here")
    return ended


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        ("none", ""),
        ("kernels", "failed: kernels can be compiled"),
        ("types", "failed: types (mypy)"),
        ("tests", "failed: tests (pytest)"),
    ],
)
def test_the_last_lines_say_what_failed_what_was_skipped_and_how_long_it_took(
    house: Path, tools: Path, fails: str, said: str
) -> None:
    write_script(tools / "mypy", 'echo "types are checked"; [ "$fails" != types ]')
    has_failure = fails == "tests"
    (house.parent / "report.xml").write_text(REPORT.format(failure=FAILURE * has_failure))

    ended = check_run(house, fails=fails)

    assert ended.returncode == (2 if said else 0), ended.stdout + ended.stderr
    assert ended.stderr.strip() == (f"Statveil: {said}" if said else "")
    assert "types are checked" in ended.stdout
    named = "Statveil: failed: tests/test_d.py::test_d[1]"
    assert (named in ended.stdout) is has_failure
    assert "2 tests were skipped: no reference data in ../data" in ended.stdout
    times = r"^Statveil: environment \d+ s, checks \d+ s, kernels \d+ s, tests \d+ s$"
    assert re.search(times, ended.stdout, re.MULTILINE)
    assert ("every check and every test passed" in ended.stdout) is (not said)


def test_the_last_lines_name_what_failed_in_either_run_before_a_release(
    house: Path, tools: Path
) -> None:
    (house.parent / "report.xml").write_text(REPORT.format(failure=FAILURE))
    noise = '\nfor line in $(seq 100); do echo "$line"; done\n[ "$fails" != tests ]\n'
    write_script(tools / "pytest", PYTEST + noise)

    ended = check_run(house, "--all", fails="tests")

    assert ended.returncode == 2
    last = ended.stdout.splitlines()[-60:]
    # It fails in memory and with tables in a scratch folder.
    assert last.count("Statveil: failed: tests/test_d.py::test_d[1]") == 2
    assert sum("2 tests were skipped" in line for line in last) == 1


@pytest.mark.parametrize(
    ("arguments", "told", "compiles"),
    [
        ((), "-n 2 --dist worksteal", True),
        (("--all",), "--longer", True),
        (("--quick",), "tests/architecture/test_changelog.py", False),
        (("--quick", "tests/test_one.py"), "tests/test_one.py", False),
    ],
)
def test_each_lane_runs_its_tests_once(
    house: Path, tools: Path, arguments: tuple[str, ...], told: str, compiles: bool
) -> None:
    (house / "tests" / "test_one.py").touch()

    ended = check_run(house, *arguments, fails="none")

    assert ended.returncode == 0, ended.stdout + ended.stderr
    line, *spooled = (tools / "pytest.said").read_text().splitlines()
    assert told in line
    is_longer = arguments == ("--all",)
    assert ("--longer" in line) is is_longer
    # Before a release, the ordinary tests run with their tables in a scratch folder, too.
    assert ["--spooled" in again for again in spooled] == [True] * is_longer
    assert (tools / "python.said").exists() is compiles


@pytest.mark.parametrize(
    "arguments",
    [("--quickly",), ("core.protect",), ("--all", "core.protect"), ("--quick", "core.nothing")],
)
def test_what_no_lane_knows_is_refused_in_one_sentence(
    house: Path, tools: Path, arguments: tuple[str, ...]
) -> None:
    ended = check_run(house, *arguments)

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert arguments[-1] in ended.stderr
    assert not (tools / "pytest.said").exists()
