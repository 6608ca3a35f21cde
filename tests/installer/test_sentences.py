"""What the two commands say, and what they leave behind, where they cannot go on."""

from __future__ import annotations

import re
import subprocess
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OFFLINE = """
WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError': [Errno -3]
  Temporary failure in name resolution: /simple/setuptools/
ERROR: Could not find a version that satisfies the requirement setuptools>=77
ERROR: No matching distribution found for setuptools>=77
"""
APT_OFFLINE = """
W: Failed to fetch http://deb.debian.org/debian  Temporary failure resolving 'deb.debian.org'
E: Unable to locate package python3-venv
"""
FETCHING = """
Collecting numpy<3,>=2.2
  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl.metadata (62 kB)
  Downloading https://index/numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (16.9 MB)
Collecting six
  Downloading six-1.17.0-py2.py3-none-any.whl (11 kB)
Installing collected packages: numpy, six
Successfully installed numpy-2.4.6 six-1.17.0
"""
# Stands in for what takes minutes: an environment, and a pip that says `$words` and ends so.
PRETEND = """
need_environment() { mkdir -p "$venv/bin"; printf '%s\\n' "$root" >"$venv/made-for"; }
has_environment() { [ -e "$venv/made-for" ]; }
run_pip() { echo "pip for '$1'"; begin_details; cp "$words" "$details"; return "$status"; }
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder to set up: all that the shared part needs of a project."""
    folder = tmp_path / "My Programs (new)" / "Statveil é '%"
    folder.mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[project]\n")
    return folder


def command(script: str, house: Path, words: str = "", status: int = 1) -> list[str]:
    said = house.parent / "words.log"
    said.write_text(words)
    head = f'set -eu; root=$1; words=$2; status={status}; . "{ROOT}/installer/set_up.sh"\n'
    return ["sh", "-c", head + script, "sh", str(house), str(said)]


def shell(
    script: str, house: Path, words: str = "", status: int = 1
) -> subprocess.CompletedProcess[str]:
    given = command(script, house, words, status)
    return subprocess.run(given, capture_output=True, text=True, check=False, timeout=60)


def refused(ended: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence with which a command refused."""
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


START = PRETEND + "need_project desktop 'PySide6|matplotlib' || need_project ''"


def test_offline_one_sentence_says_so_and_pip_is_not_tried_again(house: Path) -> None:
    ended = shell(START, house, OFFLINE)

    assert "no connection to the package index" in refused(ended)
    assert ended.stdout.count("pip for") == 1
    assert "NewConnectionError" not in ended.stdout
    assert not (house / ".venv").exists()


def test_an_environment_that_serves_stays_when_a_later_set_up_fails(house: Path) -> None:
    (house / ".venv").mkdir()
    (house / ".venv" / "holds-desktop").write_text("another version\n")

    refused(shell(START, house, OFFLINE))

    assert (house / ".venv" / "holds-desktop").exists()


def test_without_a_window_for_this_computer_it_goes_on_with_the_rest(house: Path) -> None:
    none = "ERROR: No matching distribution found for PySide6-Essentials<7,>=6.8\n"

    ended = shell(PRETEND + "need_project desktop 'PySide6|matplotlib' || echo REST", house, none)

    assert (ended.returncode, "REST" in ended.stdout) == (0, True), ended.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("OSError: [Errno 28] No space left on device\n", "the disk is full"),
        ("SSLError(SSLCertVerificationError('certificate verify failed'))\n", "is not trusted"),
        ("error: subprocess-exited-with-error\n", "could not be installed"),
    ],
)
def test_other_failures_have_sentences_of_their_own(house: Path, words: str, said: str) -> None:
    assert said in refused(shell(START, house, words))
    assert not (house / ".venv").exists()


def test_too_little_room_is_said_before_anything_is_written(house: Path) -> None:
    ended = shell("free_megabytes() { printf 400; }\n" + START, house)

    assert re.search(r"needs 1300 MB .* only 400 MB are free", refused(ended))
    assert sorted(path.name for path in house.iterdir()) == ["pyproject.toml"]


def test_the_free_room_is_what_the_system_says(house: Path) -> None:
    free = int(shell('free_megabytes "$root"', house).stdout)

    told = subprocess.run(["df", "-Pm", house], capture_output=True, text=True, check=True).stdout
    assert abs(free - int(told.splitlines()[1].split()[3])) < 500


def test_an_administrator_without_a_network_is_not_sent_to_an_administrator(
    house: Path,
) -> None:
    bare = """
    has_environment() { return 1; }
    suits() { return 1; }
    as_administrator() { printf 'env'; }
    PATH=$root/bin:$PATH
    """
    (house / "bin").mkdir()
    (house / "bin" / "apt-get").write_text(f"#!/bin/sh\ncat <<'X' >&2\n{APT_OFFLINE}X\nexit 100\n")
    (house / "bin" / "apt-get").chmod(0o755)

    said = refused(shell(bare + "need_packages", house))

    assert "cannot be reached" in said
    assert "Failed to fetch" not in said
    assert "dministrator" not in said
    assert "python3-venv" in said


def test_what_pip_does_is_said_in_plain_words(house: Path) -> None:
    said = shell('tell_progress "$words" 999999', house, FETCHING).stdout.splitlines()

    assert said == [
        "Statveil:   fetching numpy (16.9 MB)",
        "Statveil: all is fetched; unpacking 1 GB, which takes a minute or more",
    ]


def test_what_is_fetched_and_what_it_takes_on_the_disk_are_both_said(house: Path) -> None:
    ended = shell(START, house, FETCHING, status=0)

    assert ended.returncode == 0, ended.stderr
    assert "290 MB to fetch, 1 GB on disk" in ended.stdout


def test_two_commands_do_not_set_one_folder_up_at_once(house: Path) -> None:
    slow = START.replace("begin_details;", "sleep 3; begin_details;")
    given = command(slow, house, FETCHING, status=0)
    ends: list[subprocess.CompletedProcess[str]] = []

    def run() -> None:
        ends.append(subprocess.run(given, capture_output=True, text=True, check=False, timeout=60))

    both = [threading.Thread(target=run) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()

    said = "".join(ended.stdout for ended in ends)
    assert [ended.returncode for ended in ends] == [0, 0], [ended.stderr for ended in ends]
    assert said.count("pip for") == 1
    assert said.count("another command is setting this folder up") == 1


def test_an_environment_of_a_moved_folder_is_made_anew_and_says_so(house: Path) -> None:
    (house / ".venv").mkdir()
    (house / ".venv" / "made-for").write_text("/elsewhere\n")
    pretend = "find_python() { python=true; }\nhas_environment() { return 1; }\n"

    ended = shell(pretend + "need_environment", house)

    assert "the folder was moved" in ended.stdout
