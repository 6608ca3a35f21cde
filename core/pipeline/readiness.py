"""Whether a release that was written and verified may be called ready."""

from __future__ import annotations

from core.model import Release, Result
from core.protect.privacy import claim_of_plan


def is_ready(release: Release, result: Result) -> bool:
    """Return whether no caution is open and a claim of differential privacy has no doubt left."""
    claim = claim_of_plan(result.plan)
    return not release.open_cautions and (claim is None or claim.ready)
