"""Whether a file is ready for release, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a file is ready for release.

    Attributes
    ----------
    is_ready : bool
        By which the verdict has its colour.
    headline, because : str
        The verdict, and what it rests on.
    claim : str or None
        What is promised, if anything.
    doubts : tuple of str
        Why the file is not ready unless somebody confirms that it is.
    aside : str or None
        An explanation of a word.
    """

    is_ready: bool
    headline: str
    because: str
    claim: str | None = None
    doubts: tuple[str, ...] = ()
    aside: str | None = None
