"""The combinations of key values that few records have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.encode.unit_groups import first_records
from core.risk.frequencies import Frequencies
from core.table import keep


@dataclass(frozen=True, slots=True, eq=False)
class RareCombinations:
    """Combinations of values of all key columns that fewer than k records have.

    Those with the largest individual risk come first; of equally risky ones those of fewer records,
    then those that appear first in the file.

    Attributes
    ----------
    groups : numpy.ndarray of int64, shape (c,)
        The group of each, as in `Frequencies.labels`.
    first : numpy.ndarray of int64, shape (c,)
        Position of the first record of each, which has its values.
    sizes : numpy.ndarray of int64, shape (c,)
        Number of records of each, below k.
    risks : numpy.ndarray of float64, shape (c,)
        Individual risk of each of these records.
    """

    k: int
    groups: Ints
    first: Ints
    sizes: Ints
    risks: Floats

    def positions(self, number: int, frequencies: Frequencies) -> Ints:
        """Find the positions of the records of one combination, ascending."""
        return np.flatnonzero(frequencies.labels == self.groups[number])


def find_rare(frequencies: Frequencies, risks: Floats, k: int) -> RareCombinations:
    """Find the combinations that fewer than `k` records have.

    Parameters
    ----------
    frequencies : Frequencies
        Of all keys.
    risks : numpy.ndarray of float64, shape (n,)
        Individual risk of each record, equal in each group.
    """
    groups = np.flatnonzero(frequencies.sizes < k)
    first_record = first_records(frequencies.labels)[groups]
    sizes, group_risks = frequencies.sizes[groups], risks[first_record]
    # Groups are numbered by first appearance, and the sorting keeps that order among equals.
    order = np.lexsort((sizes, -group_risks))
    return RareCombinations(
        k,
        keep(groups[order]),
        keep(first_record[order]),
        keep(sizes[order]),
        keep(group_risks[order]),
    )
