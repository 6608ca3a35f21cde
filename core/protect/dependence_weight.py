"""Preservation of statistical dependence by a modified input of the partition.

Rebollo-Monedero et al. (2016), section IV; manual: methods#preservation-of-dependence-λ.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def weight(share: float, quasi: int, confidential: int) -> float:
    """Return the factor beta of the confidential attributes.

    ``sqrt(lambda / (1 - lambda) * m_X / m_Y)``.

    Parameters
    ----------
    share : float
        lambda, in [0, 1).
    quasi, confidential : int
        Number of attributes of each role, at least 1.
    """
    return math.sqrt(share / (1.0 - share) * quasi / confidential)


def joined(quasi: Floats, confidential: Floats, share: float, masked: int | None = None) -> Floats:
    """Return the points that are partitioned: ``(x, beta y)``.

    Parameters
    ----------
    quasi : numpy.ndarray of float64, shape (n, m_X)
        The quasi-identifiers, standardised.
    confidential : numpy.ndarray of float64, shape (n, m_Y)
        The confidential attributes, standardised.
    share : float
        lambda, in [0, 1]: 0 gives `quasi` alone, 1 `confidential` alone.
    masked : int, optional
        Number of quasi-identifiers, if nominal ones are not among the columns of `quasi`.

    Returns
    -------
    numpy.ndarray of float64
        C-contiguous.
    """
    if share <= 0.0:
        return quasi
    if share >= 1.0:
        return confidential
    beta = weight(share, masked or quasi.shape[1], confidential.shape[1])
    return np.ascontiguousarray(np.hstack((quasi, beta * confidential)))
