"""The numbers of units in a release."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.pipeline.seal.record_order import secret_order
from core.protect.privacy import shuffled, supply


def links_of(unit: NDArray[np.int64], insecure_test_seed: int | None = None) -> NDArray[np.int64]:
    """Return a new number of its unit for each record.

    The units are numbered from 1 in a secret random order. The numbers depend on the number of
    units alone and never on the original ones, so that those of two releases cannot be linked.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    insecure_test_seed : int, optional
        Makes the numbers reproducible for tests.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        In ``1..units``, equal for records of one unit.
    """
    units = int(unit.max(initial=-1)) + 1
    if insecure_test_seed is None:
        return 1 + secret_order(units)[unit]
    # Separate from the noise and from the order of the records.
    source = supply(insecure_test_seed, apart="links")
    return 1 + shuffled(np.arange(units, dtype=np.int64), source)[unit]
