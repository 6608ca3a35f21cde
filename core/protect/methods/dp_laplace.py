"""Plain Laplace: every cell gets independent noise.

Manual: differential-privacy#methods-and-noise.
"""

from __future__ import annotations

from core.model import Implications
from core.protect.privacy.noise_addition import NoiseAddition
from core.protect.privacy.private_parameters import CONFIRMED, EPSILON, MASK, SHARES, UNIT_SIZE

METHOD = NoiseAddition(
    name="dp-laplace",
    sources=("Dwork et al. (2006)",),
    parameters=(EPSILON, MASK, SHARES, UNIT_SIZE, CONFIRMED),
    # Every record is its own group.
    implications=lambda _, records, left_out: Implications(
        records, left_out, cluster_size=1, clusters=records
    ),
)
