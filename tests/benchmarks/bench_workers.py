"""How many times as fast two worker processes compute blocks as one.

Run ``python -m tests.benchmarks.bench_workers [--quick]`` from the project's root, with the extra
`cluster` installed, on a computer with two processors and nothing else to do: the seconds are of
the clock, the best of eight runs in 64 blocks. `main` is what the processor spent in the main
process meanwhile. `--quick` takes a tenth of the records.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.jobs.cluster import Workers, open_engine
from core.protect import METHODS
from core.protect.blocks import BlockEngine, partition_in_blocks
from core.protect.task import Task
from tests.benchmarks.bench_blocks import K, points_of

FILES = ((1_000_000, 8), (250_000, 13))
BLOCKS, TIMES = 64, 8


class Run(NamedTuple):
    seconds: float
    main: float
    labels: NDArray[np.int64]


def timed(points: NDArray[np.float64], engine: BlockEngine) -> Run:
    partition = METHODS["mdav"].partition
    assert partition is not None
    task, most = Task(points, {}, {}, {"k": K}), -(-len(points) // BLOCKS)
    clock, began = time.perf_counter(), time.process_time()
    labels = partition_in_blocks(partition, task, most, Job(), engine).labels
    return Run(time.perf_counter() - clock, time.process_time() - began, labels)


def best(points: NDArray[np.float64], workers: int) -> Run:
    with open_engine(Workers(workers)) as opened:
        assert opened.engine is not None
        # Starts what the workers start but once.
        timed(points_of("normal", 20_000, points.shape[1]), opened.engine)
        return min(
            (timed(points, opened.engine) for _ in range(TIMES)), key=lambda run: run.seconds
        )


def main() -> None:
    """Print a table of all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    share = 10 if parser.parse_args().quick else 1
    sys.stdout.write("| records | columns | one worker | two workers | ratio | main |\n")
    for records, columns in FILES:
        points = points_of("normal", records // share, columns)
        one, two = best(points, 1), best(points, 2)
        assert (one.labels == two.labels).all()
        sys.stdout.write(
            f"| {len(points):,} | {columns} | {one.seconds:.2f} | {two.seconds:.2f} | "
            f"{one.seconds / two.seconds:.2f} | {two.main:.2f} |\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
