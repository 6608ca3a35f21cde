"""A cluster that exists computes blocks; what is wrong with it is said in one sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from core.errors import Cancelled, Refused
from core.jobs import Job
from core.jobs.cluster import Scheduler, open_engine
from core.jobs.cluster.dask_engine import DaskEngine
from tests.core.jobs.cluster import work
from tests.core.jobs.cluster.certificates import Certificates, certificates
from tests.core.jobs.cluster.loopback import Loopback, loopback
from tests.core.jobs.cluster.silent_host import silent_host

NUMBERS = list(range(12))
SQUARES = [number * number for number in NUMBERS]


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("keys") / "own")


@pytest.fixture(scope="module")
def clusters(
    keys: Certificates, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Loopback]]:
    """Return the cluster of the module; another one if a test has killed it."""
    with ExitStack() as stack:
        started: list[Loopback] = []

        def running() -> Loopback:
            if not started or started[-1].scheduler.poll() is not None:
                folder = tmp_path_factory.mktemp("cluster") / "own"
                started.append(stack.enter_context(loopback(folder, keys)))
            return started[-1]

        yield running


@pytest.fixture
def cluster(clusters: Callable[[], Loopback]) -> Loopback:
    return clusters()


def refusal(place: Scheduler) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as caught, open_engine(place):
        pass
    (problem,) = caught.value.problems
    return problem.code, dict(problem.params)


def squares(place: Scheduler) -> list[int]:
    with open_engine(place) as opened:
        assert opened.engine is not None
        assert opened.network == "scheduler"
        return list(opened.engine.map(work.squared, NUMBERS, [1] * len(NUMBERS), Job()))


def test_its_workers_compute_the_same(cluster: Loopback, keys: Certificates) -> None:
    assert squares(Scheduler(cluster.address, *keys)) == SQUARES


def test_a_cancelled_run_leaves_the_cluster_at_once(cluster: Loopback, keys: Certificates) -> None:
    job = Job()
    job.start_phase("clustering", 500)
    with open_engine(Scheduler(cluster.address, *keys)) as opened:
        assert opened.engine is not None
        outcomes = opened.engine.map(work.squared, list(range(500)), [1] * 500, job)
        assert next(outcomes) == 0
        job.cancel()
        with pytest.raises(Cancelled):
            list(outcomes)
    assert job.progress().done < 500


def test_outcomes_that_nobody_waits_for_end_with_the_connection(
    cluster: Loopback, keys: Certificates
) -> None:
    """As after a wrong outcome: else a traceback follows the sentence on the terminal."""
    with open_engine(Scheduler(cluster.address, *keys)) as opened:
        assert opened.engine is not None
        outcomes = opened.engine.map(work.squared, NUMBERS, [1] * len(NUMBERS), Job())
        assert next(outcomes) == 0
    cast("Generator[int, None, None]", outcomes).close()


def test_a_block_that_kills_the_only_worker_ends_the_run_and_one_without_the_package_is_no_help(
    keys: Certificates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody starts these workers again, so the first death has to be enough.
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    with loopback(tmp_path / "killing", keys, workers=1) as running:
        place = Scheduler(running.address, *keys)
        with open_engine(place) as opened:
            assert opened.engine is not None
            with pytest.raises(Refused, match=r"^workers-died$"):
                list(opened.engine.map(work.killing, [1], [1], Job()))
        assert refusal(place) == ("cluster-without-workers", {})
        running.add_bare_worker()
        assert refusal(place) == ("cluster-without-statveil", {})


@pytest.mark.parametrize(
    "error",
    [
        ValueError("IOStream is not idle; cannot convert to SSL"),
        pytest.param(OSError("lost"), marks=pytest.mark.longer),
    ],
)
def test_a_connection_that_is_lost_at_the_end_loses_no_result(
    cluster: Loopback, keys: Certificates, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    from distributed import Client

    close, closed = Client.close, list[Client]()

    def break_off(client: Client, *given: Any, **named: Any) -> None:
        closed.append(client)
        close(client, *given, **named)
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(Client, "close", break_off)
        assert squares(Scheduler(cluster.address, *keys)) == SQUARES
        assert closed


def test_a_certificate_of_another_authority_is_refused(
    cluster: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.jobs.cluster.engine_opening._CONNECT_SECONDS", 3.0)
    place = Scheduler(cluster.address, *certificates(tmp_path / "other"))
    assert refusal(place) == ("scheduler-certificate", {"address": cluster.address})


def test_a_certificate_that_is_none_or_of_another_member_is_refused(
    cluster: Loopback, keys: Certificates, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("no certificate")
    for place, code in (
        (Scheduler(cluster.address, keys.ca, wrong, *keys[2:]), "scheduler-certificate"),
        (Scheduler(cluster.address, *keys[:-1], "0" * 64), "scheduler-other-certificate"),
    ):
        assert refusal(place) == (code, {"address": cluster.address})


def test_what_cannot_be_a_scheduler_is_said_so(
    keys: Certificates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.jobs.cluster.engine_opening._CONNECT_SECONDS", 0.2)
    gone = "tls://127.0.0.1:1"
    for place, code, params in (
        (Scheduler("tcp://127.0.0.1:8786", *keys), "scheduler-not-encrypted", {}),
        (Scheduler(gone, tmp_path / "x.pem", *keys[1:]), "certificate-missing", {"file": "x.pem"}),
        (Scheduler(gone, *keys), "scheduler-unreachable", {"address": gone}),
        (Scheduler("tls://", *keys), "scheduler-unreachable", {"address": "tls://"}),
    ):
        assert refusal(place) == (code, params)


@pytest.mark.parametrize("encrypts", [False, True])
def test_a_host_that_accepts_and_never_answers_is_said_so(
    keys: Certificates, monkeypatch: pytest.MonkeyPatch, *, encrypts: bool
) -> None:
    monkeypatch.setattr("core.jobs.cluster.engine_opening._CONNECT_SECONDS", 0.2)
    with silent_host(keys if encrypts else None) as address:
        assert refusal(Scheduler(address, *keys)) == ("scheduler-unreachable", {"address": address})


def test_a_worker_of_another_version_is_said_so(
    cluster: Loopback, keys: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Scheduler(cluster.address, *keys)
    from core import __version__

    monkeypatch.setattr("core.jobs.cluster.cluster_versions.__version__", "0.0.9")
    params = {"program": "Statveil", "here": "0.0.9", "there": __version__}
    assert refusal(place) == ("cluster-versions-differ", params)


def test_a_worker_that_is_killed_changes_nothing_and_a_killed_scheduler_is_a_sentence(
    cluster: Loopback, keys: Certificates
) -> None:
    with open_engine(Scheduler(cluster.address, *keys)) as opened:
        assert opened.engine is not None
        results = opened.engine.map(work.squared, NUMBERS, [1] * len(NUMBERS), Job())
        squares_of_two_workers = [next(results)]
        cluster.workers[0].kill()
        squares_of_two_workers += results
        results = opened.engine.map(work.squared, list(range(500)), [1] * 500, Job())
        next(results)
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        with pytest.raises(Refused, match=r"^cluster-lost$"):
            list(results)

    assert squares_of_two_workers == SQUARES


@pytest.mark.longer
def test_a_scheduler_that_is_killed_before_a_result_is_fetched_is_no_defect(
    keys: Certificates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with loopback(tmp_path / "killed", keys, workers=1) as running:
        place = Scheduler(running.address, *keys)
        fetch = DaskEngine._reply

        def kill_and_fetch(engine: DaskEngine, *sent: Any) -> object:
            running.scheduler.kill()
            running.scheduler.wait()
            return fetch(engine, *sent)

        monkeypatch.setattr(DaskEngine, "_reply", kill_and_fetch)
        with open_engine(place) as opened:
            assert opened.engine is not None
            with pytest.raises(Refused, match=r"^cluster-lost$"):
                list(opened.engine.map(work.large, [1, 2, 3], [1] * 3, Job()))


def test_the_engine_is_imported_without_dask() -> None:
    code = "import sys, core.jobs.cluster; print(*({'dask', 'distributed'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
