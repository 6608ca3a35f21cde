"""Information loss and other distances between released and original quasi-identifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt

import numpy as np

from core.array_types import Floats
from core.kernels.numerics.part_sums import sums_of_parts
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Direction, Measure, Schema

# Half-width of the disclosure interval, as a share of the released value.
INTERVAL = 0.05
_LEAST_SHARE = 0.01


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
    """Compute IL, SSE and normalised SSE, for the file and for each attribute.

    ``SSE = sum ||x - x'||^2`` and ``SST = sum ||x - mean||^2`` on the quasi-identifiers,
    standardised with the original mean and deviation; ``IL = 100 SSE / SST`` (manual:
    measures#information-loss). Normalised SSE: the mean over records and attributes of ``((x - x')
    / range)^2`` (Soria-Comas et al. 2015, equation 5). Values that were missing have no loss;
    constant attributes add nothing.

    Parameters
    ----------
    nominal : sequence of NominalPair
        The nominal ones: `x - x'` is the semantic distance, which for SSE is divided by its root
        mean square over the pairs of records, as in clustering, and for normalised SSE is used
        unchanged; the mean is the file's least marginal category.
    """
    losses = [loss_of(pair) for pair in masked]
    for column in nominal:
        by_range = column.squared_distances()
        losses.append(
            AttributeLoss(
                column.name,
                column.squared_errors(),
                column.spread(),
                by_range,
                len(column),
            )
        )
    sse, sst = fsum(loss.sse for loss in losses), fsum(loss.sst for loss in losses)
    cells = sum(loss.cells for loss in losses)
    lower = Direction.LOWER
    measures = [
        Measure("information-loss", _percent(sse, sst), "%", lower),
        Measure("sse", sse, "1", lower),
        Measure("normalised-sse", fsum(loss.by_range for loss in losses) / cells, "1", lower),
    ]
    for loss in losses:
        il, share = _percent(loss.sse, loss.sst), _percent(loss.sse, sse)
        measures.append(Measure("information-loss", il, "%", lower, loss.name))
        measures.append(Measure("sse", loss.sse, "1", lower, loss.name))
        measures.append(Measure("sse-share", share, "%", Direction.NEITHER, loss.name))
        by_range = loss.by_range / loss.cells
        measures.append(Measure("normalised-sse", by_range, "1", lower, loss.name))
    return tuple(measures)


def loss_of(pair: Pair) -> AttributeLoss:
    """Compute the sums of squares of an attribute that is not nominal."""
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
    """Compute the range of the original; negative if all values are missing."""
    smallest, largest = pair.extremes
    return largest - smallest


def _squares(pair: Pair, mean: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield the squared errors, and the squared differences from the mean."""
    for original, released in pair.parts():
        is_known = ~np.isnan(original)
        known_values = original[is_known]
        yield (known_values - released[is_known]) ** 2, (known_values - mean) ** 2


def _percent(amount: float, total: float) -> float:
    return 100.0 * amount / total if total > 0.0 else 0.0


def distortions(
    masked: Sequence[Pair], schema: Schema, of_file: bool = True
) -> tuple[Measure, ...]:
    """Compute relative error, IL1s and interval disclosure (manual: measures).

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
        The paired quasi-identifiers, all with parts of the same records; at least one if `of_file`.
    of_file : bool
        Whether these are all quasi-identifiers; otherwise the file has no measure.
    """
    measures, scaled = [], []
    n_close, n_known, n_all_close = _close_records(masked)
    for i, pair in enumerate(masked):
        if not n_known[i]:
            continue
        measures.append(_share_of("interval-disclosure", n_close[i], n_known[i], pair.name))
        domain = schema.named(pair.name).domain
        width = _range_of(pair) if domain is None else domain[1] - domain[0]
        relative, scaled_error = sums_of_parts(partial(_errors, pair, _LEAST_SHARE * width))
        lower = Direction.LOWER
        measures.append(Measure("relative-error", relative.mean(), "1", lower, pair.name))
        deviation = pair.scale_before.deviation
        if deviation > 0.0:
            scaled.append(scaled_error.mean() / (sqrt(2.0) * deviation))
            measures.append(Measure("il1s", scaled[-1], "1", lower, pair.name))
    if scaled and of_file:
        measures.append(Measure("il1s", fsum(scaled) / len(scaled), "1", Direction.LOWER))
    if of_file:
        measures.append(_share_of("interval-disclosure", n_all_close, len(masked[0]), None))
    return tuple(measures)


def _close_records(masked: Sequence[Pair]) -> tuple[list[int], list[int], int]:
    """Count the originals of each pair close to the released value, and the observed ones.

    The last figure counts the records in which all observed originals are close.
    """
    n_close, n_known, n_all_close = [0] * len(masked), [0] * len(masked), 0
    for parts in zip(*(pair.parts() for pair in masked), strict=True):
        all_close = np.ones(len(parts[0][0]), np.bool_)
        for i, (original, released) in enumerate(parts):
            is_known = ~np.isnan(original)
            is_close = np.abs(original - released) <= INTERVAL * np.abs(released)
            n_known[i] += int(np.count_nonzero(is_known))
            n_close[i] += int(np.count_nonzero(is_close & is_known))
            all_close &= is_close | ~is_known
        n_all_close += int(np.count_nonzero(all_close))
    return n_close, n_known, n_all_close


def _errors(pair: Pair, floor: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield the relative errors, with `floor` as smallest base, and the absolute errors."""
    for original, released in pair.parts():
        is_known = ~np.isnan(original)
        known_values = original[is_known]
        errors = np.abs(known_values - released[is_known])
        bases = np.maximum(np.abs(known_values), floor)
        # If both are zero the error is zero.
        bases[bases == 0.0] = 1.0
        yield errors / bases, errors


def _share_of(name: str, hits: int, records: int, attribute: str | None) -> Measure:
    return Measure(name, 100.0 * hits / records, "%", Direction.LOWER, attribute)
