"""How many times as fast two worker processes compute blocks as one.

Run ``python -m tests.benchmarks.bench_workers [--quick]`` from the project's root, with the extra
`cluster` installed, on a computer with two processors and nothing else to do. One worker and two
take turns, fifteen times in 64 blocks, as the speed of a computer changes; seconds are medians by
the clock, and the ratio is the median of those of each turn, with the least and the largest one.
`main` is what the processor spent in the main process with two. `--quick` takes a tenth of the
records.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.jobs.cluster import Workers, open_engine
from core.protect import METHODS
from core.protect.blocks import BlockEngine, partition_in_blocks
from core.protect.task import Task
from tests.benchmarks.bench_blocks import K, points_of

Floats = NDArray[np.float64]

FILES = ((1_000_000, 8), (250_000, 13))
BLOCKS, TURNS = 64, 15
_PAUSE = 0.5


class Run(NamedTuple):
    seconds: float
    main: float
    labels: NDArray[np.int64]


def timed(points: Floats, engine: BlockEngine) -> Run:
    # Until the workers of the other engine have stopped looking for tasks.
    time.sleep(_PAUSE)
    partition = METHODS["mdav"].partition
    assert partition is not None
    task, most = Task(points, {}, {}, {"k": K}), -(-len(points) // BLOCKS)
    clock, began = time.perf_counter(), time.process_time()
    labels = partition_in_blocks(partition, task, most, Job(), engine).labels
    return Run(time.perf_counter() - clock, time.process_time() - began, labels)


def compared(points: Floats, one: BlockEngine, two: BlockEngine) -> str:
    """Return the row of a file."""
    turns = [(timed(points, one), timed(points, two)) for _ in range(TURNS)]
    for first, second in turns:
        assert (first.labels == second.labels).all()
    ratios = [first.seconds / second.seconds for first, second in turns]
    alone, together, main = (
        median(run.seconds for run, _ in turns),
        median(run.seconds for _, run in turns),
        median(run.main for _, run in turns),
    )
    return (
        f"| {len(points):,} | {points.shape[1]} | {alone:.2f} | {together:.2f} | "
        f"{median(ratios):.2f} | {min(ratios):.2f} to {max(ratios):.2f} | {main:.2f} |\n"
    )


def main() -> None:
    """Print a table of all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    share = 10 if parser.parse_args().quick else 1
    sys.stdout.write("| records | columns | one worker | two workers | ratio | turns | main |\n")
    with open_engine(Workers(1)) as one, open_engine(Workers(2)) as two:
        assert one.engine is not None
        assert two.engine is not None
        for records, columns in FILES:
            points = points_of("normal", records // share, columns)
            for engine in (one.engine, two.engine):
                # Starts what the workers start but once.
                timed(points, engine)
            sys.stdout.write(compared(points, one.engine, two.engine))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
