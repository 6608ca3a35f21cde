"""What the command line says of a differentially private run, and to whom."""

from __future__ import annotations

from pathlib import Path

from core.messages import text
from core.model import Release, Result
from core.pipeline.audit import is_withheld
from core.pipeline.audit.document import measure_entry
from core.pipeline.project_ledger import private_run, read_ledger, write_ledger
from core.protect.privacy import claim_of_plan


def private_lines(release: Release, result: Result) -> tuple[str, ...]:
    """Return the claim, or that the release is not ready; nothing for other methods."""
    claim = claim_of_plan(result.plan)
    if claim is None:
        return ()
    said = text(claim.code, claim.params)
    params = {"file": release.protected, "folder": release.folder}
    if claim.ready:
        return text("done-release", params), said
    return (text("not-ready", {**params, "claim": said}),)


def ledger_lines(path: Path | None, result: Result, sha256: str, when: str) -> tuple[str, ...]:
    """Add the run to the ledger at `path` and say what all runs on the file have spent."""
    run = private_run(result, when)
    if path is None or run is None:
        return ()
    ledger = read_ledger(path).with_run(sha256, run)
    write_ledger(ledger, path)
    runs, spent = len(ledger.of(sha256)), ledger.spent(sha256)
    if spent is None:
        return (text("ledger-uncounted", {"count": runs}),)
    return (text("ledger-added", {"runs": runs, "count": runs, "spent": float(spent)}),)


def measured(result: Result) -> dict[str, object]:
    """Return the measures; those that a private release may not show under ``internal``."""
    found = [measure_entry(measure) for measure in result.measures]
    if is_withheld(result.plan.project):
        return {"measures": [], "internal": {"measures": found}}
    return {"measures": found}
