"""Computes the independent pieces of a partition in blocks in threads of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job, run_parallel
from core.jobs.block_engine import BlockEngine
from core.jobs.chosen_rows import SharedRows
from core.kernels.indexes.shared_passes import MOST, processors

Piece = TypeVar("Piece")
Found = TypeVar("Found")


class ThreadEngine(BlockEngine):
    """Computes the pieces in threads of this process, each task by itself.

    Parameters
    ----------
    threads : int, optional
        How many; default: the number of processors.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or min(processors(), MOST)

    def share(self, rows: NDArray[np.float64]) -> AbstractContextManager[SharedRows]:
        """Let the pieces choose among rows; see `BlockEngine.share`."""
        return nullcontext(SharedRows(rows))

    def map_spans(
        self,
        work: Callable[[Piece, Job], Found],
        piece: Callable[[range], Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[tuple[range, Found]]:
        """Yield the result of each task; see `BlockEngine.map_spans`."""
        if units:
            spans = [range(at, at + 1) for at in range(len(units))]
            parts = [partial(_one, work, piece, span) for span in spans]
            found = run_parallel(parts, units, [0] * len(parts), job, self._threads)
            yield from zip(spans, found, strict=True)


def _one(
    work: Callable[[Piece, Job], Found], piece: Callable[[range], Piece], span: range, job: Job
) -> Found:
    return work(piece(span), job)
