"""Groups of equal records, and k, p and t counted on released columns alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.encode import MeasuredTable
from core.kernels.numerics.part_sums import PartSum
from core.model import Direction, Exposure, Measure


def count_k(table: MeasuredTable) -> int:
    """Count the records of the smallest group of equal quasi-identifiers.

    Where false categories are left blank: the fewest records that agree with one wherever neither
    is blank (manual: methods#blanks-instead-of-false-categories).
    """
    return int(table.key_agreeing.min()) if table.schema.blanked else count_k_of_values(table)


def count_k_of_values(table: MeasuredTable) -> int:
    """Count the same with a blank as a value of its own."""
    return int(table.key_sizes.min())


def count_p(table: MeasuredTable) -> dict[str, int]:
    """Count the least number of distinct confidential values in a group.

    Returns
    -------
    dict of str to int
        For each confidential attribute; missing values are not counted.
    """
    return dict(table.least_distinct)


def count_t(table: MeasuredTable) -> dict[str, float]:
    """Compute the largest EMD of a group.

    Manual: t-closeness#distance-of-a-group-from-the-file.

    Returns
    -------
    dict of str to float
        For each confidential attribute, over the observed values; hierarchical if the values have a
        tree, total variation if they have neither tree nor order.
    """
    return {name: float(emd.max(initial=0.0)) for name, emd in table.key_emds.items()}


def privacy_reached(uniques_before: int, released: MeasuredTable) -> tuple[Measure, ...]:
    """Measure the number of groups, k, uniques before and after, p and t.

    For each confidential attribute: p, the minimum number of distinct values in a group, and the
    largest and mean EMD between a group and the file (manual: measures#disclosure-risk).

    Parameters
    ----------
    uniques_before : int
        Records of the original that are alone in their group.
    """
    labels, sizes = released.key_groups, released.key_sizes
    confidential = {}
    for name, emd in released.key_emds.items():
        # A group without observed values has no distribution to compare with the file's.
        is_observed = released.ranks_of(name).ranks >= 0
        has_values = np.bincount(labels[is_observed], minlength=len(emd)) > 0
        # Equal in whatever order the groups are added.
        total = PartSum(1.0, len(labels))
        total.add(emd[has_values])
        mean = total.total() / max(1, int(has_values.sum()))
        confidential[name] = released.least_distinct[name], float(emd.max()), mean
    uniques = uniques_before, count_uniques(released)
    extent = count_k(released), int(sizes.max()), len(sizes)
    return _measures_of_groups(extent, uniques, confidential)


def exposure_of(table: MeasuredTable) -> Exposure:
    """Compute the disclosure risk of a table, original or released, a blank being a value.

    Somebody who knows the value behind a blank may find a record that agrees with k others.
    """
    return Exposure(
        len(table),
        len(table.key_sizes),
        count_uniques(table),
        count_k_of_values(table),
        count_p(table),
        count_t(table),
    )


def count_uniques(table: MeasuredTable) -> int:
    """Count the groups of one record."""
    return int(np.count_nonzero(table.key_sizes == 1))


def _measures_of_groups(
    sizes: tuple[int, int, int],
    uniques: tuple[int, int],
    confidential: Mapping[str, tuple[int, float, float]],
) -> tuple[Measure, ...]:
    """Build the measures from the counts of groups.

    `sizes` are k, the size of the largest group and the number of groups; `uniques` the groups of
    one record before and after; for each confidential column p, and the largest and the mean EMD.
    """
    higher, lower, neither = Direction.HIGHER, Direction.LOWER, Direction.NEITHER
    k, largest, groups = sizes
    measures = [
        Measure("k", float(k), "records", higher),
        Measure("groups", float(groups), "1", neither),
        Measure("largest-group", float(largest), "records", neither),
        Measure("uniques-before", float(uniques[0]), "records", neither),
        Measure("uniques-after", float(uniques[1]), "records", lower),
    ]
    if confidential:
        p, t, _ = zip(*confidential.values(), strict=True)
        measures += [Measure("p", float(min(p)), "1", higher), Measure("t", max(t), "1", lower)]
    for name, (column_p, largest_emd, mean) in confidential.items():
        measures += [
            Measure("p", float(column_p), "1", higher, name),
            Measure("emd-largest", largest_emd, "1", lower, name),
            Measure("emd-mean", mean, "1", lower, name),
        ]
    return tuple(measures)
