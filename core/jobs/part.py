"""Jobs of parts of longer work, with their own phases and the whole's cancellation."""

from __future__ import annotations

from core.jobs import Job


class PartJob(Job):
    """The job of a part of some work.

    Parameters
    ----------
    whole : Job
        The whole work, to whose current phase the part belongs.
    before, share : int
        Units of that phase finished before the part, and units of the part; without a share, the
        whole does not show the part's progress.
    """

    def __init__(self, whole: Job, before: int = 0, share: int = 0) -> None:
        super().__init__()
        self._whole = whole
        self._before = before
        self._share = share

    @property
    def cancelled(self) -> bool:
        """Whether the whole was cancelled."""
        return self._whole.cancelled

    def check(self) -> None:
        """Raise `Cancelled` if the whole was cancelled."""
        self._whole.check()

    def update(self, done: int) -> None:
        """Set the number of finished units of this phase; raise if cancelled."""
        super().update(done)
        if self._share:
            self._whole.update(self._before + round(self._share * self._done_share()))

    def _done_share(self) -> float:
        """Return the finished share of this part, with phases of equal length."""
        now = self.progress()
        within = min(1.0, now.done / now.total) if now.total else 0.0
        return min(1.0, (max(0, now.index - 1) + within) / max(1, now.phases))
