"""Plain Laplace: every cell gets independent noise.

Manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Implications
from core.protect.privacy import PHASES
from core.protect.privacy.private_parameters import CONFIRMED, EPSILON, MASK, SHARES
from core.protect.spec import MethodSpec

SPEC = MethodSpec(
    name="dp-laplace",
    sources=("Dwork et al. (2006)",),
    parameters=(EPSILON, MASK, SHARES, CONFIRMED),
    phases=PHASES,
    partition=None,
    # Every record is its own group.
    implications=lambda _, records, left_out: Implications(
        records, left_out, cluster_size=1, clusters=records
    ),
    takes_nominal=True,
)
