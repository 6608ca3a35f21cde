"""What protection in blocks loses and takes, beside MDAV over the whole file.

Run ``python -m tests.benchmarks.bench_blocks [--quick | --million]`` from the project's root. By
default 100,000 records of 4, 8 and 13 columns; `--quick` takes 20,000, `--million` a million of 4
and 8 columns and 250,000 of 13. Losses are 100 SSE/SST. Seconds are the processor's, with one
thread; `threads` is how many times as fast two threads are by the clock.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.kernels.improvement.refine import partition_loss
from core.kernels.microaggregation.mdav import Mdav
from core.protect import METHODS
from core.protect.blocks import ThreadEngine, partition_in_blocks
from core.protect.partition_method import Partition
from core.protect.task import Task
from tests.benchmarks.harness import K, print_row, print_titles

Floats = NDArray[np.float64]

BLOCKS = (16, 64)


def points_of(kind: str, records: int, columns: int) -> Floats:
    values = np.random.default_rng(1).standard_normal((records, columns))
    values = np.exp(values) if kind == "log-normal" else values
    return np.ascontiguousarray((values - values.mean(axis=0)) / values.std(axis=0))


def lost(points: Floats, labels: NDArray[np.int64]) -> float:
    return 100 * partition_loss(points, labels, int(labels.max()) + 1) / points.size


def whole(points: Floats) -> tuple[float, float]:
    """Return loss and seconds of MDAV over all records."""
    began, work = time.process_time(), Mdav(points, K, threads=1)
    while not work.step(1 << 30)[1]:
        pass
    return lost(points, work.labels), time.process_time() - began


def in_blocks(points: Floats, blocks: int, threads: int) -> Partition:
    partition = METHODS["mdav"].partition
    assert partition is not None
    task, most = Task(points, {}, {}, {"k": K}), -(-len(points) // blocks)
    return partition_in_blocks(partition, task, most, Job(), ThreadEngine(threads))


def compared(kind: str, records: int, columns: int) -> None:
    points = points_of(kind, records, columns)
    loss, seconds = whole(points)
    for blocks in BLOCKS:
        began, clock = time.process_time(), time.monotonic()
        found = in_blocks(points, blocks, 1)
        spent, alone = time.process_time() - began, time.monotonic() - clock
        clock = time.monotonic()
        assert (in_blocks(points, blocks, 2).labels == found.labels).all()
        both = time.monotonic() - clock
        (repair,) = (step.counts for step in found.steps if step.name == "repair")
        torn, mended = float(repair["before"]) / loss - 1, lost(points, found.labels) / loss - 1
        gains = (f"{100 * share:+.1f} %" for share in (torn, mended))
        print_row(kind, columns, f"{records:,}", blocks, loss, *gains, seconds, spent, alone / both)


def main(size: str) -> None:
    """Print a table of all files."""
    # Compiles what is timed.
    few = points_of("normal", 10_000, 2)
    whole(few)
    in_blocks(few, 2, 1)
    print_titles(
        *("records", "columns", "number", "blocks", "loss of MDAV", "blocks alone", "repaired"),
        *("seconds of MDAV", "of blocks", "threads"),
    )
    for columns in (4, 8, 13):
        records = 20_000 if size == "--quick" else 100_000
        if size == "--million":
            records = 250_000 if columns > 8 else 1_000_000
        for kind in ("normal", "log-normal"):
            compared(kind, records, columns)


if __name__ == "__main__":
    main(*sys.argv[1:] or [""])
