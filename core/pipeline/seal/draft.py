"""A hidden folder with a release that is not published yet, and with the one that it replaces.

    .statveil-XXXXXXXX/
      lock        held by the run; the system releases it when the process ends in any way
      new/        the release, as it will lie in its folder
      units       what the release has at its top: files and halves, one name on each line
      replaced/   what these replace, from the moment at which it is moved aside

Units are renamed one by one: first those of the old release into ``replaced``, then the new ones
into the folder. Once ``new`` is gone, the new release is complete; until then the old one can be
put back, by this run or the next one. No draft is removed whose ``replaced`` holds a file that
nobody else has.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import Problem, Refused
from core.io.files.locking import LOCK_HELD_ERRORS, lock_at_once

PREFIX = ".statveil-"
_DAY_SECONDS = 86_400.0
_LOCK = "lock"
_MOST_TRIES, _SECONDS_BETWEEN_TRIES = 10_000, 0.001


@contextmanager
def draft_in(home: Path) -> Iterator[Path]:
    """Create a draft in the folder `home`, and hold its lock.

    A draft that still holds files of an older release is left for the next run.

    Raises
    ------
    Refused
        If another process holds the lock for ten seconds, or a drive without locks says so.
    """
    draft = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
    lock = os.open(draft / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock_new_draft(lock, draft.parent)
        (draft / "new").mkdir()
        yield draft
    finally:
        try:
            is_settled = settle(draft)
            if is_settled:
                _empty(draft)
        finally:
            os.close(lock)
        if is_settled:
            _remove_empty(draft)


def _lock_new_draft(lock: int, home: Path) -> None:
    """Lock a draft just made in `home`; a run that looks for left-over ones may hold it a moment.

    On a drive without locks, a draft counts as left over after a day.
    """
    for _ in range(_MOST_TRIES):
        try:
            lock_at_once(lock)
        except OSError as error:
            if error.errno not in LOCK_HELD_ERRORS:
                return
            time.sleep(_SECONDS_BETWEEN_TRIES)
        else:
            return
    # Without a lock another run could take the draft for left over and remove it.
    raise Refused(Problem("file-in-use", params={"file": home.name or str(home)}))


def exchange(draft: Path, units: Sequence[str]) -> None:
    """Move the units of the new release into its folder, and those that they replace aside.

    Parameters
    ----------
    draft : pathlib.Path
        Inside the folder of the release.
    units : sequence of str
        Names in ``new``; what comes last is moved aside first and moved in last.

    Raises
    ------
    OSError
        If a unit cannot be moved. `settle` then puts back what was moved.
    """
    folder = draft.parent
    (draft / "replaced").mkdir()
    (draft / "units").write_text("\n".join(units), encoding="utf-8")
    for unit in reversed(units):
        if (folder / unit).exists():
            (folder / unit).replace(draft / "replaced" / unit)
    for unit in units:
        (draft / "new" / unit).replace(folder / unit)
    (draft / "new").rmdir()


def settle(draft: Path) -> bool:
    """Finish or undo an exchange that was broken off; return whether the draft may be removed.

    Each file is moved by itself: one that cannot be moved keeps no other from its place.
    """
    replaced = draft / "replaced"
    if not replaced.is_dir():
        return True
    if (draft / "new").is_dir():
        _undo(draft)
        return not any(path.is_file() for path in replaced.rglob("*"))
    # What lies in a half besides the release stays there.
    halves = [entry for entry in replaced.iterdir() if entry.is_dir()]
    for half in halves:
        _move(half.iterdir(), draft.parent / half.name)
    try:
        return all(_names(half) <= _names(draft.parent / half.name) for half in halves)
    except OSError:
        # A half of the new release is removed or closed: what the old one held stays here.
        return False


def _undo(draft: Path) -> None:
    """Move the new units back into the draft, and those that they replaced into the folder."""
    with suppress(OSError):
        units = (draft / "units").read_text(encoding="utf-8").splitlines()
        moved_in = [unit for unit in units if not (draft / "new" / unit).exists()]
        _move((draft.parent / unit for unit in moved_in), draft / "new")
    _move((draft / "replaced").iterdir(), draft.parent)


def _move(paths: Iterable[Path], folder: Path) -> None:
    """Move paths into a folder, as far as they can be moved and nothing lies in their place."""
    for path in list(paths):
        if path.exists() and not (folder / path.name).exists():
            with suppress(OSError):
                path.replace(folder / path.name)


def _names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def settle_abandoned(home: Path) -> None:
    """Settle and remove the drafts in a folder whose process has ended."""
    for draft in home.glob(f"{PREFIX}*"):
        if draft.is_dir():
            with _locked_if_abandoned(draft) as is_abandoned:
                is_settled = is_abandoned and settle(draft)
                if is_settled:
                    _empty(draft)
            if is_settled:
                _remove_empty(draft)


def _empty(draft: Path) -> None:
    """Remove what a draft holds, but for its lock: while that is held, no other run sweeps it."""
    with suppress(OSError):
        for entry in list(draft.iterdir()):
            if entry.name == _LOCK:
                continue
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)


def _remove_empty(draft: Path) -> None:
    """Remove a draft in which nothing but its lock is left."""
    with suppress(OSError):
        if _names(draft) <= {_LOCK}:
            (draft / _LOCK).unlink(missing_ok=True)
            draft.rmdir()


@contextmanager
def _locked_if_abandoned(draft: Path) -> Iterator[bool]:
    """Hold the lock of a draft that no process holds.

    A draft without any staged folder, or without a lock, counts after a day.
    """
    try:
        lock = os.open(draft / _LOCK, os.O_RDWR)
    except OSError:
        # Where the list of units outlasts the lock, something else removed part of the draft.
        yield (draft / "units").exists() or _is_old(draft)
        return
    try:
        try:
            lock_at_once(lock)
            # A run that has just made its draft may not have locked it yet.
            has_begun = any((draft / name).exists() for name in ("new", "replaced", "units"))
            is_abandoned = has_begun or _is_old(draft)
        except OSError as error:
            is_abandoned = error.errno not in LOCK_HELD_ERRORS and _is_old(draft)
        yield is_abandoned
    finally:
        os.close(lock)


def _is_old(draft: Path) -> bool:
    with suppress(OSError):
        return time.time() - draft.stat().st_mtime > _DAY_SECONDS
    return False
