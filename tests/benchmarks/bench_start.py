"""How long commands take from their start to their end.

Run ``python -m tests.benchmarks.bench_start [--quick]`` from the project's root. Processor seconds
of whole processes, medians of seven runs in turn; `--quick` runs each three times. The kernels are
those of the installation; a first run, which is not counted, compiles or loads them.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from resources import FOLDER
from tests.benchmarks.harness import count_processor_seconds, print_row, print_titles

_RUN = "import sys; from desktop_app.entry import main; sys.exit(main())"
_SAMPLE = FOLDER / "samples" / "household_survey"


def spent(*arguments: str) -> float:
    """Return the processor seconds of a command."""
    spent_before = count_processor_seconds()
    call = [sys.executable, "-c", _RUN, *arguments]
    ended = subprocess.run(call, capture_output=True, check=False)
    if ended.returncode not in (0, 5):
        raise RuntimeError(ended.stderr.decode())
    return count_processor_seconds() - spent_before


def main(quick: bool, folder: Path) -> None:
    """Time each command in turn, in a folder."""
    data, release = f"{_SAMPLE}.csv", folder / "release"
    log = release / "internal" / "household_survey_protected.internal.json"
    protect = ("protect", f"{_SAMPLE}.recipe.json", "--output", str(release), "--overwrite")
    commands = (("--version",), ("--help",), protect, ("verify", str(log), "--input", data))
    spent(*protect)
    rounds = [[spent(*command) for command in commands] for _ in range(3 if quick else 7)]
    print_titles("command", "seconds")
    for command, times in zip(commands, zip(*rounds, strict=True), strict=True):
        print_row(command[0], statistics.median(times))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main("--quick" in sys.argv, Path(made))
