"""What private runs have spent on each file, kept for the user and never released."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from core.errors import Refused
from core.jobs import Job
from core.model import Plan, PrivateRun, ProjectLedger
from core.pipeline.project_ledger import private_run, read_ledger, record
from core.user_data import user_data_folder


def ledger_path() -> Path:
    """Return where the ledger is kept: the user's own folder for data of programs."""
    return user_data_folder() / "privacy-ledger.json"


def book_or_why_not() -> ProjectLedger | Refused:
    """Return the ledger of all files, or why it cannot be read."""
    try:
        return read_ledger(ledger_path())
    except Refused as refused:
        return refused


def record_run(sha256: str, plan: Plan) -> tuple[PrivateRun, ...]:
    """Write down what a run spent, before anybody sees its result.

    Parameters
    ----------
    sha256 : str
        Of the input.
    plan : Plan
        What was run, with any method; only a private one spends.

    Returns
    -------
    tuple of PrivateRun
        All runs on the file, this one included; empty if it spends nothing.

    Raises
    ------
    core.errors.Refused, core.errors.StorageFull
        If it is not a ledger or cannot be written.
    OSError
        If its folder cannot be made.
    """
    run = private_run(plan, datetime.now(UTC).isoformat(timespec="seconds"))
    if run is None:
        return ()
    path = ledger_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    return record(path, sha256, run, Job()).of(sha256)
