"""Finds the columns whose information loss would disclose their largest or smallest value.

The loss of a column is a sum over groups of records. Attributing all of it to the outermost group
gives an upper bound on the largest value, which is close if that group accounts for most of the
loss. This is the p% rule of statistical disclosure control, with p = 10, against an intruder who
knows the parts of up to two other groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.encode import MeasuredTable
from core.jobs import CancellableSequence, Job
from core.measure.table import pairs
from core.model import Role
from core.table import empty, keep

# Estimates closer than this share of the value's distance from the mean are too close.
_NEAR = 0.1
# Number of groups whose part of the loss may be known or guessed: for example, one outlier above
# and one equally far below account for half each.
_KNOWN_GROUPS = 2
# A loss shown as 0 % is only known to be below half a per cent.
_LEAST_LOSS = 0.005


def find_dominated_columns(
    original: MeasuredTable,
    released: MeasuredTable,
    labels: Mapping[str, Ints],
    job: Job,
) -> tuple[str, ...]:
    """Find the quasi-identifiers whose loss discloses an extreme value to within 10 %.

    An estimate is the released value of the outermost group, or of the group with the extreme
    value, plus the root of the loss, in full or without the parts of the other groups with the
    largest losses. It discloses the value if it is closer to it than 10 % of the distance from the
    mean to that value, and closer than the released values themselves.

    Parameters
    ----------
    original, released : MeasuredTable
        The same records before and after; nominal columns have no extremes and are skipped.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        Group of each record, for each column.

    Returns
    -------
    tuple of str
        In column order.
    """
    masked = CancellableSequence(pairs(original, released, Role.QUASI_IDENTIFIER), job)
    disclosed = []
    for pair in masked:
        is_present = ~np.isnan(pair.before)
        if not is_present.any():
            continue
        originals, means, group = pair.before, pair.after, labels[pair.name]
        if not is_present.all():
            originals, means = keep(originals[is_present]), keep(means[is_present])
            group = group[is_present]
        mean = float(means.mean())
        width = max(float(originals.max()) - mean, mean - float(originals.min()))
        if width == 0.0:
            continue
        # Squares in units of the largest distance from the mean cannot overflow.
        originals, means = _scale(originals, mean, width), _scale(means, mean, width)
        losses: Floats = np.bincount(group, weights=_squares(originals, means)).astype(
            np.float64, copy=False
        )
        smallest_loss = _LEAST_LOSS * float(_squares(originals, float(originals.mean())).sum())
        if any(
            _is_near(sign, originals, means, group, losses, smallest_loss) for sign in (1.0, -1.0)
        ):
            disclosed.append(pair.name)
    return tuple(disclosed)


def _scale(values: Floats, mean: float, width: float) -> Floats:
    scaled: Floats = empty(len(values))
    np.subtract(values, mean, out=scaled)
    scaled /= width
    return scaled


def _squares(values: Floats, centers: Floats | float) -> Floats:
    squares: Floats = empty(len(values))
    np.subtract(values, centers, out=squares)
    squares *= squares
    return squares


def _is_near(
    sign: float,
    originals: Floats,
    means: Floats,
    labels: Ints,
    losses: Floats,
    smallest_loss: float,
) -> bool:
    """Check whether an estimate is close to the largest original; or the smallest, by sign."""
    ends = (v.argmax() if sign > 0 else v.argmin() for v in (originals, means))
    holder, top = map(int, ends)
    outer = []
    for record in (holder, top):
        group = labels[record]
        other_losses = np.sort(np.delete(losses, group))[::-1]
        possible = _attributable(float(losses.sum()), other_losses, smallest_loss)
        outer.append(_Outer(sign * means[record], int(np.count_nonzero(labels == group)), possible))
    return _is_disclosed(sign * originals[holder], outer)


class _Outer(NamedTuple):
    """A record whose group may have an extreme value.

    The `possible` losses of its group are by the number of other groups whose loss is known.
    """

    released: float
    size: int
    possible: Floats


def _is_disclosed(largest: float, outer: Sequence[_Outer]) -> bool:
    """Check whether an estimate from an outer record is close to the largest value."""
    near = min(_NEAR * abs(largest), *(abs(record.released - largest) for record in outer))
    for record in outer:
        # With means, the other records of an outlier's group have a part of its loss; with medians
        # they may not.
        for share in (1.0, (record.size - 1) / record.size):
            beyond = np.sqrt(share * record.possible)
            if np.any(np.abs(record.released + beyond - largest) < near):
                return True
    return False


def _attributable(total: float, other_losses: Floats, smallest_loss: float) -> Floats:
    """List the possible losses of a group, by the number of other known groups.

    `total` is the loss of all groups, shown as none below `smallest_loss`; `other_losses` are the
    largest ones of other groups, descending: at least `_KNOWN_GROUPS`, if there are.
    """
    known_losses = np.cumsum(other_losses[:_KNOWN_GROUPS])
    return np.maximum(max(total, smallest_loss) - np.concatenate(([0.0], known_losses)), 0.0)
