"""Runs commands, and the shared part of the two on a folder with a pip that only pretends."""

from __future__ import annotations

import io
import subprocess
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# Stands in for what takes minutes: an environment, and a pip that says `$words` and ends so.
PRETEND = """
need_environment() { mkdir -p "$venv/bin"; printf '%s\\n' "$root" >"$venv/made-for"; }
has_environment() { [ -e "$venv/made-for" ]; }
run_pip() { echo "pip for '$1'"; begin_details; cp "$words" "$details"; return "$status"; }
"""
START = PRETEND + "need_project desktop 'PySide6|matplotlib' || need_project ''"


def run(*words: object, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and catch what it says."""
    call = [*map(str, words)]
    return subprocess.run(
        call, capture_output=True, text=True, check=False, timeout=1200, **settings
    )


def write_script(path: Path, body: str) -> Path:
    """Write a program of a shell."""
    write_files(path.parent, [path.name], f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def write_files(folder: Path, names: Iterable[str], text: str | None = None) -> Path:
    """Write files with a text, or their names, into a folder and those in it."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name if text is None else text)
    return folder


def zip_of(texts: Mapping[str, str | bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return content.getvalue()


def command(script: str, house: Path, words: str = "", status: int = 1) -> list[str]:
    said = house.parent / "words.log"
    said.write_text(words)
    head = 'set -eu; root=$1; words=$2; status=$3; . "$4/installer/set_up.sh"\n'
    return ["sh", "-c", head + script, "sh", str(house), str(said), str(status), str(ROOT)]


def shell(
    script: str, house: Path, words: str = "", status: int = 1
) -> subprocess.CompletedProcess[str]:
    return run(*command(script, house, words, status))


def refused(ended: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence with which a command refused."""
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr
