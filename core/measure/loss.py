"""Information loss and other distances between released and original quasi-identifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray

from core.kernels.numerics.part_sums import sums_of_parts
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Direction, Measure, Schema

# Half-width of the disclosure interval, as a share of the released value.
INTERVAL = 0.05
_LEAST_SHARE = 0.01

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AttributeLoss:
    """Sums of squares of one attribute: standardised, and in units of its range."""

    name: str
    sse: float
    sst: float
    by_range: float
    cells: int


def information_loss(
    masked: Sequence[Pair], nominal: Sequence[NominalPair] = ()
) -> tuple[Measure, ...]:
    """Return IL, SSE and normalised SSE, for the file and for each attribute.

    ``SSE = sum ||x - x'||^2`` and ``SST = sum ||x - mean||^2`` on the quasi-identifiers,
    standardised with the original mean and deviation; ``IL = 100 SSE / SST`` (manual:
    measures#information-loss). Normalised SSE: the mean over records and attributes of ``((x - x')
    / range)^2`` (Soria-Comas et al. 2015, equation 5). Values that were missing have no loss;
    constant attributes add nothing.

    Parameters
    ----------
    masked : sequence of Pair
        The paired quasi-identifiers.
    nominal : sequence of NominalPair
        The nominal ones: `x - x'` is the semantic distance, which for SSE is divided by its root
        mean square over the pairs of records, as in clustering, and for normalised SSE is used
        unchanged; the mean is the file's least marginal category.
    """
    losses = [loss_of(pair) for pair in masked]
    for one in nominal:
        by_range = one.squared_distances()
        losses.append(
            AttributeLoss(one.name, one.squared_errors(), one.spread(), by_range, len(one))
        )
    sse, sst = fsum(loss.sse for loss in losses), fsum(loss.sst for loss in losses)
    cells = sum(loss.cells for loss in losses)
    lower = Direction.LOWER
    found = [
        Measure("information-loss", _percent(sse, sst), "%", lower),
        Measure("sse", sse, "1", lower),
        Measure("normalised-sse", fsum(loss.by_range for loss in losses) / cells, "1", lower),
    ]
    for loss in losses:
        il, share = _percent(loss.sse, loss.sst), _percent(loss.sse, sse)
        found.append(Measure("information-loss", il, "%", lower, loss.name))
        found.append(Measure("sse", loss.sse, "1", lower, loss.name))
        found.append(Measure("sse-share", share, "%", Direction.NEITHER, loss.name))
        by_range = loss.by_range / loss.cells
        found.append(Measure("normalised-sse", by_range, "1", lower, loss.name))
    return tuple(found)


def loss_of(pair: Pair) -> AttributeLoss:
    """Return the sums of squares of an attribute that is not nominal."""
    scale = pair.scale_before
    width = _range_of(pair)
    if scale.deviation == 0.0 or not width > 0.0:
        return AttributeLoss(pair.name, 0.0, 0.0, 0.0, len(pair))
    errors, about = sums_of_parts(partial(_squares, pair, scale.mean))
    spread = about.total() - about.terms * scale.rest * scale.rest
    variance, by_range = scale.deviation**2, errors.total() / width**2
    return AttributeLoss(
        pair.name, errors.total() / variance, spread / variance, by_range, len(pair)
    )


def _range_of(pair: Pair) -> float:
    """Return the range of the original; negative if no value is known."""
    least, most = pair.extremes
    return most - least


def _squares(pair: Pair, mean: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield the squared errors, and the squared differences from the mean."""
    for before, after in pair.parts():
        seen = ~np.isnan(before)
        own = before[seen]
        yield (own - after[seen]) ** 2, (own - mean) ** 2


def _percent(part: float, whole: float) -> float:
    return 100.0 * part / whole if whole > 0.0 else 0.0


def distortions(masked: Sequence[Pair], schema: Schema, whole: bool = True) -> tuple[Measure, ...]:
    """Return relative error, IL1s and interval disclosure (manual: measures).

    - Relative error (Sánchez et al. 2016): mean of ``|a - a'| / max(delta, |a|)``; `delta` is a
      hundredth of the declared domain's width, or of the range of the values where none is
      declared.
    - IL1s: mean of ``|x - x'| / (sqrt(2) s)``, `s` the original standard deviation.
    - Interval disclosure: share of records whose original lies within 5 per cent of the released
      value, for each attribute, and for the file in all quasi-identifiers at once.

    Values that were missing are left out; a constant attribute has no IL1s.

    Parameters
    ----------
    masked : sequence of Pair
        The paired quasi-identifiers, all with parts of the same records; at least one if `whole`.
    schema : Schema
        Holds the declared domains.
    whole : bool
        Whether these are all quasi-identifiers; otherwise the file has no measure.
    """
    found, scaled = [], []
    close, seen, inside = _close_records(masked)
    for at, pair in enumerate(masked):
        if not seen[at]:
            continue
        found.append(_share_of("interval-disclosure", close[at], seen[at], pair.name))
        domain = schema.named(pair.name).domain
        width = _range_of(pair) if domain is None else domain[1] - domain[0]
        relative, away = sums_of_parts(partial(_errors, pair, _LEAST_SHARE * width))
        lower = Direction.LOWER
        found.append(Measure("relative-error", relative.mean(), "1", lower, pair.name))
        deviation = pair.scale_before.deviation
        if deviation > 0.0:
            scaled.append(away.mean() / (sqrt(2.0) * deviation))
            found.append(Measure("il1s", scaled[-1], "1", lower, pair.name))
    if scaled and whole:
        found.append(Measure("il1s", fsum(scaled) / len(scaled), "1", Direction.LOWER))
    if whole:
        found.append(_share_of("interval-disclosure", inside, len(masked[0]), None))
    return tuple(found)


def _close_records(masked: Sequence[Pair]) -> tuple[list[int], list[int], int]:
    """Return how many originals of each pair lie close to the released value, and of how many.

    The last figure counts the records of which all do that are known.
    """
    close, seen, inside = [0] * len(masked), [0] * len(masked), 0
    for parts in zip(*(pair.parts() for pair in masked), strict=True):
        all_close = np.ones(len(parts[0][0]), np.bool_)
        for at, (before, after) in enumerate(parts):
            is_known = ~np.isnan(before)
            is_close = np.abs(before - after) <= INTERVAL * np.abs(after)
            seen[at] += int(np.count_nonzero(is_known))
            close[at] += int(np.count_nonzero(is_close & is_known))
            all_close &= is_close | ~is_known
        inside += int(np.count_nonzero(all_close))
    return close, seen, inside


def _errors(pair: Pair, least: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield the errors, relative to the original or to `least`, and as they are."""
    for before, after in pair.parts():
        seen = ~np.isnan(before)
        own = before[seen]
        away = np.abs(own - after[seen])
        against = np.maximum(np.abs(own), least)
        # If both are zero the error is zero.
        against[against == 0.0] = 1.0
        yield away / against, away


def _share_of(name: str, hits: int, records: int, attribute: str | None) -> Measure:
    return Measure(name, 100.0 * hits / records, "%", Direction.LOWER, attribute)
