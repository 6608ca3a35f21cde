"""A process that reads or writes a file for us says nothing on the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SPEAKING = """
import os, sys
from core.io.child_processes.worker import silence_stderr
silence_stderr()
print("WARNING *** a cell", flush=True)
print("a traceback", file=sys.stderr, flush=True)
os.write(1, b"from C")
os.write(2, b"from C")
"""


def test_nothing_that_a_library_says_reaches_either_stream() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SPEAKING], cwd=ROOT, capture_output=True, check=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")
