"""How promptly a run and its release stop when they are asked to, and let others have a turn.

Run ``python -m tests.benchmarks.bench_promptness [records] [method ...]`` from the project's
root. It prints the longest times between two looks at the cancel flag, and the longest times
for which another thread that slept five milliseconds was not let back in, each with the place
in the code. Times are processor seconds, so that other work on the machine hardly shows; what
waits for a disk is not in them.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from core.io import read
from core.jobs import Job
from core.model import (
    Attribute,
    Dataset,
    FileKind,
    Method,
    MissingPolicy,
    Plan,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.pipeline import execute, resolve, seal, warm_up
from tests.benchmarks.harness import say
from tests.benchmarks.waits import NAP, Sleeper

SHOWN = 8
Places = dict[str, float]
T = TypeVar("T")

PARAMETERS: dict[str, dict[str, object]] = {
    "mdav": {"k": 5},
    "t-closeness-first": {"k": 5, "t": 0.1, "bucket_by": "D"},
    "t-merge": {"k": 5, "t": 0.45},
}


def place_of(frames: traceback.StackSummary) -> str:
    """Name the innermost lines of the program's own code."""
    own = [f for f in frames if "/core/" in f.filename and "/core/jobs/" not in f.filename]
    return " < ".join(f"{Path(f.filename).stem}.{f.name}:{f.lineno}" for f in reversed(own[-4:]))


class Watched(Job):
    """A job that notes how long its workers went without looking at the cancel flag."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: Places = {}
        self.unheard: Places = {}
        self._owner = threading.get_ident()
        self._last: dict[int, tuple[float, str]] = {self._owner: (time.thread_time(), "begin")}

    def check(self) -> None:
        ident, here = threading.get_ident(), place_of(traceback.extract_stack(limit=12))
        before, place = self._last.get(ident, (0.0, "begin"))
        between, gap = f"{place}  ->  {here}", time.thread_time() - before
        # What another thread does than the one that was asked holds nobody up.
        places = self.gaps if ident == self._owner else self.unheard
        places[between] = max(places.get(between, 0.0), gap)
        self._last[ident] = time.thread_time(), here
        super().check()


class PlaceSleeper(Sleeper):
    """Notes what others did while it did not get its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.stalls: Places = {}

    def note(self, waited: float) -> None:
        super().note(waited)
        if waited <= 2 * NAP:
            return
        for ident, frame in sys._current_frames().items():
            if ident != self.ident:
                place = place_of(traceback.extract_stack(frame))
                self.stalls[place] = max(self.stalls.get(place, 0.0), waited)


def write_file(records: int, folder: Path) -> Path:
    """Write a file of four normal columns to `folder`."""
    values = np.random.default_rng(records).normal(size=(records, 4)) * 1000
    path = folder / "people.csv"
    np.savetxt(path, values, "%.3f", ",", header="A,B,C,D", comments="")
    return path


def plan_run(
    path: Path | str, dataset: Dataset, method: str, parameters: dict[str, object]
) -> Plan:
    names = "ABC" if "t" in parameters else "ABCD"
    attributes = [
        Attribute(n, Role.QUASI_IDENTIFIER if n in names else Role.CONFIDENTIAL, Scale.CONTINUOUS)
        for n in "ABCD"
    ]
    recipe = Recipe(
        Method(method, parameters), Target(FileKind.CSV, "out"), MissingPolicy.LEAVE_OUT
    )
    return resolve(recipe, Schema(tuple(attributes)), dataset, Source(str(path), FileKind.CSV))


def show(title: str, places: Places) -> None:
    say(title)
    for place, seconds in sorted(places.items(), key=lambda item: -item[1])[:SHOWN]:
        say(f"  {1000 * seconds:6.0f} ms  {place}")


def watch(title: str, work: Callable[[Job], T]) -> T:
    job = Watched()
    began = time.process_time()
    with PlaceSleeper() as sleeper:
        found = work(job)
    spent = time.process_time() - began
    show(f"\n{title} ({spent:.1f} s): without a look at the cancel flag", job.gaps)
    show(f"{title}: going on unheard after a cancel", job.unheard)
    show(f"{title}: others kept waiting", sleeper.stalls)
    return found


def main(records: int = 1_000_000, methods: Sequence[str] = tuple(PARAMETERS)) -> None:
    warm_up(lambda: None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = write_file(records, folder)
        dataset = read(Source(str(path), FileKind.CSV), Job())
        for method in methods:
            plan = plan_run(path, dataset, method, PARAMETERS[method])
            assert not plan.errors, plan.errors
            result = watch(f"execute {method}", partial(execute, plan, dataset))
            watch(f"seal {method}", partial(seal, result, dataset, folder / method, False))


if __name__ == "__main__":
    words = sys.argv[1:]
    main(int(words[0]) if words else 1_000_000, words[1:] or tuple(PARAMETERS))
