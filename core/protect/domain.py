"""Positions of records in the attributes' domains, independent of other records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Floats, Ints
from core.encode import Nominal, most_marginal, semantics, total_order
from core.model import Attribute, DistanceScale, Scale
from core.protect.encode import encode_values
from core.protect.task import Task


@dataclass(frozen=True, slots=True)
class Extent:
    """The domain of an attribute that is not nominal: its lowest and its highest value."""

    low: float
    high: float

    def places(self, values: Floats) -> Floats:
        """Return the distance of values from the lowest one, in widths of the domain."""
        if self.high > self.low:
            return (values - self.low) / (self.high - self.low)
        return np.zeros(len(values))


def _read_extent(attribute: Attribute) -> Extent | None:
    """Read the declared domain of an attribute; that of an ordinal one is its order."""
    if attribute.scale is Scale.ORDINAL and attribute.order:
        return Extent(0.0, float(len(attribute.order) - 1))
    return None if attribute.domain is None else Extent(*attribute.domain)


def in_domain(task: Task) -> tuple[Floats, Floats]:
    """Measure the distance of each value from its domain's lower bound, in domain widths.

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
    nominal_by_name = {attribute.name: attribute for attribute in task.nominal}
    places: list[Floats] = []
    keys: list[Floats] = []
    for column, attribute in zip(task.columns, task.attributes, strict=True):
        if attribute.name in nominal_by_name:
            positions, ranks = in_total_order(nominal_by_name[attribute.name])
            keys.append(ranks.astype(np.float64))
        else:
            # Domains are declared in the column's units.
            values = encode_values(column, replace(attribute, distance=DistanceScale.PLAIN))
            observed = Extent(float(values.min()), float(values.max()))
            positions = (_read_extent(attribute) or observed).places(values)
            keys.append(positions)
        places.append(positions)
    return np.array(places), np.array(keys)


def corner_distances(places: Sequence[Floats] | Floats) -> Floats:
    """Compute the squared distance of records from the corner of the domain, shape (n,).

    Parameters
    ----------
    places : sequence of numpy.ndarray of float64, shape (n,)
        Their positions in each attribute (`in_domain`).
    """
    distances = np.zeros(len(places[0]))
    for positions in places:
        distances += positions * positions
    return distances


def in_total_order(attribute: Nominal) -> tuple[Floats, Ints]:
    """Measure the distance of each value from the most marginal category; with its rank.

    Returns
    -------
    places : numpy.ndarray of float64, shape (n,)
        As shares of the largest distance in the taxonomy's domain.
    ranks : numpy.ndarray of int64, shape (n,)
        In the taxonomy's total order (manual: methods#taxonomies-and-semantic-distance).
    """
    all_categories = semantics(attribute.semantics.taxonomy)
    reference, ranks = most_marginal(all_categories), total_order(all_categories)
    distances = all_categories.table.distances[all_categories.codes[reference]]
    widest = float(distances[all_categories.domain].max())
    nodes = attribute.semantics.nodes[attribute.places]
    scaled = distances / widest if widest > 0.0 else distances
    return np.asarray(scaled[nodes]), ranks[nodes]
