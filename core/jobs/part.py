"""Jobs of parts of longer work, with their own phases and the whole's cancellation."""

from __future__ import annotations

from collections.abc import Callable

from core.errors import Cancelled
from core.jobs.job import Job


class PartJob(Job):
    """The job of a part of some work.

    Parameters
    ----------
    check : callable
        Raises `Cancelled` if the whole was cancelled.
    report : callable
        Receives the number of the part's finished units, of `size`.
    size : int
        Units of the part.
    phases : int
        Number of phases that the part starts, of equal length; 0: as many as it plans.
    """

    def __init__(
        self,
        check: Callable[[], None],
        report: Callable[[int], None],
        size: int,
        phases: int = 0,
    ) -> None:
        super().__init__()
        self._check_whole = check
        self._report = report
        self._size = size
        self._expected = phases

    @classmethod
    def following(cls, job: Job, done: int, size: int, phases: int = 0) -> PartJob:
        """Return the job of a part of `job` that begins where `done` of its units are finished."""
        return cls(job.check, lambda more: job.update(done + more), size, phases)

    @property
    def cancelled(self) -> bool:
        """Whether the whole was cancelled."""
        try:
            self._check_whole()
        except Cancelled:
            return True
        return False

    def check(self) -> None:
        """Raise `Cancelled` if the whole was cancelled."""
        self._check_whole()

    def update(self, done: int) -> None:
        """Set the number of finished units of this phase; raise if cancelled."""
        super().update(done)
        # The finished share of this part, with phases of equal length.
        now = self.progress()
        phases = max(1, self._expected or now.phases)
        within = min(1.0, now.done / now.total) if now.total else 0.0
        done_share = min(1.0, (min(max(0, now.index - 1), phases - 1) + within) / phases)
        self._report(round(self._size * done_share))

    def finish(self) -> None:
        """Report all units as finished."""
        self._report(self._size)
