"""Processes of this computer compute blocks, whatever becomes of them."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import Cancelled, PromiseBroken, Refused
from core.jobs import Job
from core.jobs.cluster import Workers, open_engine, worker_shift
from core.jobs.cluster.dask_engine import DaskEngine
from core.jobs.cluster.folder_engine import FolderEngine
from core.protect.blocks.lazy_pieces import Lazily
from tests.core.jobs.cluster import work

# The ordinary lane computes a release with such processes (test_elsewhere.py).
pytestmark = pytest.mark.longer

NUMBERS = list(range(12))
SQUARES = [number * number for number in NUMBERS]


@pytest.fixture(scope="module")
def opened() -> Iterator[FolderEngine]:
    with open_engine(Workers(2)) as found:
        assert found.engine is not None
        assert found.network == "workers"
        yield found.engine


@pytest.fixture
def engine(opened: FolderEngine) -> FolderEngine:
    """Return the engine with both workers, of which a test before may have killed one."""
    opened.client.wait_for_workers(2, timeout=180)
    return opened


def processes(engine: FolderEngine) -> list[int]:
    return sorted(engine.client.run(os.getpid).values())


def mapped(engine: FolderEngine, job: Job | None = None) -> list[int]:
    job = job or Job()
    job.start_phase("clustering", len(NUMBERS))
    return list(engine.map(work.squared, NUMBERS, [1] * len(NUMBERS), job))


def test_results_come_in_the_order_of_the_tasks(engine: FolderEngine) -> None:
    job = Job()

    assert mapped(engine, job) == SQUARES
    assert job.progress().done == len(NUMBERS)


def test_a_computer_that_starts_no_processes_is_one_sentence(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("multiprocessing.spawn._python_exe", str(tmp_path / "python"))

    with pytest.raises(Refused) as refused, open_engine(Workers(1)):
        pass

    assert [problem.code for problem in refused.value.problems] == ["workers-not-started"]


def in_memory() -> list[Path]:
    """Return the folders in memory of this process's workers."""
    return list(Path("/dev/shm").glob(f"statveil-workers-*-{os.getpid()}-*"))


def files_in_memory() -> list[Path]:
    return [path for folder in in_memory() for path in folder.rglob("*") if not path.is_dir()]


def test_data_go_through_a_private_folder_in_memory_that_is_empty_afterwards(
    engine: FolderEngine,
) -> None:
    seen: list[int] = []
    arrays = [np.full(1000, float(at)) for at in range(5)]

    def look(at: int) -> np.ndarray:
        seen.append(len(files_in_memory()))
        return arrays[at]

    job = Job()
    job.start_phase("clustering", 5)
    found = list(engine.map(work.doubled, Lazily(5, look), [1] * 5, job))

    assert [each.tolist() for each in found] == [[at] * 2000 for at in range(5)]
    (folder,) = in_memory()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert max(seen) > 0
    assert files_in_memory() == []


def test_data_for_which_memory_has_no_room_go_through_the_connections(
    engine: FolderEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrays = [np.full(50_000, float(at)) for at in range(9)]
    job, together, send = Job(), list[int](), DaskEngine.map_spans

    def noted(own: DaskEngine, work: Any, piece: Any, units: list[int], job: Job) -> Any:
        together.append(len(units))
        return send(own, work, piece, units, job)

    monkeypatch.setattr(DaskEngine, "map_spans", noted)
    job.start_phase("clustering", 9)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    engine.client.run(limited, 1000)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        found = list(engine.map(work.doubled, arrays, [1] * 9, job))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        engine.client.run(limited, soft)

    assert [each.tolist() for each in found] == [[at] * 100_000 for at in range(9)]
    # Tasks of a batch are sent one by one, so that all workers have some.
    assert sum(together) == 9
    assert max(together) > 1
    assert files_in_memory() == []


def test_results_for_which_memory_has_no_space_go_through_the_connections(
    engine: FolderEngine,
) -> None:
    soft = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    arrays = [np.full(10 * 4**at, float(at)) for at in range(7)]
    job = Job()
    job.start_phase("clustering", 7)
    # The largest three do not fit.
    engine.client.run(limited, 50_000)
    try:
        found = list(engine.map(work.doubled, arrays, [1] * 7, job))
    finally:
        engine.client.run(limited, soft)

    assert [each.tolist() for each in found] == [[at] * (20 * 4**at) for at in range(7)]
    assert job.progress().done == 7
    assert files_in_memory() == []


def test_a_connection_that_is_lost_at_the_end_loses_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed import Client

    close, closed = Client.close, list[Client]()

    def break_off(client: Client, *given: Any, **named: Any) -> None:
        closed.append(client)
        close(client, *given, **named)
        raise OSError

    monkeypatch.setattr(Client, "close", break_off)
    with open_engine(Workers(1)) as opened:
        assert isinstance(opened.engine, FolderEngine)
        assert mapped(opened.engine) == SQUARES
    assert closed


@pytest.mark.parametrize("pause", [0.0, 1.0])
def test_workers_that_begin_when_rows_are_shared_take_tasks_also_later(
    engine: FolderEngine, pause: float
) -> None:
    rows = np.arange(6.0).reshape(3, 2)
    with engine.share(rows) as shared:
        assert shared.rows.tolist() == rows.tolist()
        assert shared.path in files_in_memory()
        # Their shift ends if they find nothing to do.
        time.sleep(pause)
        assert mapped(engine) == SQUARES
    with engine.share(rows):
        pass
    assert files_in_memory() == []
    assert mapped(engine) == SQUARES


def test_rows_are_shared_in_several_threads_at_once(engine: FolderEngine) -> None:
    found = dict[int, list[int]]()

    def run(at: int) -> None:
        with engine.share(np.zeros((1, 1))):
            found[at] = mapped(engine)

    threads = [threading.Thread(target=run, args=(at,)) for at in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(3), SQUARES)


def test_a_worker_whose_shift_ends_gets_another_one(engine: FolderEngine) -> None:
    engine.client.run(shortened, 0.3)
    try:
        assert mapped(engine) == SQUARES
    finally:
        engine.client.run(shortened, worker_shift._LONGEST)


def shortened(seconds: float) -> None:
    worker_shift._LONGEST = seconds


def limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def test_nothing_to_compute_returns_at_once(engine: FolderEngine) -> None:
    assert list(engine.map(work.squared, [], [], Job())) == []


def test_a_worker_that_is_killed_changes_nothing(engine: FolderEngine) -> None:
    before = processes(engine)
    found: list[list[int]] = []
    running = threading.Thread(target=lambda: found.append(mapped(engine)))
    running.start()
    time.sleep(0.4)
    os.kill(before[0], signal.SIGKILL)
    running.join(60)

    assert found == [SQUARES]
    assert files_in_memory() == []
    assert before[0] not in processes(engine)


def test_a_block_that_kills_each_worker_ends_the_run_with_a_sentence(engine: FolderEngine) -> None:
    with pytest.raises(Refused) as caught:
        list(engine.map(work.killing, [1], [1], Job()))

    assert [problem.code for problem in caught.value.problems] == ["workers-died"]
    assert mapped(engine) == SQUARES


def test_a_broken_promise_comes_back_with_its_figures(engine: FolderEngine) -> None:
    with pytest.raises(PromiseBroken) as caught:
        list(engine.map(work.breaking, [7], [1], Job()))

    (problem,) = caught.value.problems
    assert (problem.code, dict(problem.params)) == ("k-not-reached", {"k": 7, "reached": 1})


def test_a_defect_names_its_place_and_no_cell_value(engine: FolderEngine) -> None:
    with pytest.raises(RuntimeError, match=r"^ValueError at work\.py:\d+$"):
        list(engine.map(work.failing, [work.SECRET], [1], Job()))


def test_cancelling_ends_it_at_once(engine: FolderEngine) -> None:
    job = Job()
    job.start_phase("clustering", 200)
    threading.Timer(0.5, job.cancel).start()

    with pytest.raises(Cancelled):
        list(engine.map(work.squared, list(range(200)), [1] * 200, job))
    assert job.progress().done < 100
    assert files_in_memory() == []
    assert mapped(engine) == SQUARES
    # Nor what a worker found that was still at it.
    assert files_in_memory() == []


def test_nothing_is_left_of_blocks_that_could_not_be_sent(
    engine: FolderEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError

    # Shifts of tests before have ended then, as there was nothing to do.
    time.sleep(0.6)
    with monkeypatch.context() as patched:
        patched.setattr(engine.client, "map", broken)
        with pytest.raises(Refused):
            mapped(engine)
    assert files_in_memory() == []
    assert mapped(engine) == SQUARES


def test_calls_of_several_threads_do_not_disturb_each_other(engine: FolderEngine) -> None:
    found: dict[int, object] = {}

    def call(first: int, size: int) -> None:
        numbers = list(range(first, first + size))
        found[first] = list(engine.map(work.squared, numbers, [1] * size, Job()))

    def broken() -> None:
        with pytest.raises(PromiseBroken):
            list(engine.map(work.breaking, [7], [1], Job()))

    calls = [threading.Thread(target=call, args=(first, 6)) for first in (0, 100)]
    calls.append(threading.Thread(target=broken))
    for each in calls:
        each.start()
    for each in calls:
        each.join(60)

    squares = {first: [at * at for at in range(first, first + 6)] for first in (0, 100)}
    assert found == squares
    assert files_in_memory() == []


def test_a_folder_that_is_removed_ends_the_run_with_a_sentence(engine: FolderEngine) -> None:
    def remove() -> None:
        for folder in in_memory():
            for tasks in folder.glob("tasks-*"):
                shutil.rmtree(tasks)

    threading.Timer(0.5, remove).start()
    with pytest.raises(Refused) as caught:
        mapped(engine)
    assert [problem.code for problem in caught.value.problems] == ["cluster-lost"]
    assert mapped(engine) == SQUARES


def test_workers_listen_on_the_loopback_device_alone_and_encrypted(engine: FolderEngine) -> None:
    addresses = [*engine.client.run(os.getpid), engine.client.scheduler.address]

    assert len(addresses) == 3
    assert all(address.startswith("tls://127.0.0.1:") for address in addresses)


def test_nobody_without_the_certificate_of_this_run_can_join(engine: FolderEngine) -> None:
    from distributed import Client
    from distributed.security import Security

    address = engine.client.scheduler.address
    with pytest.raises(OSError, match="TLS certificate does not match"):
        Client(address, security=Security.temporary(), timeout=2, set_as_default=False)


def test_nothing_is_left_of_the_processes_and_their_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    before = in_memory()
    with open_engine(Workers(1)) as opened:
        assert opened.engine is not None
        ids = processes(opened.engine)
        assert list(tmp_path.iterdir()) != []
        assert len(in_memory()) == len(before) + 1

    assert list(tmp_path.iterdir()) == []
    assert in_memory() == before
    assert not any(is_running(each) for each in ids)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
