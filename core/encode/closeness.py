"""Computes the EMD of groups for all kinds of ranks.

Li et al. (2007); manual: t-closeness#distance-of-a-group-from-the-file.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.encode.ranks import Ranked
from core.kernels.closeness import emd
from core.kernels.closeness.semantic_emd import hierarchical_emd_of_groups


def emd_of_groups(
    labels: NDArray[np.int64], ranked: Ranked, file: Ranked | None = None
) -> NDArray[np.float64]:
    """Return the EMD between every group and the whole file, over the observed values.

    The ordered distance if the ranks have an order, the hierarchical one if the values have a tree,
    otherwise total variation.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0.
    ranked : Ranked
        The confidential attribute.
    file : Ranked, optional
        The attribute in the whole file, if the records are a part of it.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        In [0, 1]; 0 for a group in which every value is missing.
    """
    tree, whole = ranked.tree, None if file is None else file.counts()
    if tree is None:
        return emd.emd_of_groups(labels, ranked.ranks, ranked.count, ranked.ordered, whole)
    place = tree.up, tree.rise, tree.height
    return hierarchical_emd_of_groups(labels, ranked.ranks, *place, whole)
