"""Output of the command line on differentially private runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from core.jobs import Job
from core.log import is_withheld, to_json
from core.log.figure_entries import figure_entries
from core.log.internal_log import measure_entry
from core.messages import text
from core.model import Plan, ProjectLedger, Release, Result
from core.pipeline.project_ledger import private_run, record
from core.protect import claim_of_plan


def private_lines(release: Release, result: Result) -> tuple[str, ...]:
    """Return the claim, or that the release is not ready; empty for other methods."""
    claim = claim_of_plan(result.plan)
    if claim is None:
        return ()
    said = text(claim.code, claim.params)
    params = {"file": release.protected, "folder": release.folder}
    doubts = [text(*doubt) for doubt in claim.doubts]
    if not claim.ready:
        advice = [text("doubt-units-how")] if ("doubt-units", {}) in claim.doubts else []
        if doubts:
            advice.append(text("doubt-confirm"))
        return text("not-ready", {**params, "claim": said}), *doubts, *advice
    if count := len(release.open_questions):
        return text("not-ready-questions", {**params, "count": count}), said, *doubts
    return text("done-release", params), said, *doubts


def record_run(path: Path | None, plan: Plan, sha256: str, job: Job) -> ProjectLedger | None:
    """Add a private run to the ledger at `path`; ``None`` without a ledger or another method.

    Raises
    ------
    Refused, StorageFull
        If the ledger cannot be written; it remains unchanged.
    """
    run = private_run(plan, now())
    return None if path is None or run is None else record(path, sha256, run, job)


def ledger_lines(ledger: ProjectLedger | None, sha256: str) -> tuple[str, ...]:
    """Say what all runs on a file have spent, if a run was added to a ledger."""
    if ledger is None:
        return ()
    runs, spent = len(ledger.of(sha256)), ledger.spent(sha256)
    if spent is None:
        return (text("ledger-uncounted", {"count": runs}),)
    return (text("ledger-added", {"runs": runs, "count": runs, "spent": float(spent)}),)


def now() -> str:
    """Return the time, as ledgers and logs state it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def noting_what_stays(recorded: Sequence[str]) -> Iterator[None]:
    """Add to any exception in the block a note that the run `recorded` in a ledger stays there."""
    try:
        yield
    except Exception as error:
        if recorded:
            error.add_note(text("ledger-stays"))
        raise


def measured(result: Result) -> dict[str, object]:
    """Return measures and figures; those that a private release hides are under ``internal``."""
    stated: dict[str, object] = {"measures": [to_json(measure_entry(m)) for m in result.measures]}
    if result.figures:
        stated["figures"] = [to_json(figure) for figure in figure_entries(result)]
    if is_withheld(result.plan.project):
        return {"measures": [], "internal": stated}
    return stated
