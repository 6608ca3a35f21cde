"""Tasks in a folder: each is done by one worker, and none is lost with it."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from core.jobs.cluster.shared_pieces import read_piece
from core.jobs.cluster.task_folder import TaskFolder


@pytest.fixture
def tasks(tmp_path: Path) -> TaskFolder:
    folder = TaskFolder(tmp_path)
    for number in (9, 10, 8):
        assert folder.put(number, f"task {number}")
    return folder


def taken(tasks: TaskFolder, shift: str) -> object:
    path = tasks.take(shift)
    return path and read_piece(path)


def test_the_oldest_is_taken_first_and_once(tasks: TaskFolder) -> None:
    assert [taken(tasks, shift) for shift in "abab"] == ["task 8", "task 9", "task 10", None]


def test_many_workers_take_each_task_once(tmp_path: Path) -> None:
    folder, found = TaskFolder(tmp_path), list[object]()
    for number in range(200):
        folder.put(number, number)

    def work(shift: str) -> None:
        while (path := folder.take(shift)) is not None:
            found.append(read_piece(path))

    workers = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(map(int, map(str, found))) == list(range(200))


def test_what_a_dead_worker_had_taken_is_taken_again(tasks: TaskFolder) -> None:
    for shift in ("1", "11", "1"):
        tasks.take(shift)
    tasks.give_back("1")

    assert [taken(tasks, "2") for _ in range(3)] == ["task 8", "task 10", None]


def test_what_was_found_is_read_once(tasks: TaskFolder) -> None:
    path = tasks.take("1")
    assert path is not None
    assert tasks.found() == set()
    assert tasks.hand_over(path, "found")

    assert tasks.found() == {8}
    assert tasks.read_found(8) == "found"
    assert tasks.found() == set()
    # A worker that dies after it has handed over leaves nothing to do again.
    tasks.give_back("1")
    assert taken(tasks, "2") == "task 9"


def test_what_nobody_waits_for_is_not_handed_over(tasks: TaskFolder, tmp_path: Path) -> None:
    path = tasks.take("1")
    assert path is not None
    with tasks.bell():
        tasks.clear({8, 9})
        assert tasks.hand_over(path, "found")

    assert [each.name for each in tmp_path.iterdir()] == ["10-waiting"]


def test_the_bell_ends_the_wait(tasks: TaskFolder, tmp_path: Path) -> None:
    path = tasks.take("1")
    assert path is not None
    with tasks.bell() as wait:
        began = time.monotonic()
        # Something may have been handed over before.
        wait(60.0)
        threading.Timer(0.2, tasks.hand_over, (path, "found")).start()
        wait(60.0)
        assert time.monotonic() - began < 30.0
        assert tasks.found() == {8}
    assert not (tmp_path / "bell").exists()


def test_in_a_folder_that_somebody_removed_nothing_is_found(tmp_path: Path) -> None:
    assert TaskFolder(tmp_path / "removed").found() == set()
