"""The limits of the checklist that an office changes for all users of a computer."""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.errors import Problem, Refused, Where
from core.model.checklist import LIMITS, ProfileName
from core.office import RELEASE, office


def office_limits(profile: ProfileName) -> tuple[tuple[str, float], ...]:
    """Read the limits of a profile of the checklist that the office changes.

    Raises
    ------
    Refused
        If the file names a limit that there is none of, or gives one that is no number from 0.
    """
    laid = office()
    limits = laid.release.get(profile, {}) if isinstance(laid.release, Mapping) else None
    if not isinstance(limits, Mapping):
        raise Refused(_no_limit(profile))
    for name, limit in limits.items():
        is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
        if name not in LIMITS or not is_number or not 0 <= limit < math.inf:
            raise Refused(_no_limit(f"{profile}.{name}"))
    return tuple(sorted(limits.items()))


def _no_limit(place: str) -> Problem:
    params = {"file": str(office().file), "name": f"{RELEASE}.{place}"}
    return Problem("office-limit", Where(field="profile"), params)
