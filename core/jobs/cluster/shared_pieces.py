"""Hands pieces of work to processes of this computer through files that are in its memory.

What goes through the connections of a cluster is copied and encrypted four times, in the process
that everything else waits for. Files of a folder in memory are copied once by either side.
"""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from core.abandoned import own_prefix, remove_abandoned

# Where Linux keeps files in memory; other systems have no such place.
_MEMORY = Path("/dev/shm")
_KIND = "statveil-workers"
_EACH = 8
# Arrays begin at a multiple of it.
_ALIGNED = 64
_NOTHING = memoryview(bytes(_ALIGNED))


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
    sizes = np.array([len(parts), *(part.nbytes for part in parts)], dtype=np.int64)
    whole, at = [memoryview(sizes.tobytes())], sizes.nbytes
    for part in parts:
        whole += [_NOTHING[: -at % _ALIGNED], part]
        at += whole[-2].nbytes + part.nbytes
    try:
        with path.open("wb") as file:
            file.writelines(whole)
    except OSError:
        path.unlink(missing_ok=True)
        return False
    return True


def read_piece(path: Path) -> Any:
    """Return the object that `write_piece` wrote."""
    whole = np.fromfile(path, dtype=np.uint8)
    count = int(whole[:_EACH].view(np.int64)[0])
    at, parts = _EACH * (count + 1), []
    for size in whole[_EACH:at].view(np.int64).tolist():
        at += -at % _ALIGNED
        parts.append(whole.data[at : at + size])
        at += size
    return pickle.loads(parts[0], buffers=parts[1:])
