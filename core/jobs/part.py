"""A part of longer work: has phases of its own, and stops when the whole is stopped."""

from __future__ import annotations

from core.jobs import Job


class PartJob(Job):
    """The job of a part of some work.

    Parameters
    ----------
    whole : Job
        The whole work, whose present phase the part belongs to.
    before, share : int
        Units of that phase that were done before the part, and those that the part is worth;
        without a share its progress does not show in that of the whole.
    """

    def __init__(self, whole: Job, before: int = 0, share: int = 0) -> None:
        super().__init__()
        self._whole = whole
        self._before = before
        self._share = share

    @property
    def cancelled(self) -> bool:
        """Whether the whole was asked to stop."""
        return self._whole.cancelled

    def check(self) -> None:
        """Raise `Cancelled` if the whole was asked to stop."""
        self._whole.check()

    def update(self, done: int) -> None:
        """Say that `done` units of this phase's work are done; raise if cancelled."""
        super().update(done)
        if self._share:
            self._whole.update(self._before + round(self._share * self._done_share()))

    def _done_share(self) -> float:
        """Return the share of this part that is done, its phases taken to be of one length."""
        now = self.progress()
        within = min(1.0, now.done / now.total) if now.total else 0.0
        return min(1.0, (max(0, now.index - 1) + within) / max(1, now.phases))
