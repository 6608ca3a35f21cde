"""What a command returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

DONE, DEFECT, WRONG, BROKEN, STOPPED, OPEN = 0, 1, 2, 3, 4, 5
WRITTEN = (DONE, OPEN)
"""Statuses of a release that was written and verified, ready or with open questions."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command.

    Attributes
    ----------
    lines : tuple of str
        Output for people, in plain English.
    summary : Mapping of str to object
        Output for programs (``--json``).
    is_output_only : bool
        Whether the output is all that the command makes.
    """

    status: int
    lines: tuple[str, ...]
    summary: Mapping[str, object] = field(default_factory=dict)
    is_output_only: bool = False
