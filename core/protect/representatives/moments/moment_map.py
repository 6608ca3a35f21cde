"""The map that gives the means of groups the original's means and covariances.

Of all symmetric maps that reach given covariances it is the one that moves the means least
(Gelbrich 1990; Olkin and Pukelsheim 1982). Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Floats
from core.jobs import Job
from core.kernels.numerics.small_matrices import eigen_of, product_of, scatter_of
from core.protect.representatives.moments.moment_targets import (
    MomentTargets,
    deviations,
    means_of_strata,
    of_groups,
)
from core.protect.representatives.moments.value_limits import keep_limits

_MOST_ROUNDS, _MOST_IDLE = 200, 20
# In units of the original deviations: released digits are much coarser.
_CLOSE, _CLOSE_BY_LOGARITHM = 1e-9, 1e-7
# Share of the largest eigenvalue below which an eigenvalue is 0.
_SINGULAR = 1e-9
# Of a column that loses 36 % of its variance by means, the largest loss that is kept.
_MOST_LOST = 0.4
# Half of what a bend takes from the slope of a map at most.
_MOST_BENT = 0.4
_LARGEST_STEP = 0.1
# Standard deviations by which means of amounts, and moments of their logarithms, may be missed.
_MOST_TOTAL_MISSED, _MOST_MISSED = 0.01, 0.1
DIGITS = 12


@dataclass(frozen=True, slots=True, eq=False)
class MomentMap:
    """Coefficients of twelve digits, in units of the original deviations.

    Attributes
    ----------
    start : numpy.ndarray of float64, shape (h, d)
        What is added, in each stratum.
    slopes : numpy.ndarray of float64, shape (d, d)
        Of the means of the group.
    published_slopes : numpy.ndarray of float64, shape (d, m)
        Of its means of the published columns.
    bends : numpy.ndarray of float64, shape (h, d)
        Of the squares of what this gives, which keep the totals of columns that are restored by
        their logarithms; 0 for other columns.
    pinned : tuple of int
        Groups that keep their means, because a rule would break.
    kept : tuple of tuple of int
        For each column, groups that keep its mean, because its largest amounts would be read.
    """

    start: Floats
    slopes: Floats
    published_slopes: Floats
    bends: Floats
    pinned: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]

    def move(self, targets: MomentTargets) -> Floats:
        """Compute where the means of groups are moved before they are bent, shape (g, d)."""
        moved = of_groups(self.start, targets.strata) + product_of(
            targets.scaled_means, _transpose(self.slopes)
        )
        moved += product_of(targets.published_means, _transpose(self.published_slopes))
        return np.asarray(moved)

    def values(self, targets: MomentTargets) -> Floats:
        """Compute the values of groups, shape (g, d), within their limits."""
        return self.values_of(targets, self.move(targets))

    def values_of(self, targets: MomentTargets, moved: Floats) -> Floats:
        """Compute the values of groups whose means `move` moves, within their limits."""
        means = targets.group_means
        if self.bends.any():
            moved = moved + of_groups(self.bends, targets.strata) * moved * moved
        values = of_groups(targets.centres, targets.strata) + targets.scales * moved
        values = targets.on_scales.convert_back(values)
        is_kept = np.zeros(means.shape, dtype=np.bool_)
        for j, groups in enumerate(self.kept):
            is_kept[list(groups), j] = True
        values = keep_limits(values, means, is_kept, targets.limits)
        values = np.where(targets.is_empty, means, values)
        pinned = np.array(self.pinned, dtype=np.int64)
        values[pinned] = means[pinned]
        return values


@dataclass(frozen=True, slots=True, eq=False)
class _Goal:
    """Covariances in the coordinates in which those of the columns are no sums of others.

    Attributes
    ----------
    basis : numpy.ndarray of float64, shape (d, r)
    covariances : numpy.ndarray of float64, shape (r, r)
        Of the values.
    published_slopes : numpy.ndarray of float64, shape (r, m)
        What follows from the published columns.
    residual : numpy.ndarray of float64, shape (r, r)
        The covariances that are then left.
    inverse : numpy.ndarray of float64, shape (m, m)
        Of the covariances of the published columns, between groups.
    eigenvalue : float
        Smallest eigenvalue of `residual`, in units of the original variances: below 0 no release of
        equal groups has all covariances.
    """

    basis: Floats
    covariances: Floats
    published_slopes: Floats
    residual: Floats
    inverse: Floats
    eigenvalue: float


def goal_of(targets: MomentTargets) -> _Goal:
    """Find what the map must reach."""
    eigenvalues, vectors = eigen_of(targets.covariances)
    basis = vectors[:, eigenvalues > _SINGULAR * eigenvalues.max()].copy()
    covariances = _in(basis, targets.covariances)
    less = covariances - _in(basis, np.diag(targets.rounding))
    if eigen_of(less)[0].min() > _SINGULAR:
        covariances = less
    published = targets.published_means
    between = scatter_of(published, published, targets.weights) / targets.weights.sum()
    inverse = _power(between, -1.0)
    with_published = product_of(_transpose(basis), targets.published_covariances)
    slopes = product_of(with_published, inverse)
    residual = covariances - product_of(slopes, _transpose(with_published))
    missed = np.abs(product_of(slopes, between) - with_published).max(initial=0.0)
    eigenvalue = float(eigen_of(residual)[0].min())
    if missed > 1e-6:  # The groups do not vary where the covariance is wanted.
        eigenvalue = min(eigenvalue, -float(missed))
    return _Goal(basis, covariances, slopes, residual, inverse, eigenvalue)


def solve(
    targets: MomentTargets,
    goal: _Goal,
    pinned: tuple[int, ...],
    kept: tuple[tuple[int, ...], ...],
    job: Job,
) -> tuple[MomentMap, float]:
    """Find the map, alternately with the limits of values.

    Returns
    -------
    moment_map : MomentMap
    off : float
        Largest deviation of a mean or covariance, in units of the original deviations.
    """
    rank, n_published = len(goal.residual), len(targets.published)
    start = np.zeros((len(targets.centres), rank))
    slopes, published_slopes = np.eye(rank), np.zeros((rank, n_published))
    bends = np.zeros_like(targets.centres)
    close = _CLOSE_BY_LOGARITHM if targets.on_scales.log_columns else _CLOSE
    best, n_idle = (np.inf, MomentMap(start, slopes, published_slopes, bends, pinned, kept)), 0
    for _ in range(_MOST_ROUNDS):
        job.check()
        tried = MomentMap(
            _short(product_of(start, _transpose(goal.basis))),
            _short(product_of(product_of(goal.basis, slopes), _transpose(goal.basis))),
            _short(product_of(goal.basis, published_slopes)),
            _short(bends),
            pinned,
            kept,
        )
        moved = tried.move(targets)
        values = tried.values_of(targets, moved)
        scaled = targets.scale(values)
        off = _deviation_of(targets, goal, values, scaled)
        n_idle = 0 if off < 0.99 * best[0] else n_idle + 1
        if off < best[0]:
            best = off, tried
        if off < close or n_idle > _MOST_IDLE:
            break
        points = product_of(scaled, goal.basis)
        points, means = deviations(points, targets.weights, targets.strata)
        turn, shift = _next_turn(targets, goal, points)
        start = product_of(start - means, _transpose(turn))
        slopes = product_of(turn, slopes)
        published_slopes = product_of(turn, published_slopes) + shift
        bends = _bend(targets, bends, moved, values)
    return best[1], best[0]


def _bend(targets: MomentTargets, bends: Floats, moved: Floats, values: Floats) -> Floats:
    """Bend a map more or less, so that totals of columns with logarithms come nearer.

    A bend adds its multiple of a square, and changes a total by that times the slope of the
    amount; so far that greater means stay the greater ones.
    """
    bends, strata = bends.copy(), targets.strata
    if not targets.on_scales.log_columns:
        return bends
    missed = _missed_totals(targets, values)
    whole = np.bincount(strata, targets.weights)
    for j in targets.on_scales.log_columns:
        slopes = targets.scales[j] * (np.abs(values[:, j]) + targets.on_scales.units[j])
        slopes = np.where(targets.group_means[:, j] == 0, 0.0, slopes)
        changes = np.bincount(strata, targets.weights * slopes * moved[:, j] ** 2) / whole
        bends[:, j] -= np.clip(
            missed[:, j] / np.where(changes > 0, changes, np.inf), -_LARGEST_STEP, _LARGEST_STEP
        )
        lows, highs = np.full(len(whole), -_CLOSE), np.full(len(whole), _CLOSE)
        np.minimum.at(lows, strata, moved[:, j])
        np.maximum.at(highs, strata, moved[:, j])
        bends[:, j] = np.clip(bends[:, j], -_MOST_BENT / highs, -_MOST_BENT / lows)
    return bends


def list_missed_columns(targets: MomentTargets, moment_map: MomentMap) -> list[str]:
    """List the columns with logarithms whose total, or mean or variance, a map misses by far."""
    values = moment_map.values(targets)
    totals = np.abs(_missed_totals(targets, values) / targets.amount_deviations).max(axis=0)
    apart, means = deviations(targets.scale(values), targets.weights, targets.strata)
    covariances, _ = _covariances_of(targets, apart)
    variances = np.abs(np.diag(covariances - targets.covariances))
    return [
        targets.names[j]
        for j in targets.on_scales.log_columns
        if totals[j] > _MOST_TOTAL_MISSED
        or max(np.abs(means[:, j]).max(), variances[j]) > _MOST_MISSED
    ]


def _missed_totals(targets: MomentTargets, values: Floats) -> Floats:
    """Compute by how much the means of amounts of strata are above the original's; shape (h, d)."""
    return means_of_strata(values, targets.weights, targets.strata) - targets.amount_means


def _next_turn(targets: MomentTargets, goal: _Goal, points: Floats) -> tuple[Floats, Floats]:
    """Find the map of values to the goal: what is multiplied with them and with those published."""
    covariances, with_published = _covariances_of(targets, points)
    slopes = product_of(with_published, goal.inverse)
    residual = covariances - product_of(slopes, _transpose(with_published))
    turn = _transport(residual, goal.residual)
    return turn, goal.published_slopes - product_of(turn, slopes)


def is_reached(targets: MomentTargets, goal: _Goal) -> bool:
    """Decide whether the means of groups vary in as many directions as the goal demands."""
    points, _ = deviations(
        product_of(targets.scaled_means, goal.basis),
        targets.weights,
        targets.strata,
    )
    covariances, with_published = _covariances_of(targets, points)
    slopes = product_of(with_published, goal.inverse)
    residual = covariances - product_of(slopes, _transpose(with_published))
    return bool(eigen_of(residual)[0].min() > _SINGULAR)


def loses_little(targets: MomentTargets, values: Floats) -> bool:
    """Decide whether no column loses more than the most that the limit on variance allows."""
    apart = targets.scaled_means
    between, _ = deviations(apart, targets.weights, targets.strata)
    moved, _ = deviations(targets.scale(values) - apart, targets.weights, targets.strata)
    shares = targets.weights[:, None] / targets.weights.sum()
    kept_variances = (shares * between**2).sum(axis=0) - (shares * moved**2).sum(axis=0)
    return bool((np.diag(targets.covariances) - kept_variances <= _MOST_LOST + _CLOSE).all())


def deviation_of(targets: MomentTargets, goal: _Goal, values: Floats) -> float:
    """Compute the largest deviation of a mean or covariance of values of groups from the goal."""
    return _deviation_of(targets, goal, values, targets.scale(values))


def _deviation_of(targets: MomentTargets, goal: _Goal, values: Floats, scaled: Floats) -> float:
    apart, means = deviations(scaled, targets.weights, targets.strata)
    covariances, with_published = _covariances_of(targets, apart)
    goal_covariances = product_of(product_of(goal.basis, goal.covariances), _transpose(goal.basis))
    missed_published = with_published - targets.published_covariances
    missed_totals = (_missed_totals(targets, values) / targets.amount_deviations)[
        :, targets.on_scales.log_columns
    ]
    deviations_of_goal = (
        means,
        covariances - goal_covariances,
        missed_published,
        missed_totals,
    )
    return float(max(np.abs(matrix).max(initial=0.0) for matrix in deviations_of_goal))


def _covariances_of(targets: MomentTargets, points: Floats) -> tuple[Floats, Floats]:
    """Compute the covariances of centred points, and those with the published columns."""
    whole = targets.weights.sum()
    with_published = scatter_of(points, targets.published_means, targets.weights) / whole
    return scatter_of(points, points, targets.weights) / whole, with_published


def pin(moment_map: MomentMap, groups: Sequence[int]) -> MomentMap:
    """Give more groups their means back."""
    return replace(moment_map, pinned=tuple(sorted({*moment_map.pinned, *groups})))


def _transport(covariances: Floats, goal: Floats) -> Floats:
    """Compute the symmetric map of covariances to others that moves points least."""
    root, inverse_root = _power(covariances, 0.5), _power(covariances, -0.5)
    middle = _power(product_of(product_of(root, goal), root), 0.5)
    return product_of(product_of(inverse_root, middle), inverse_root)


def _power(matrix: Floats, exponent: float) -> Floats:
    """Raise a symmetric matrix to a power; directions in which it is 0 stay 0."""
    eigenvalues, vectors = eigen_of((matrix + _transpose(matrix)) / 2)
    counts = eigenvalues > _SINGULAR * eigenvalues.max(initial=0.0)
    roots = np.sqrt(np.where(counts, eigenvalues, 1.0))
    powers = {0.5: roots, -0.5: 1 / roots, -1.0: 1 / roots**2}[exponent]
    return product_of(vectors * np.where(counts, powers, 0.0), _transpose(vectors))


def _in(basis: Floats, matrix: Floats) -> Floats:
    return product_of(product_of(_transpose(basis), matrix), basis)


def _transpose(matrix: Floats) -> Floats:
    return np.ascontiguousarray(matrix.T)


def _short(matrix: Floats) -> Floats:
    """Round numbers to the digits that the log holds."""
    cells = [float(f"{cell:.{DIGITS}g}") for cell in matrix.ravel().tolist()]
    return np.array(cells, dtype=np.float64).reshape(matrix.shape)
