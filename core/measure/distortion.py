"""Distances between released and original values other than the squared error."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import standard
from core.kernels.numerics.sums import exact_mean
from core.measure.table import Pair
from core.model import Direction, Measure, Schema

Floats = NDArray[np.float64]

# Half-width of the disclosure interval, as a share of the released value.
INTERVAL = 0.05
_LEAST_SHARE = 0.01


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
        The paired quasi-identifiers; at least one if `whole`.
    schema : Schema
        Holds the declared domains.
    whole : bool
        Whether these are all quasi-identifiers; otherwise the file has no measure.
    """
    records = len(masked[0].before) if masked else 0
    inside, found, scaled = np.ones(records, dtype=np.bool_), [], []
    for pair in masked:
        seen = ~np.isnan(pair.before)
        if not seen.any():
            continue
        before, after = pair.before[seen], pair.after[seen]
        close = np.abs(before - after) <= INTERVAL * np.abs(after)
        inside[seen] &= close
        found.append(_percent("interval-disclosure", close, pair.name))
        error = _relative_error(before, after, _width(pair, before, schema))
        found.append(Measure("relative-error", error, "1", Direction.LOWER, pair.name))
        deviation = standard(before).deviation
        if deviation > 0.0:
            scaled.append(exact_mean(np.abs(before - after)) / (math.sqrt(2.0) * deviation))
            found.append(Measure("il1s", scaled[-1], "1", Direction.LOWER, pair.name))
    if scaled and whole:
        found.append(Measure("il1s", math.fsum(scaled) / len(scaled), "1", Direction.LOWER))
    return (*found, _percent("interval-disclosure", inside, None)) if whole else tuple(found)


def _percent(name: str, hits: NDArray[np.bool_], attribute: str | None) -> Measure:
    share = 100.0 * float(np.count_nonzero(hits)) / len(hits)
    return Measure(name, share, "%", Direction.LOWER, attribute)


def _width(pair: Pair, before: Floats, schema: Schema) -> float:
    domain = schema.named(pair.name).domain
    return float(np.ptp(before)) if domain is None else domain[1] - domain[0]


def _relative_error(before: Floats, after: Floats, width: float) -> float:
    against = np.maximum(np.abs(before), _LEAST_SHARE * width)
    # If both are zero the error is zero.
    against[against == 0.0] = 1.0
    return exact_mean(np.abs(before - after) / against)
