"""Insensitive microaggregation before noise is added.

Sánchez et al. (2016), section 2.4; manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Guarantee
from core.protect.parameter import K
from core.protect.partition_method import clusters_of_k
from core.protect.privacy.noise_addition import NoiseAddition
from core.protect.privacy.private_parameters import (
    CONFIRMED,
    EPSILON,
    MASK,
    SHARES,
    UNIT_SIZE,
    guarantee,
)

METHOD = NoiseAddition(
    name="dp-insensitive",
    sources=("Soria-Comas et al. (2014)",),
    parameters=(
        K,
        EPSILON,
        guarantee(Guarantee.RECORDS, Guarantee.AS_PUBLISHED),
        MASK,
        SHARES,
        UNIT_SIZE,
        CONFIRMED,
    ),
    implications=clusters_of_k,
)
