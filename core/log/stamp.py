"""Data on a run besides its results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from core.model import SignOff


@dataclass(frozen=True, slots=True)
class Stamp:
    """The times of a run, its salt and its sign-off, which a replay takes over.

    Attributes
    ----------
    started, finished : str
        ISO 8601 in UTC.
    salt : str
        Salt of the commitment to the input, in hexadecimal digits.
    network : str, optional
        The connections that the run used: ``scheduler``, to a cluster.
    """

    started: str
    finished: str
    salt: str
    sign_off: SignOff | None = None
    network: str | None = None


def now() -> str:
    """Return the current time in UTC, as logs and ledgers state it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
