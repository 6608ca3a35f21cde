"""Several commands in one new process, which imports the program once for all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[3]

_RUN_ALL = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from core.starting import start
from tests.quick_processes import quick_processes
with quick_processes():
    for words in json.loads(sys.argv[1]):
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            status = start(words)
        print(json.dumps([status, out.getvalue(), err.getvalue()]), flush=True)
"""


class Ending(NamedTuple):
    """How a command ended: its status, and what it printed."""

    status: int
    out: str
    err: str


def run_commands(
    commands: Sequence[Sequence[object]],
    environment: Mapping[str, str] | None = None,
    **settings: Any,
) -> list[Ending]:
    """Run the commands one after the other; `settings` are those of `subprocess.run`."""
    words = json.dumps([[str(word) for word in command] for command in commands])
    process = subprocess.run(
        [sys.executable, "-c", _RUN_ALL, words],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **settings,
    )
    endings = [Ending(*json.loads(line)) for line in process.stdout.splitlines()]
    assert len(endings) == len(commands), process.stderr
    assert process.stderr == ""
    return endings
