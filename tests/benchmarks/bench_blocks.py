"""What protection in blocks loses and takes, beside MDAV over the whole file.

Run ``python -m tests.benchmarks.bench_blocks [--quick | --million]`` from the project's root. By
default 100,000 records of 4, 8 and 13 columns; `--quick` takes 20,000, `--million` a million of 4
and 8 columns and 250,000 of 13. Losses are 100 SSE/SST. Seconds are the processor's, with one
thread; `threads` is how many times as fast two threads are by the clock.
"""

from __future__ import annotations

import argparse
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

Floats = NDArray[np.float64]

K = 5
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
        sys.stdout.write(
            f"| {kind} | {columns} | {records:,} | {blocks} | {loss:.3f} | {100 * torn:+.1f} % | "
            f"{100 * mended:+.1f} % | {seconds:.1f} | {spent:.1f} | {alone / both:.2f} |\n"
        )
        sys.stdout.flush()


def main() -> None:
    """Print a table of all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true")
    size.add_argument("--million", action="store_true")
    chosen = parser.parse_args()
    # Compiles what is timed.
    few = points_of("normal", 10_000, 2)
    whole(few)
    in_blocks(few, 2, 1)
    sys.stdout.write(
        "| records | columns | number | blocks | loss of MDAV | blocks alone | repaired | "
        "seconds of MDAV | of blocks | threads |\n"
    )
    for columns in (4, 8, 13):
        records = 20_000 if chosen.quick else 100_000
        if chosen.million:
            records = 250_000 if columns > 8 else 1_000_000
        for kind in ("normal", "log-normal"):
            compared(kind, records, columns)


if __name__ == "__main__":
    main()
