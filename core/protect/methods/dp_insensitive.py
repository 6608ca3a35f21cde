"""Insensitive microaggregation before noise is added.

Sánchez et al. (2016), section 2.4; manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Guarantee
from core.protect.parameter import K
from core.protect.privacy import PHASES
from core.protect.privacy.private_parameters import CONFIRMED, EPSILON, MASK, SHARES, guarantee
from core.protect.spec import MethodSpec, clusters_of_k

SPEC = MethodSpec(
    name="dp-insensitive",
    sources=("Soria-Comas et al. (2014)",),
    parameters=(
        K,
        EPSILON,
        guarantee(Guarantee.RECORDS, Guarantee.AS_PUBLISHED),
        MASK,
        SHARES,
        CONFIRMED,
    ),
    phases=PHASES,
    partition=None,
    implications=clusters_of_k,
    takes_nominal=True,
)
