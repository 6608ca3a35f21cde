"""What private runs have spent on each file, kept for the user and never released."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QStandardPaths

from core.errors import Refused
from core.model import PrivateRun, ProjectLedger, Result
from core.pipeline.project_ledger import private_run, read_ledger, write_ledger


def ledger_path() -> Path:
    """Return where the ledger is kept: the user's own folder for data of programs."""
    place = QStandardPaths.StandardLocation.AppLocalDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "privacy-ledger.json"


def book_or_why_not() -> ProjectLedger | Refused:
    """Return the ledger of all files, or why it cannot be read."""
    try:
        return read_ledger(ledger_path())
    except Refused as refused:
        return refused


def record_run(result: Result, sha256: str) -> PrivateRun | None:
    """Write down what a run spent, before anybody sees its result.

    Parameters
    ----------
    result : Result
        Of any method; only a private one spends.
    sha256 : str
        Of the input.

    Raises
    ------
    core.errors.Refused
        If the ledger there is none.
    OSError
        If it cannot be written.
    """
    run = private_run(result, datetime.now(UTC).isoformat(timespec="seconds"))
    if run is None:
        return None
    path = ledger_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    # Another window may be writing its own run down: neither may be lost.
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.lock()
    try:
        write_ledger(read_ledger(path).with_run(sha256, run), path)
    finally:
        lock.unlock()
    return run
