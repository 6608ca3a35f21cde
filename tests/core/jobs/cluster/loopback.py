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
    """A running cluster: its address, and the processes of scheduler and workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]


@contextmanager
def loopback(
    folder: Path, keys: Certificates, workers: int = 2, program: Path | None = ROOT
) -> Iterator[Loopback]:
    """Run a cluster whose processes find the package in the folder `program`, if any."""
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
        started.append(_run("dask_scheduler", [*own, *files, *tls], folder, program))
        _await(lambda: stated.exists() and stated.stat().st_size > 0)
        for _ in range(workers):
            more = ["--nthreads", "1", "--no-nanny", "--no-dashboard", *files, *tls]
            more += ["--local-directory", str(folder)]
            started.append(_run("dask_worker", more, folder, program))
        said = folder / "dask_worker.log"
        _await(lambda: not workers or said.read_text().count("Registered to:") == workers)
        yield Loopback(_address(stated), started[0], tuple(started[1:]))
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def _run(
    command: str, arguments: Sequence[str], folder: Path, program: Path | None
) -> subprocess.Popen[bytes]:
    start = f"import sys; from distributed.cli.{command} import main; sys.exit(main())"
    paths = {} if program is None else {"PYTHONPATH": str(program)}
    # Isolated from the current folder and from this environment's own package.
    hide = "import sys; sys.modules['core'] = None; " if program is None else ""
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
