"""A Dask cluster of a scheduler and two workers on the loopback device, started for a test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.core.jobs.cluster.certificates import Certificates

ROOT = Path(__file__).parents[4]
WAIT = 300.0


@dataclass(frozen=True, slots=True)
class Loopback:
    """A running cluster: its address, the processes of scheduler and workers, and another worker.

    The other worker, for which `add_bare_worker` waits, does not find the package.
    """

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]
    add_bare_worker: Callable[[], None]


@contextmanager
def loopback(folder: Path, keys: Certificates, workers: int = 2) -> Iterator[Loopback]:
    """Run a cluster whose processes find the package."""
    folder.mkdir()
    stated = folder / "scheduler.json"
    tls = [
        *("--tls-ca-file", str(keys.ca)),
        *("--tls-cert", str(keys.certificate)),
        *("--tls-key", str(keys.key)),
    ]
    own = ["--host", "tls://127.0.0.1", "--port", "0", "--no-dashboard"]
    started: list[subprocess.Popen[bytes]] = []
    try:
        files = ["--scheduler-file", str(stated)]
        started.append(_run("dask_scheduler", [*own, *files, *tls], folder))
        _await(lambda: stated.exists() and stated.stat().st_size > 0)
        more = ["--nthreads", "1", "--no-nanny", "--no-dashboard", *files, *tls]
        more += ["--local-directory", str(folder)]
        said = folder / "dask_worker.log"

        def start_workers(count: int, *, is_bare: bool = False) -> None:
            started.extend(_run("dask_worker", more, folder, is_bare) for _ in range(count))
            n_workers = len(started) - 1
            _await(lambda: not n_workers or said.read_text().count("Registered to:") == n_workers)

        start_workers(workers)
        yield Loopback(
            _address(stated),
            started[0],
            tuple(started[1:]),
            lambda: start_workers(1, is_bare=True),
        )
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def _run(
    command: str, arguments: Sequence[str], folder: Path, is_bare: bool = False
) -> subprocess.Popen[bytes]:
    start = f"import sys; from distributed.cli.{command} import main; sys.exit(main())"
    paths = {} if is_bare else {"PYTHONPATH": str(ROOT)}
    # Isolated from the current folder and from this environment's own package.
    hide = "import sys; sys.modules['core'] = None; " if is_bare else ""
    with (folder / f"{command}.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", hide + start, *arguments],
            cwd=folder,
            env={**os.environ, **paths},
            stdout=log,
            stderr=log,
        )


def _address(stated: Path) -> str:
    return str(json.loads(stated.read_text())["address"])


def _await(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.05)
