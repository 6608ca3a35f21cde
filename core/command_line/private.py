"""Output of the command line on differentially private runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.jobs import Job
from core.log import is_withheld, to_json
from core.log.figure_entries import figure_entries, usual_entry
from core.log.internal_log import measure_entry
from core.log.stamp import now
from core.messages import text
from core.model import Plan, PrivateRun, ProjectLedger, Release, Result
from core.pipeline.project_ledger import private_run, record
from core.protect import claim_of_plan


def private_lines(release: Release, result: Result) -> tuple[str, ...]:
    """State the claim, or that the release is not ready; empty for other methods."""
    claim = claim_of_plan(result.plan)
    if claim is None:
        return ()
    claim_text = text(claim.code, claim.params)
    params = {"file": release.protected, "folder": release.folder}
    doubts = [text(*doubt) for doubt in claim.doubts]
    if not claim.ready:
        advice = [text("doubt-units-how")] if ("doubt-units", {}) in claim.doubts else []
        if doubts:
            advice.append(text("doubt-confirm"))
        return text("not-ready", {**params, "claim": claim_text}), *doubts, *advice
    if count := len(release.open_questions):
        return text("not-ready-questions", {**params, "count": count}), claim_text, *doubts
    return text("done-release", params), claim_text, *doubts


class RecordedSpending:
    """What a run adds to the ledger that the command names.

    Parameters
    ----------
    path : Path or None
        The ledger; ``None``: none was named.
    sha256 : str
        Hash of the input.
    """

    def __init__(self, path: Path | None, sha256: str, job: Job) -> None:
        self._path, self._sha256, self._job = path, sha256, job
        self._ledger: ProjectLedger | None = None

    def record(self, plan: Plan) -> tuple[PrivateRun, ...] | None:
        """Add a private run to the ledger, and list all runs on the file.

        ``None`` without a ledger or by another method.

        Raises
        ------
        Refused, StorageFull
            If the ledger cannot be written; it remains unchanged.
        """
        run = private_run(plan, now())
        if self._path is None or run is None:
            return None
        self._ledger = record(self._path, self._sha256, run, self._job)
        return self._ledger.of(self._sha256)

    @property
    def lines(self) -> tuple[str, ...]:
        """What all runs on the file have spent, if the run was added to a ledger."""
        if self._ledger is None:
            return ()
        runs, spent = len(self._ledger.of(self._sha256)), self._ledger.spent(self._sha256)
        if spent is None:
            return (text("ledger-uncounted", {"count": runs}),)
        return (text("ledger-added", {"runs": runs, "count": runs, "spent": float(spent)}),)

    @contextmanager
    def noting_what_stays(self) -> Iterator[None]:
        """Add to any exception in the block a note that the run stays in the ledger."""
        try:
            yield
        except Exception as error:
            if self._ledger is not None:
                error.add_note(text("ledger-stays"))
            raise


def measures_summary(result: Result) -> dict[str, object]:
    """List measures and figures; those that a private release hides are under ``internal``."""
    stated: dict[str, object] = {"measures": [to_json(measure_entry(m)) for m in result.measures]}
    if result.figures:
        stated["figures"] = [to_json(figure) for figure in figure_entries(result)]
    if (usual := usual_entry(result)) is not None:
        # Names of domains are cells, so that only counts are printed.
        stated["usual"] = to_json(usual.kept)
    if is_withheld(result.plan.project):
        return {"measures": [], "internal": stated}
    return stated
