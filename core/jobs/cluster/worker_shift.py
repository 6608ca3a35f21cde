"""What a worker on this computer runs: a shift, in which it takes tasks from a folder."""

from __future__ import annotations

import time
from pathlib import Path

from core.jobs.cluster.guarded_work import guarded
from core.jobs.cluster.shared_pieces import read_piece
from core.jobs.cluster.task_folder import TaskFolder, number_of

# A shift ends after so many seconds, or if there was nothing to do for a while. It is short, so
# that a worker that died and was started again soon has one, too.
_LONGEST, _IDLE = 5.0, 0.3
_LOOK_SECONDS = 0.001


class FolderFullError(Exception):
    """What was found for some tasks does not fit into the folder; its argument is their number."""


def work_shift(folder: str, shift: str) -> None:
    """Take tasks and hand over what is found, one after the other.

    Parameters
    ----------
    folder : str
        Of a `TaskFolder`, with pairs of a function and the piece that it is called for.
    shift : str
        Its name. If the worker dies, Dask has another one begin the same shift again.

    Raises
    ------
    FolderFullError
        If what was found does not fit; its tasks stay taken.
    """
    tasks, began = TaskFolder(Path(folder)), time.monotonic()
    last = began
    try:
        tasks.give_back(shift)
        while last - began < _LONGEST and time.monotonic() - last < _IDLE:
            taken = tasks.take(shift)
            if taken is None:
                time.sleep(_LOOK_SECONDS)
                continue
            try:
                work, piece = read_piece(taken)
            except FileNotFoundError:
                # Nobody wants it any more, or another worker has it.
                continue
            begun = time.monotonic()
            outcome = guarded(work, piece)
            if not tasks.hand_over(taken, (outcome, time.monotonic() - begun)):
                raise FolderFullError(number_of(taken))
            last = time.monotonic()
    except FileNotFoundError:
        # The run has ended, and the folder with it.
        return
