"""What a run says of itself besides what was computed."""

from __future__ import annotations

from dataclasses import dataclass

from core.model import SignOff


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a run was made and what hides its input, so that a replay can say the same.

    Attributes
    ----------
    started, finished : str
        ISO 8601 in UTC.
    salt : str
        Of the commitment to the input, in hexadecimal digits.
    sign_off : SignOff, optional
        Who answers for the release.
    """

    started: str
    finished: str
    salt: str
    sign_off: SignOff | None = None
