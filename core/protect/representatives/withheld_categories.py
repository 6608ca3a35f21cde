"""Which categories a cluster does not take, because one of its units would be disclosed.

A category that is no target costs nothing, so that the search puts there what is too much
elsewhere: first the cluster of a large amount. Of a town of one person the release would then have
this cluster and little else, in the town's total as in that of its region less the other towns.
Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Bools, Ints
from core.kernels.numerics.grouping import refine
from core.protect.representatives.calibration_targets import CalibratedFile
from core.protect.representatives.category_codes import CategoryCodes
from core.protect.representatives.nested_categories import find_categories_around
from core.protect.representatives.total_targets import find_disclosed, have_few_units


def find_withheld(file: CalibratedFile, columns: Sequence[CategoryCodes], labels: Ints) -> Bools:
    """Find the records whose combination of categories their cluster does not take.

    In one of the categories, the cluster has a record of a unit that would be disclosed: the
    category has too few units, or the unit is one of the largest of a total that is no target.
    Masked numbers have only sums of clusters, which hide a unit as long as no total of another
    column takes those of the other clusters away: there, totals of categories that lie in one of
    another column are looked at.

    Parameters
    ----------
    columns : sequence of CategoryCodes
        Masked by the same clusters.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record.

    Returns
    -------
    numpy.ndarray of bool, shape (n,)
    """
    records, fewest = file.records, file.fewest
    is_withheld = np.zeros(len(labels), dtype=np.bool_)
    elsewhere = [*(column.original for column in file.settled), *file.later_codes]
    for column in columns:
        outer_codes = [*elsewhere, *(c.original_codes for c in columns if c is not column)]
        codes, width = column.original_codes, column.width
        has_few = have_few_units(records, fewest, codes, width)
        is_disclosed = np.append(has_few, False)[codes]
        is_nested = np.zeros(width, dtype=np.bool_)
        for outer in outer_codes:
            around = find_categories_around(codes, width, outer, records.units(), fewest)
            is_nested |= around >= 0
            expected = np.append(around, -1)[codes]
            is_disclosed |= (expected >= 0) & (expected != outer)
        for amounts in file.amounts:
            is_looked_at = ~has_few & (is_nested | (not amounts.is_masked))
            cells = np.where(np.append(is_looked_at, False)[codes], codes, -1)
            is_disclosed |= find_disclosed(
                records, amounts.original, cells, width, amounts.rule, fewest
            )
        # With one of its records, the cluster does not take the category of any other one.
        alike = refine(labels, codes)
        is_withheld |= (np.bincount(alike, is_disclosed) > 0)[alike]
    return is_withheld
