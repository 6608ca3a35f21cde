"""Runs the shared part of the two commands on a folder, with a pip that only pretends."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Stands in for what takes minutes: an environment, and a pip that says `$words` and ends so.
PRETEND = """
need_environment() { mkdir -p "$venv/bin"; printf '%s\\n' "$root" >"$venv/made-for"; }
has_environment() { [ -e "$venv/made-for" ]; }
run_pip() { echo "pip for '$1'"; begin_details; cp "$words" "$details"; return "$status"; }
"""
START = PRETEND + "need_project desktop 'PySide6|matplotlib' || need_project ''"


def command(script: str, house: Path, words: str = "", status: int = 1) -> list[str]:
    said = house.parent / "words.log"
    said.write_text(words)
    head = 'set -eu; root=$1; words=$2; status=$3; . "$4/installer/set_up.sh"\n'
    return ["sh", "-c", head + script, "sh", str(house), str(said), str(status), str(ROOT)]


def shell(
    script: str, house: Path, words: str = "", status: int = 1
) -> subprocess.CompletedProcess[str]:
    given = command(script, house, words, status)
    return subprocess.run(given, capture_output=True, text=True, check=False, timeout=300)


def refused(ended: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence with which a command refused."""
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr
