"""Individual ranking before noise is added.

Sánchez et al. (2016); manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Guarantee
from core.protect.parameter import K
from core.protect.privacy import PHASES
from core.protect.privacy.private_parameters import (
    CONFIRMED,
    EDGE_SHARE,
    EPSILON,
    MASK,
    SHARES,
    TREE,
    TREE_SHARE,
    guarantee,
)
from core.protect.spec import MethodSpec, clusters_of_k

SPEC = MethodSpec(
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
        CONFIRMED,
    ),
    phases=PHASES,
    partition=None,
    implications=clusters_of_k,
    takes_nominal=True,
)
