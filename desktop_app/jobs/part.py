"""A part of longer work: has phases of its own, and stops when the whole is stopped."""

from __future__ import annotations

from core.jobs import Job


class PartJob(Job):
    """What a part of some work is told; its progress does not show in that of the whole."""

    def __init__(self, whole: Job) -> None:
        super().__init__()
        self._whole = whole

    @property
    def cancelled(self) -> bool:
        """Whether the whole was asked to stop."""
        return self._whole.cancelled

    def check(self) -> None:
        """Raise `Cancelled` if the whole was asked to stop."""
        self._whole.check()
