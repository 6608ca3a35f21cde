"""The two commands of the README, as far as they can be tried without installing anything."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.installer.setting_up import ROOT, run, write_script

COMMANDS = ("start", "test")
BARE = """
suits() { return 1; }
as_administrator() { return 1; }
ldconfig() { echo ''; }
"""


def shell(script: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    head = 'set -eu; root=$1; shim=${3-}; . "$2/installer/set_up.sh"\n'
    return run("sh", "-c", head + script, "sh", root, ROOT, root / "python3")


@pytest.mark.parametrize("name", [*COMMANDS, "bundle", "lock", "set_up.sh"])
def test_the_scripts_are_plain_shell(name: str) -> None:
    ended = run("sh", "-n", ROOT / "installer" / name)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_readme_gives_the_two_commands_first() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    blocks = re.findall(r"^    (.+)$", readme, flags=re.MULTILINE)

    assert blocks[:2] == [f"sh installer/{name}" for name in COMMANDS]


def test_a_build_runs_the_test_command_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

    assert lines == ["#!/bin/sh", 'exec sh "$(dirname "$0")/../installer/test"']


def test_one_sentence_names_all_packages_where_nothing_may_be_installed(tmp_path: Path) -> None:
    ended = shell(BARE + "need_packages", tmp_path)

    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    named = ended.stderr.split("apt-get install ")[1].split()
    assert {"python3", "python3-venv", "libgl1", "libegl1", "libxcb-cursor0"} <= set(named)


def test_without_the_windows_packages_it_goes_on_and_says_which_are_missing(tmp_path: Path) -> None:
    python_is_there = BARE.replace("return 1; }\nas_", "return 0; }\nas_", 1)

    ended = shell(python_is_there + 'need_packages; printf "%s" "$for_window"', tmp_path)

    assert ended.returncode == 0, ended.stderr
    assert "libxkbcommon0" in ended.stdout.split()
    assert "python3" not in ended.stdout


def test_what_is_there_is_not_asked_for(tmp_path: Path) -> None:
    libraries = "printf '%s' \"$qt_libraries\" | sed 's/ .*/ (libc6) => x/'"

    ended = shell(f"ldconfig() {{ {libraries}; }}\nmissing_for_the_window", tmp_path)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert set(ended.stdout.split()) <= {"fonts-dejavu-core"}


def test_a_command_that_leads_nowhere_is_no_python(tmp_path: Path) -> None:
    write_script(tmp_path / "python3", "echo 'python3: command not found' >&2\nexit 127")

    assert shell('suits "$shim" sys', tmp_path).returncode == 127
    assert shell('find_python sys; suits "$python" sys').returncode == 0
