"""Distances between the released and original distributions of attributes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Attribute, Direction, Measure, Scale, Schema

BINS = 100


def marginal_distances(
    masked: Sequence[Pair], schema: Schema, nominal: Sequence[NominalPair] = ()
) -> tuple[Measure, ...]:
    """Compute Jensen-Shannon divergence and Hellinger distance of the marginals.

    Both compare the histograms of an attribute before and after: 100 bins over the declared domain,
    or over the range of the original values without one; for an ordinal attribute its categories.
    The divergence is in bits; both lie between 0 and 1. The file's measure is the mean over the
    attributes (manual: measures#distributions).

    Parameters
    ----------
    masked : sequence of Pair
        The quasi-identifiers; records need not be paired.
    """
    measures: list[Measure] = []
    compared = [
        (pair.name, _histograms(pair, _edges_of(pair, schema.named(pair.name)))) for pair in masked
    ]
    compared += [(column.name, column.counts()) for column in nominal]
    for attribute, counts in compared:
        p, q = map(_shares, counts)
        middle = (p + q) / 2.0
        jsd = max(0.0, (_divergence(p, middle) + _divergence(q, middle)) / 2.0)
        hellinger = math.sqrt(max(0.0, 1.0 - math.fsum(np.sqrt(p * q))))
        measures.append(Measure("jsd", jsd, "1", Direction.LOWER, attribute))
        measures.append(Measure("hellinger", hellinger, "1", Direction.LOWER, attribute))
    for name in ("jsd", "hellinger"):
        values = [measure.value for measure in measures if measure.name == name]
        mean = math.fsum(values) / len(values) if values else 0.0
        measures.append(Measure(name, mean, "1", Direction.LOWER))
    return tuple(measures)


def _edges_of(pair: Pair, meant: Attribute) -> Floats:
    """Compute the edges of the bins of an attribute."""
    if meant.scale is Scale.ORDINAL:
        return np.arange(len(meant.order) + 1, dtype=np.float64) - 0.5
    if meant.domain is not None:
        return np.linspace(*meant.domain, BINS + 1)
    low, high = pair.extremes
    if low > high:
        low = high = 0.0
    return np.linspace(low, high if high > low else low + 1.0, BINS + 1)


def _histograms(pair: Pair, edges: Floats) -> tuple[Ints, Ints]:
    """Count the values in each bin before and after."""
    histograms = np.zeros((2, len(edges) - 1), np.int64)
    for sides in pair.parts():
        for counts, values in zip(histograms, sides, strict=True):
            # Values outside a declared domain are counted in its first or last bin.
            bounded = np.clip(values[~np.isnan(values)], edges[0], edges[-1])
            counts += np.histogram(bounded, edges)[0]
    return histograms[0], histograms[1]


def _shares(counts: Ints) -> Floats:
    return counts / max(int(counts.sum()), 1)


def _divergence(p: Floats, q: Floats) -> float:
    occurs = p > 0.0
    # Not numpy's logarithm, whose last digit depends on the processor.
    shares = zip(p[occurs].tolist(), q[occurs].tolist(), strict=True)
    return math.fsum(x * math.log2(x / y) for x, y in shares)
