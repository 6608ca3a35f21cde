"""Distances between the released and original distributions of attributes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Direction, Measure, Scale, Schema

Floats = NDArray[np.float64]

BINS = 100


def marginal_distances(
    masked: Sequence[Pair], schema: Schema, nominal: Sequence[NominalPair] = ()
) -> tuple[Measure, ...]:
    """Return Jensen-Shannon divergence and Hellinger distance of the marginals.

    Both compare the histograms of an attribute before and after: 100 bins over the declared domain,
    or over the range of the original values without one; for an ordinal attribute its categories.
    The divergence is in bits; both lie between 0 and 1. The file's measure is the mean over the
    attributes (manual: measures#distributions).

    Parameters
    ----------
    masked : sequence of Pair
        The quasi-identifiers; records need not be paired.
    schema : Schema
        Holds scales and declared domains.
    nominal : sequence of NominalPair
        The nominal ones, whose categories are compared.
    """
    found: list[Measure] = []
    compared = []
    for pair in masked:
        before, after = (values[~np.isnan(values)] for values in (pair.before, pair.after))
        meant = schema.named(pair.name)
        if meant.scale is Scale.ORDINAL:
            edges = np.arange(len(meant.order) + 1, dtype=np.float64) - 0.5
        elif meant.domain is not None:
            edges = np.linspace(*meant.domain, BINS + 1)
        else:
            low, high = (float(before.min()), float(before.max())) if len(before) else (0.0, 0.0)
            edges = np.linspace(low, high if high > low else low + 1.0, BINS + 1)
        compared.append((pair.name, _shares(before, edges), _shares(after, edges)))
    for one in nominal:
        first = one.before.counts()
        second = np.bincount(one.after[one.after >= 0], minlength=len(one.before.semantics))
        p, q = first / max(int(first.sum()), 1), second / max(int(second.sum()), 1)
        compared.append((one.name, p, q))
    for attribute, p, q in compared:
        middle = (p + q) / 2.0
        jsd = max(0.0, (_divergence(p, middle) + _divergence(q, middle)) / 2.0)
        hellinger = math.sqrt(max(0.0, 1.0 - math.fsum(np.sqrt(p * q))))
        found.append(Measure("jsd", jsd, "1", Direction.LOWER, attribute))
        found.append(Measure("hellinger", hellinger, "1", Direction.LOWER, attribute))
    for name in ("jsd", "hellinger"):
        values = [measure.value for measure in found if measure.name == name]
        mean = math.fsum(values) / len(values) if values else 0.0
        found.append(Measure(name, mean, "1", Direction.LOWER))
    return tuple(found)


def _shares(values: Floats, edges: Floats) -> Floats:
    if not len(values):
        return np.zeros(len(edges) - 1)
    # Values outside a declared domain are counted in its first or last bin.
    counts, _ = np.histogram(np.clip(values, edges[0], edges[-1]), edges)
    shares: Floats = counts.astype(np.float64) / len(values)
    return shares


def _divergence(p: Floats, q: Floats) -> float:
    seen = p > 0.0
    # Not numpy's logarithm, whose last digit depends on the processor.
    shares = zip(p[seen].tolist(), q[seen].tolist(), strict=True)
    return math.fsum(one * math.log2(one / other) for one, other in shares)
