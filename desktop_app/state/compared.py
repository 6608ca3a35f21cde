"""What a method came to, beside others. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import StatveilError
from core.model import Method


@dataclass(frozen=True, slots=True)
class Compared:
    """What one method came to.

    Attributes
    ----------
    method : Method
        With the settings it ran with.
    k : int or None
        Reached over all quasi-identifiers together; ``None`` where there is no result.
    t : float or None
        Reached, the largest over the confidential columns.
    loss, linkage : float or None
        Information loss and share of records linked, in per cent.
    seconds : float
        How long it took, measuring included.
    error : StatveilError or None
        Why there is no result.
    """

    method: Method
    k: int | None = None
    t: float | None = None
    loss: float | None = None
    linkage: float | None = None
    seconds: float = 0.0
    error: StatveilError | None = None
