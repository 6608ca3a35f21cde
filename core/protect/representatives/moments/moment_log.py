"""What the internal log says of restored moments, so that a run is repeated without solving."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.array_types import Floats
from core.kernels.numerics.small_matrices import scatter_of
from core.model import Column
from core.protect.representatives.moments.moment_map import DIGITS, MomentMap
from core.protect.representatives.moments.moment_scales import MomentScales
from core.protect.representatives.moments.moment_targets import MomentTargets
from core.protect.representatives.representative import CountedStep
from core.table import pieces

_SCALES = "scales"
SCALES = {_SCALES: 2}
"""The count of a step by which a repeated run knows that there are two scales."""

MOMENTS_STEP = "moments"
"""The name of the log's step; its counts have ``map:1`` for the first columns masked together."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedMoments:
    """A map that restores moments.

    Attributes
    ----------
    targets : MomentTargets
    map : MomentMap
    eigenvalue : float or None
        As in `LoggedMoments`.
    left : Mapping of str to str
        Columns that no map restores well, and why they keep their means.
    """

    targets: MomentTargets
    map: MomentMap
    eigenvalue: float | None
    left: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class LoggedMoments:
    """The map of columns that are masked together, and the moments that it restores.

    Attributes
    ----------
    columns, published : tuple of str
        The restored columns, and those to which their covariances are restored, too.
    map : MomentMap
    eigenvalue : float or None
        Smallest eigenvalue of the covariances that are left after those with released columns;
        ``None`` without such columns.
    counts_units : bool
        Whether each unit counts once, so that a file without units does not show the moments.
    means, covariances : numpy.ndarray of float64, shape (d + m,) and (d, d + m)
        The original ones, on the scales of the columns.
    on_scales : MomentScales
    knows_logarithms : bool
        Whether the version that wrote the entry restored columns by their logarithms, and looked
        at how often the largest amounts are read.
    left : Mapping of str to str
        Columns that no map restores well, and why they keep their means.
    amount_means, amount_deviations : numpy.ndarray of float64, shape (d,)
        The original means of amounts, and the deviations of those of groups.
    """

    columns: tuple[str, ...]
    published: tuple[str, ...]
    map: MomentMap
    eigenvalue: float | None
    counts_units: bool
    means: Floats
    covariances: Floats
    on_scales: MomentScales
    knows_logarithms: bool
    left: Mapping[str, str]
    amount_means: Floats
    amount_deviations: Floats

    @classmethod
    def of(cls, solved: SolvedMoments, counts_units: bool, knows_logarithms: bool) -> LoggedMoments:
        """Collect what the log says of a map."""
        targets = solved.targets
        sizes = np.bincount(targets.strata, targets.weights)
        return cls(
            targets.names,
            targets.published,
            solved.map,
            solved.eigenvalue,
            counts_units,
            targets.whole_means,
            targets.whole_covariances,
            targets.on_scales,
            knows_logarithms,
            solved.left,
            (sizes[:, None] * targets.amount_means).sum(axis=0) / sizes.sum(),
            targets.amount_deviations,
        )

    @classmethod
    def read(cls, text: str) -> LoggedMoments:
        """Read an entry of the log."""
        entry = json.loads(text)
        n_columns, n_beside = len(entry["columns"]), len(entry["published"])
        moment_map = MomentMap(
            np.array(entry["start"], dtype=np.float64).reshape(-1, n_columns),
            np.array(entry["slopes"], dtype=np.float64).reshape(n_columns, n_columns),
            np.array(entry["published_slopes"], dtype=np.float64).reshape(n_columns, n_beside),
            # Logs of earlier versions know no logarithms.
            _row_of(entry, "bends", n_columns).reshape(-1, n_columns),
            tuple(entry["pinned"]),
            tuple(map(tuple, entry.get("kept", [()] * n_columns))),
        )
        return cls(
            tuple(entry["columns"]),
            tuple(entry["published"]),
            moment_map,
            entry["eigenvalue"],
            entry["counts_units"],
            np.array(entry["means"], dtype=np.float64),
            np.array(entry["covariances"], dtype=np.float64).reshape(n_columns, -1),
            MomentScales(_row_of(entry, "units", n_columns)),
            "units" in entry,
            entry.get("left", {}),
            _row_of(entry, "amount_means", n_columns),
            _row_of(entry, "amount_deviations", n_columns),
        )

    def text(self) -> str:
        """Write the entry of the log."""
        eigenvalue = None if self.eigenvalue is None else float(f"{self.eigenvalue:.{DIGITS}g}")
        entry: dict[str, object] = {
            "columns": self.columns,
            "published": self.published,
            "eigenvalue": eigenvalue,
            "counts_units": self.counts_units,
            "start": _cells(self.map.start),
            "slopes": _cells(self.map.slopes),
            "published_slopes": _cells(self.map.published_slopes),
            "pinned": self.map.pinned,
            "means": _cells(self.means),
            "covariances": _cells(self.covariances),
        }
        if self.knows_logarithms:
            entry |= {
                "bends": _cells(self.map.bends),
                "kept": self.map.kept,
                "left": self.left,
                "units": _cells(self.on_scales.units),
                "amount_means": _cells(self.amount_means),
                "amount_deviations": _cells(self.amount_deviations),
            }
        return json.dumps(entry)

    def deviation_in(self, columns: Mapping[str, Column], weights: Floats) -> float:
        """Measure the largest deviation of a mean, total or covariance in released columns.

        Parameters
        ----------
        columns : Mapping of str to Column
            Of `n` records, in any order.
        weights : numpy.ndarray of float64, shape (n,)

        Returns
        -------
        float
            In units of the original deviations.
        """
        names = (*self.columns, *self.published)
        shape = len(names), len(names)
        squares, sums, pair_weights = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        totals = np.zeros(len(self.columns))
        for piece in pieces(len(weights)):
            present = np.column_stack([~columns[name].missing[piece] for name in names])
            cells = np.column_stack(
                [columns[name].values[piece].astype(np.float64) for name in names]
            )
            cells = np.where(present, cells, 0.0)
            amounts = cells[:, : len(self.columns)]
            ones = np.ones((len(amounts), 1))
            totals += scatter_of(amounts.copy(), ones, weights[piece])[:, 0]
            cells[:, : len(self.columns)] = self.on_scales.convert(amounts)
            apart = np.where(present, cells - self.means, 0.0)
            squares += scatter_of(apart, apart, weights[piece])
            has_value = present.astype(np.float64)
            # Of each column over the records that have a value of another.
            sums += scatter_of(apart, has_value, weights[piece])
            pair_weights += scatter_of(has_value, has_value, weights[piece])
        means = np.diag(sums) / np.diag(pair_weights)
        pair_weights = np.maximum(pair_weights, np.finfo(np.float64).tiny)
        squares -= sums * means + sums.T * means[:, None]
        covariances = squares / pair_weights + np.outer(means, means)
        n_columns = len(self.columns)
        scales = np.sqrt(np.append(np.diag(self.covariances), np.diag(covariances)[n_columns:]))
        scales = np.where(scales > 0, scales, 1.0)
        off = (covariances[:n_columns] - self.covariances) / np.outer(scales[:n_columns], scales)
        missed = totals / np.diag(pair_weights)[:n_columns] - self.amount_means
        missed_totals = [missed[j] / self.amount_deviations[j] for j in self.on_scales.log_columns]
        return float(
            max(np.abs(means / scales).max(), np.abs(off).max(), *np.abs([0.0, *missed_totals]))
        )


def read_logged_maps(steps: Iterable[CountedStep]) -> tuple[str, ...]:
    """List the maps of a log, those of columns that are masked together in order."""
    counts = next((step.counts for step in steps if step.name == MOMENTS_STEP), {})
    return tuple(str(count) for name, count in counts.items() if name.startswith("map:"))


def restored_by_logarithms(steps: Iterable[CountedStep]) -> bool:
    """Decide whether the version that made a run restored moments by logarithms, if any."""
    return all(_SCALES in step.counts for step in steps if step.name == MOMENTS_STEP)


def _row_of(entry: Mapping[str, object], key: str, n_columns: int) -> Floats:
    """Read numbers of columns, 0 where there are none."""
    return np.array(entry.get(key, [0.0] * n_columns), dtype=np.float64)


def _cells(array: Floats) -> list[object]:
    """List the numbers of an array in the digits of the log."""
    if array.ndim > 1:
        return [_cells(row) for row in array]
    return [float(f"{cell:.{DIGITS}g}") for cell in array.tolist()]
