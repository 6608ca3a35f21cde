"""A reply that is lost together with its worker is waited for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.jobs import Job
from core.jobs.cluster.dask_engine import DaskEngine


class Future:
    """A future of Dask whose states are told in advance; the last one stays."""

    def __init__(self, reply: bytes, states: list[str]) -> None:
        self.reply, self.states = reply, states

    @property
    def status(self) -> str:
        return self.states.pop(0) if len(self.states) > 1 else self.states[0]

    def result(self) -> bytes:
        return self.reply

    def release(self) -> None:
        """Forget the reply."""


class Client:
    """A client of Dask that computes at once."""

    status = "running"

    def __init__(self, states: list[str]) -> None:
        self.scheduler, self.states = self, states

    def ncores(self) -> dict[str, int]:
        return {"worker": 1}

    def sync(self, ask: Callable[[], Any], **_options: float) -> Any:
        return ask()

    def submit(self, call: Callable[..., bytes], task: int, **_options: bool) -> Future:
        return Future(call(task), list(self.states))

    def cancel(self, futures: list[Future], **options: bool) -> None:
        """Forget futures."""


def negate(task: int, _job: Job) -> int:
    return -task


def test_a_worker_that_dies_once_its_reply_is_ready_loses_nothing() -> None:
    """Dask states such a reply as lost, and computes it again elsewhere."""
    client = Client(["finished", "lost", "pending", "finished"])
    replies = DaskEngine(client).map(negate, [1, 2, 3], [1, 1, 1], Job())
    assert list(replies) == [-1, -2, -3]
