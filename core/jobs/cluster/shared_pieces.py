"""Hands pieces of work to processes of this computer through files that are in its memory.

What goes through the connections of a cluster is copied and encrypted four times, in the process
that everything else waits for. Files of a folder in memory are copied once by either side.
"""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from core.abandoned import own_prefix, remove_abandoned
from core.jobs import Job
from core.jobs.cluster.guarded_work import Outcome, guarded

Task = TypeVar("Task")
Found = TypeVar("Found")

# Where Linux keeps files in memory; other systems have no such place.
_MEMORY = Path("/dev/shm")
_KIND = "statveil-workers"
_EACH = 8
# Arrays begin at a multiple of it.
_ALIGNED = 64


@contextmanager
def shared_folder() -> Iterator[Path | None]:
    """Make a folder in memory that nobody else may look into, and remove it in the end.

    What a process left there that was killed is removed, too. ``None``: the computer has no such
    place.
    """
    if not (_MEMORY.is_dir() and os.access(_MEMORY, os.W_OK | os.X_OK)):
        yield None
        return
    remove_abandoned(_MEMORY, _KIND)
    with tempfile.TemporaryDirectory(
        prefix=own_prefix(_KIND), dir=_MEMORY, ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


def write_piece(path: Path, piece: object) -> bool:
    """Write an object to a file; return whether it fitted."""
    buffers: list[pickle.PickleBuffer] = []
    parts = [memoryview(pickle.dumps(piece, protocol=5, buffer_callback=buffers.append))]
    parts += [buffer.raw() for buffer in buffers]
    sizes = [len(parts), *(part.nbytes for part in parts)]
    try:
        with path.open("wb") as file:
            file.write(b"".join(size.to_bytes(_EACH, "little") for size in sizes))
            for part in parts:
                file.write(bytes(-file.tell() % _ALIGNED))
                file.write(part)
    except OSError:
        path.unlink(missing_ok=True)
        return False
    return True


def read_piece(path: Path) -> Any:
    """Return the object that `write_piece` wrote."""
    whole = np.fromfile(path, dtype=np.uint8).data

    def size_at(place: int) -> int:
        return int.from_bytes(whole[_EACH * place : _EACH * (place + 1)], "little")

    parts, at = [], _EACH * (size_at(0) + 1)
    for place in range(1, size_at(0) + 1):
        at += -at % _ALIGNED
        parts.append(whole[at : at + size_at(place)])
        at += size_at(place)
    return pickle.loads(parts[0], buffers=parts[1:])


def found_of(task: Path) -> Path:
    """Return where the outcome for the task of a file is written."""
    return task.with_name(f"{task.name}-found")


def guarded_from_file(work: Callable[[Task, Job], Found], task: str) -> Outcome[Found] | None:
    """Write the outcome of `core.jobs.cluster.guarded_work.guarded` for the task of a file.

    It is returned instead if it does not fit.
    """
    path = Path(task)
    outcome = guarded(lambda place, job: work(read_piece(place), job), path)
    # A worker that is killed leaves the beginning of a file at most.
    own = path.with_name(f"{path.name}-{os.getpid()}")
    own.unlink(missing_ok=True)
    if not write_piece(own, outcome):
        # What a worker left that died afterwards must not count instead.
        found_of(path).unlink(missing_ok=True)
        return outcome
    if path.exists():
        own.replace(found_of(path))
    else:
        # Nobody waits for it any more.
        own.unlink()
    return None
