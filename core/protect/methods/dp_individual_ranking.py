"""Individual ranking before noise is added.

Sánchez et al. (2016); manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Guarantee
from core.protect.parameter import K
from core.protect.partition_method import clusters_of_k
from core.protect.privacy.noise_addition import NoiseAddition
from core.protect.privacy.private_parameters import (
    CONFIRMED,
    EDGE_SHARE,
    EPSILON,
    MASK,
    SHARES,
    TREE,
    TREE_SHARE,
    UNIT_SIZE,
    guarantee,
)

METHOD = NoiseAddition(
    name="dp-individual-ranking",
    sources=("Sánchez et al. (2016)",),
    parameters=(
        K,
        EPSILON,
        guarantee(Guarantee.MARGINALS, Guarantee.DEPENDENCE, Guarantee.AS_PUBLISHED),
        MASK,
        SHARES,
        TREE,
        EDGE_SHARE,
        TREE_SHARE,
        UNIT_SIZE,
        CONFIRMED,
    ),
    implications=clusters_of_k,
)
