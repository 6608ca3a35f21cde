"""Positions of records in the attributes' domains, independent of other records."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, most_marginal, semantics, total_order
from core.model import Scale
from core.protect.encode import encode_values
from core.protect.task import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def in_domain(task: Task) -> tuple[Floats, Floats]:
    """Return the distance of each value from its domain's lower bound, in domain widths.

    Without a declared domain, the file's smallest and largest values are used, and the positions
    depend on the data. The domain of an ordinal attribute is its declared order. The lower bound of
    a nominal attribute is the most marginal category of its taxonomy, and the width is the largest
    distance from it.

    Parameters
    ----------
    task : Task
        A task with `n` records and `m` quasi-identifiers.

    Returns
    -------
    places : numpy.ndarray of float64, shape (m, n)
        0 at the lower bound, 1 at the upper; all 0 for a domain of a single value.
    keys : numpy.ndarray of float64, shape (m, n)
        Sort keys of equal positions: the total order of a nominal attribute.
    """
    named = {attribute.name: attribute for attribute in task.nominal}
    places: list[Floats] = []
    keys: list[Floats] = []
    for column, attribute in zip(task.columns, task.attributes, strict=True):
        if attribute.name in named:
            place, ranks = in_total_order(named[attribute.name])
            keys.append(ranks.astype(np.float64))
        else:
            values = encode_values(column, attribute)
            if attribute.scale is Scale.ORDINAL and attribute.order:
                low, high = 0.0, float(len(attribute.order) - 1)
            else:
                low, high = attribute.domain or (float(values.min()), float(values.max()))
            place = (values - low) / (high - low) if high > low else np.zeros(len(values))
            keys.append(place)
        places.append(place)
    return np.array(places), np.array(keys)


def in_total_order(attribute: Nominal) -> tuple[Floats, Ints]:
    """Return the distance of each value from the most marginal category, and its rank.

    Returns
    -------
    places : numpy.ndarray of float64, shape (n,)
        As shares of the largest distance in the taxonomy's domain.
    ranks : numpy.ndarray of int64, shape (n,)
        In the taxonomy's total order (manual: methods#taxonomies-and-semantic-distance).
    """
    whole = semantics(attribute.semantics.taxonomy)
    reference, ranks = most_marginal(whole), total_order(whole)
    distances = whole.table.distances[whole.codes[reference]]
    widest = float(distances[whole.domain].max())
    nodes = attribute.semantics.nodes[attribute.places]
    scaled = distances / widest if widest > 0.0 else distances
    return np.asarray(scaled[nodes]), ranks[nodes]
