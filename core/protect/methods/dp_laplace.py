"""Plain Laplace: every cell gets independent noise.

Manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Implications
from core.protect.privacy import PHASES
from core.protect.privacy.private_parameters import CONFIRMED, EPSILON, MASK, SHARES
from core.protect.spec import MethodSpec
from core.protect.task import Parameters


def implications(_: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: every record is its own group."""
    return Implications(records, left_out, cluster_size=1, clusters=records)


SPEC = MethodSpec(
    name="dp-laplace",
    sources=("Dwork et al. (2006)",),
    parameters=(EPSILON, MASK, SHARES, CONFIRMED),
    phases=PHASES,
    partition=None,
    implications=implications,
    takes_nominal=True,
)
