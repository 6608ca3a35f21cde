"""What the internal log says of a spread, so that its records are drawn again from their core."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

import numpy as np

from core.array_types import Floats
from core.model import Column, Step
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.representative import CountedStep

SPREAD_STEP, HYBRID_STEP = "spread", "hybrid"
"""The names of the log's steps."""
NUMBERS = {SPREAD_STEP: "pools", HYBRID_STEP: "groups"}
"""Their counts with the numbers from which records are drawn."""
Drawn = tuple[Mapping[str, Column], tuple[Step, ...]]
"""The drawn columns, and what the log says of them."""
DIGITS = 12


@dataclass(frozen=True, slots=True, eq=False)
class LoggedSpread:
    """The pooled numbers from which records are drawn.

    Attributes
    ----------
    columns : SpreadColumns
    sizes : tuple of int
        Records of each pool.
    covariances : numpy.ndarray of float64, shape (pools, m + d, m + d)
        In the digits of the log; those of the published columns come first.
    """

    columns: SpreadColumns
    sizes: tuple[int, ...]
    covariances: Floats

    @classmethod
    def read(cls, text: str) -> LoggedSpread:
        """Read an entry of the log."""
        entry = json.loads(text)
        columns = SpreadColumns(
            tuple(entry["names"]),
            tuple(entry["leaders"]),
            tuple(tuple(places) for places in entry["larger"]),
            tuple(entry["steps"]),
            tuple(entry["capped"]),
            tuple(entry["with_zeros"]),
            tuple(entry["published"]),
            entry["is_of_groups"],
            tuple(entry["signed"]),
            tuple(entry["on_logs"]),
        )
        n_columns = len(columns.published) + len(columns.names)
        triangles = np.array(entry["covariances"], dtype=np.float64)
        lower = np.tril_indices(n_columns)
        covariances = np.zeros((len(entry["sizes"]), n_columns, n_columns))
        covariances[:, lower[0], lower[1]] = triangles.reshape(len(covariances), -1)
        covariances[:, lower[1], lower[0]] = triangles.reshape(len(covariances), -1)
        return cls(columns, tuple(entry["sizes"]), covariances)

    def text(self) -> str:
        """Write the entry of the log."""
        rows, columns = np.tril_indices(self.covariances.shape[-1])
        triangles = self.covariances[:, rows, columns].tolist()
        covariances = [[float(f"{cell:.{DIGITS}g}") for cell in cells] for cells in triangles]
        entry = {**asdict(self.columns), "sizes": self.sizes, "covariances": covariances}
        return json.dumps(entry)


def read_logged_spread(steps: Iterable[CountedStep]) -> LoggedSpread | None:
    """Read the pooled numbers of a log, ``None`` where no column is spread."""
    for step in steps:
        entry = step.counts.get(NUMBERS.get(step.name, ""))
        if entry is not None:
            return LoggedSpread.read(str(entry))
    return None
