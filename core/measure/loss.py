"""Information loss of the released quasi-identifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from core.encode import standard
from core.kernels.numerics.sums import exact_sum
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Direction, Measure


@dataclass(frozen=True, slots=True)
class _Loss:
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
    losses = [_loss(pair) for pair in masked] + [_nominal_loss(pair) for pair in nominal]
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


def _loss(pair: Pair) -> _Loss:
    seen = ~np.isnan(pair.before)
    before, after = pair.before[seen], pair.after[seen]
    scale = standard(before)
    width = float(np.ptp(before)) if len(before) else 0.0
    if scale.deviation == 0.0 or width == 0.0:
        return _Loss(pair.name, 0.0, 0.0, 0.0, len(pair.before))
    errors = float(exact_sum((before - after) ** 2))
    spread = scale.squares(before)
    variance, by_range = scale.deviation**2, errors / width**2
    return _Loss(pair.name, errors / variance, spread / variance, by_range, len(pair.before))


def _nominal_loss(pair: NominalPair) -> _Loss:
    by_range, cells = pair.squared_distances(), len(pair.after)
    return _Loss(pair.name, pair.squared_errors(), pair.spread(), by_range, cells)


def _percent(part: float, whole: float) -> float:
    return 100.0 * part / whole if whole > 0.0 else 0.0
