"""Processes of this computer compute blocks, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from core.errors import Cancelled, PromiseBroken, Refused
from core.jobs import Job
from core.jobs.cluster import Workers, open_engine
from core.jobs.cluster.dask_engine import DaskEngine
from tests.core.jobs.cluster import work

NUMBERS = list(range(12))
SQUARES = [number * number for number in NUMBERS]


@pytest.fixture(scope="module")
def opened() -> Iterator[DaskEngine]:
    with open_engine(Workers(2)) as found:
        assert found.engine is not None
        assert found.network == "workers"
        yield found.engine


@pytest.fixture
def engine(opened: DaskEngine) -> DaskEngine:
    """Return the engine with both workers, of which a test before may have killed one."""
    opened.client.wait_for_workers(2, timeout=180)
    return opened


def processes(engine: DaskEngine) -> list[int]:
    return sorted(engine.client.run(os.getpid).values())


def mapped(engine: DaskEngine, job: Job | None = None) -> list[int]:
    job = job or Job()
    job.start_phase("clustering", len(NUMBERS))
    return engine.map(work.squared, NUMBERS, [1] * len(NUMBERS), job)


def test_results_come_in_the_order_of_the_tasks(engine: DaskEngine) -> None:
    job = Job()

    assert mapped(engine, job) == SQUARES
    assert job.progress().done == len(NUMBERS)


def test_a_computer_that_starts_no_processes_is_one_sentence(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("multiprocessing.spawn._python_exe", str(tmp_path / "python"))

    with pytest.raises(Refused) as refused, open_engine(Workers(1)):
        pass

    assert [problem.code for problem in refused.value.problems] == ["workers-not-started"]


def test_nothing_to_compute_returns_at_once(engine: DaskEngine) -> None:
    assert engine.map(work.squared, [], [], Job()) == []


def test_a_worker_that_is_killed_changes_nothing(engine: DaskEngine) -> None:
    before = processes(engine)
    found: list[list[int]] = []
    running = threading.Thread(target=lambda: found.append(mapped(engine)))
    running.start()
    time.sleep(0.4)
    os.kill(before[0], signal.SIGKILL)
    running.join(60)

    assert found == [SQUARES]
    assert before[0] not in processes(engine)


def test_a_block_that_kills_each_worker_ends_the_run_with_a_sentence(engine: DaskEngine) -> None:
    with pytest.raises(Refused) as caught:
        engine.map(work.killing, [1], [1], Job())

    assert [problem.code for problem in caught.value.problems] == ["workers-died"]
    assert mapped(engine) == SQUARES


def test_a_broken_promise_comes_back_with_its_figures(engine: DaskEngine) -> None:
    with pytest.raises(PromiseBroken) as caught:
        engine.map(work.breaking, [7], [1], Job())

    (problem,) = caught.value.problems
    assert (problem.code, dict(problem.params)) == ("k-not-reached", {"k": 7, "reached": 1})


def test_a_defect_names_its_place_and_no_cell_value(engine: DaskEngine) -> None:
    with pytest.raises(RuntimeError, match=r"^ValueError at work\.py:\d+$"):
        engine.map(work.failing, [work.SECRET], [1], Job())


def test_cancelling_ends_it_at_once(engine: DaskEngine) -> None:
    job = Job()
    job.start_phase("clustering", 200)
    threading.Timer(0.5, job.cancel).start()

    with pytest.raises(Cancelled):
        engine.map(work.squared, list(range(200)), [1] * 200, job)
    assert job.progress().done < 100
    assert mapped(engine) == SQUARES


def test_workers_listen_on_the_loopback_device_alone_and_encrypted(engine: DaskEngine) -> None:
    addresses = [*engine.client.run(os.getpid), engine.client.scheduler.address]

    assert len(addresses) == 3
    assert all(address.startswith("tls://127.0.0.1:") for address in addresses)


def test_nobody_without_the_certificate_of_this_run_can_join(engine: DaskEngine) -> None:
    from distributed import Client
    from distributed.security import Security

    address = engine.client.scheduler.address
    with pytest.raises(OSError, match="TLS certificate does not match"):
        Client(address, security=Security.temporary(), timeout=2, set_as_default=False)


def test_nothing_is_left_of_the_processes_and_their_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    with open_engine(Workers(1)) as opened:
        assert opened.engine is not None
        ids = processes(opened.engine)
        assert list(tmp_path.iterdir()) != []

    assert list(tmp_path.iterdir()) == []
    assert not any(is_running(each) for each in ids)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_without_dask_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.jobs.cluster.engine_opening.find_spec", lambda _: None)

    with pytest.raises(Refused) as caught, open_engine(Workers(2)):
        pass
    assert [problem.code for problem in caught.value.problems] == ["dask-missing"]


def test_the_engine_is_imported_without_dask() -> None:
    code = "import sys, core.jobs.cluster; print(*({'dask', 'distributed'} & set(sys.modules)))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == []
