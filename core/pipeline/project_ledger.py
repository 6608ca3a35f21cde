"""What runs have spent on the same file, kept apart from any release: it is confidential."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused
from core.io.files.input_files import called
from core.io.files.locking import locked
from core.io.files.replacing import replace_file
from core.jobs import Job
from core.model import PrivateRun, ProjectLedger, Result, Strength
from core.pipeline.audit import lay_out
from core.pipeline.recipe.strict_json import read_json
from core.protect.privacy import claim_of_plan, ledger_of_plan

FORMAT = "statveil-ledger/1"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NUMBER = re.compile(r"[0-9]{1,100}([./][0-9]{1,100})?")
_MOST_SPENT = 1_000_000
_MOST_BITS = 8192


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
        If the file is not a ledger, or holds anything that writing it again would lose.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ProjectLedger()
    except OSError:
        pass  # of which `read_json` says what it is
    document = read_json(path)
    try:
        _expect(document, {"format", "files"})
        if document["format"] != FORMAT:
            raise ValueError(FORMAT)
        found = {_sha256(sha): tuple(map(_run, runs)) for sha, runs in document["files"].items()}
        _check_sum(run for runs in found.values() for run in runs)
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise Refused(Problem("ledger-malformed", params={"file": called(path)})) from None
    return ProjectLedger(found)


def check_ledger(path: Path, folder: Path) -> None:
    """Refuse a ledger that a run could not be added to, before any long work is begun.

    Parameters
    ----------
    path : pathlib.Path
        The ledger; need not exist.
    folder : pathlib.Path
        The release folder, in which it may not lie: it is confidential.

    Raises
    ------
    Refused
        If `path` lies in `folder`, is not a ledger, or cannot be written.
    """
    place = Path(os.path.realpath(path))
    if place.is_relative_to(os.path.realpath(folder)):
        raise Refused(Problem("ledger-in-release", params={"file": called(path)}))
    read_ledger(path)
    if not os.access(place.parent, os.W_OK | os.X_OK) or not place.parent.is_dir():
        raise Refused(Problem("output-unwritable", params={"file": called(path)}))


def record(path: Path, sha256: str, run: PrivateRun, job: Job) -> ProjectLedger:
    """Add a run to the ledger in a file, which is on the disk when this returns.

    Two processes that do so at once both find their run in it.

    Parameters
    ----------
    path : pathlib.Path
        The ledger; it is made if it does not exist.
    sha256 : str
        Of the input.
    run : PrivateRun
        What was spent.
    job : Job
        Can be cancelled while another process writes the ledger.

    Returns
    -------
    ProjectLedger
        The ledger with the run.

    Raises
    ------
    Refused, StorageFull
        If the ledger cannot be read or written; it is as it was.
    """
    with locked(path, job):
        ledger = read_ledger(path).with_run(sha256, run)
        write_ledger(ledger, path)
    return ledger


def write_ledger(ledger: ProjectLedger, path: Path) -> None:
    """Write a ledger to a file, in place of the one that was there.

    Raises
    ------
    Refused, StorageFull
        If it cannot be written; the file is as it was.
    """
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
    replace_file(path, lay_out({"format": FORMAT, "files": files}))


def _run(entry: Any) -> PrivateRun:
    _expect(entry, {"when", "method", "epsilon"})
    when, method, epsilon = entry["when"], entry["method"], entry["epsilon"]
    if not isinstance(when, str) or not isinstance(method, str):
        raise TypeError("not a text")
    return PrivateRun(when, method, None if epsilon is None else _spent(epsilon))


def _expect(found: Any, keys: set[str]) -> None:
    if not isinstance(found, dict) or found.keys() != keys:
        raise ValueError("other keys than a ledger has")


def _sha256(found: str) -> str:
    if _SHA256.fullmatch(found) is None:
        raise ValueError("not a hash")
    return found


def _spent(found: Any) -> Fraction:
    # No exponents: a few signs can stand for a number that fills the memory.
    if not isinstance(found, str) or _NUMBER.fullmatch(found) is None:
        raise ValueError("not a number")
    spent = Fraction(found)
    if not 0 <= spent <= _MOST_SPENT:
        raise ValueError("more than any run can spend")
    return spent


def _check_sum(runs: Iterable[PrivateRun]) -> None:
    """Refuse fractions whose sum would grow without bound."""
    common = 1
    for run in runs:
        if run.epsilon is not None:
            common = lcm(common, run.epsilon.denominator)
        if common.bit_length() > _MOST_BITS:
            raise ValueError("fractions that no runs have spent")
