"""What runs have spent on the same file, kept apart from any release: it is confidential."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused
from core.model import PrivateRun, ProjectLedger, Result, Strength
from core.pipeline.audit import lay_out
from core.pipeline.recipe.strict_json import read_json
from core.protect.privacy import claim_of_plan, ledger_of_plan

FORMAT = "statveil-ledger/1"


def private_run(result: Result, when: str) -> PrivateRun | None:
    """Return what a run spent; ``None`` for a method without differential privacy.

    Parameters
    ----------
    result : Result
        The run.
    when : str
        When it finished, ISO 8601 in UTC.
    """
    claim, ledger = claim_of_plan(result.plan), ledger_of_plan(result.plan)
    if claim is None or ledger is None:
        return None
    protects = claim.strength in (Strength.WHOLE, Strength.PART)
    spent = ledger.spent if protects else None
    return PrivateRun(when, result.plan.project.recipe.method.name, spent)


def read_ledger(path: Path) -> ProjectLedger:
    """Return the ledger in a file; an empty one where there is no such file.

    Raises
    ------
    Refused
        If the file is not a ledger.
    """
    if not path.exists():
        return ProjectLedger()
    document = read_json(path)
    try:
        if document["format"] != FORMAT:
            raise ValueError(FORMAT)
        return ProjectLedger(
            {sha: tuple(map(_run, runs)) for sha, runs in document["files"].items()}
        )
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise Refused(Problem("ledger-malformed", params={"file": path.name})) from None


def write_ledger(ledger: ProjectLedger, path: Path) -> None:
    """Write a ledger to a file, in place of the one that was there."""
    files = {
        sha: [
            {
                "when": run.when,
                "method": run.method,
                "epsilon": None if run.epsilon is None else str(run.epsilon),
            }
            for run in runs
        ]
        for sha, runs in ledger.runs.items()
    }
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(lay_out({"format": FORMAT, "files": files}))
    os.replace(beside, path)  # noqa: PTH105 - replaces on every system


def _run(entry: dict[str, Any]) -> PrivateRun:
    epsilon = entry["epsilon"]
    return PrivateRun(
        str(entry["when"]), str(entry["method"]), None if epsilon is None else Fraction(epsilon)
    )
