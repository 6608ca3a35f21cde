"""What the search for the best clusters reaches, beside what is known, and how long it takes.

Run ``python -m tests.benchmarks.bench_best [--quick]`` from the project's root. Losses are
100 SSE/SST with all columns standardised and masked; seconds are the processor's, of one thread.
`--quick` tries a tenth of the moves.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked
from core.jobs import Job
from core.pipeline import warm_up
from core.protect import METHODS
from core.protect.task import Task
from tests.benchmarks.harness import print_row, print_titles, reference_folder, say
from tests.oracles.files import numeric_columns
from tests.oracles.partitions import standardised
from tests.oracles.search import loss

Floats = NDArray[np.float64]

# The best loss found by long search, and a proven bound.
KNOWN = {
    ("tarragona", 3): (14.4676, 14.4588),
    ("tarragona", 4): (17.0808, 17.0430),
    ("tarragona", 5): (20.1615, 20.1201),
    ("tarragona", 10): (30.1314, 19.2),
    ("census", 3): (4.6679, 4.6679),
    ("census", 4): (6.0803, 6.0020),
    ("census", 5): (7.2663, 7.2095),
    ("census", 10): (11.3604, 7.3),
}


def measure(name: str, task: Task) -> tuple[float, float]:
    """Measure loss and seconds of a method."""
    method, began = METHODS[name], time.process_time()
    parameters = method.complete(task.parameters)
    complete = Task(task.points, task.confidential, task.file, parameters)
    labels = method.partition(complete, Job()).labels
    spent = time.process_time() - began
    return 100 * loss(task.points.tolist(), labels.tolist()) / task.points.size, spent


def compare_known(folder: Path, moves: int) -> None:
    print_titles("file", "k", "mdav", "v-mdav", "best", "found", "above %", "bound", "seconds")
    for (file, k), (found, bound) in KNOWN.items():
        columns = numeric_columns(folder / f"{file}.csv")
        points = np.array(standardised([*columns.values()]))
        task = Task(points, {}, {}, {"k": k, "moves": moves})
        quick = [measure(name, task)[0] for name in ("mdav", "v-mdav")]
        best, spent = measure("best", task)
        print_row(file, k, *quick, best, found, 100 * (best / found - 1), bound, spent)
        if best < bound - 0.0001:
            raise SystemExit("below a proven bound: an error")


def compare_with_t(folder: Path, moves: int) -> None:
    say("")
    print_titles("confidential", "t", "t-closeness-first", "best", "less %", "seconds")
    columns = numeric_columns(folder / "census.csv")
    points = np.array(standardised([columns["TAXINC"], columns["POTHVAL"]]))
    for t in (0.05, 0.13, 0.21):
        for name in ("FEDTAX", "FICA"):
            distinct, ranks = np.unique(columns[name], return_inverse=True)
            ranked = {name: Ranked(ranks.astype(np.int64), len(distinct), True)}
            parameters = {"k": 2, "t": t, "moves": moves, "bucket_by": name}
            task = Task(points, ranked, ranked, parameters)
            (first, _), (best, spent) = (measure(m, task) for m in ("t-closeness-first", "best"))
            print_row(name, t, first, best, 100 * (1 - best / first), spent)


def main(quick: bool) -> None:
    moves = int(METHODS["best"].parameter("moves").default or 0) // (10 if quick else 1)
    warm_up(lambda: None)
    if (folder := reference_folder()) is not None:
        compare_known(folder, moves)
        compare_with_t(folder, moves)


if __name__ == "__main__":
    main("--quick" in sys.argv)
