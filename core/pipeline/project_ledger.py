"""Ledgers of the budgets spent on the same file; confidential, and never in a release."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from itertools import chain
from math import lcm
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused
from core.io.files.atomic_writing import replace_file
from core.io.files.input_files import name_in_sentences
from core.io.files.locking import hold_lock
from core.jobs import Job
from core.log import lay_out
from core.model import Plan, PrivateRun, ProjectLedger, Strength
from core.protect import claim_of_plan, ledger_of_plan
from core.recipe.strict_json import read_json

FORMAT = "statveil-ledger/1"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NUMBER = re.compile(r"[0-9]{1,100}([./][0-9]{1,100})?")
_MOST_SPENT = 1_000_000
_MOST_BITS = 8192


def private_run(plan: Plan, when: str) -> PrivateRun | None:
    """Return the ledger entry of a run; ``None`` for a method without differential privacy.

    Parameters
    ----------
    when : str
        Time of completion, ISO 8601 in UTC.
    """
    claim, ledger = claim_of_plan(plan), ledger_of_plan(plan)
    if claim is None or ledger is None:
        return None
    protects = claim.strength in (Strength.WHOLE, Strength.PART)
    spent = ledger.spent if protects else None
    return PrivateRun(when, plan.project.recipe.method.name, spent)


def read_ledger(path: Path) -> ProjectLedger:
    """Read the ledger in a file; it is empty if the file does not exist.

    Raises
    ------
    Refused
        If the file is not a ledger, or contains anything that rewriting it would lose.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ProjectLedger()
    except OSError:
        pass  # `read_json` reports what it is
    document: Any = read_json(path)
    try:
        _expect(document, {"format", "files"})
        if document["format"] != FORMAT:
            raise ValueError(FORMAT)
        if not all(map(_SHA256.fullmatch, document["files"])):
            raise ValueError("not a hash")
        runs_by_input = {sha: tuple(map(_run, runs)) for sha, runs in document["files"].items()}
        # The sum of some fractions would need unbounded memory.
        common = 1
        for run in chain.from_iterable(runs_by_input.values()):
            if run.epsilon is not None:
                common = lcm(common, run.epsilon.denominator)
            if common.bit_length() > _MOST_BITS:
                raise ValueError("fractions that no runs have spent")
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise Refused(
            Problem("ledger-malformed", params={"file": name_in_sentences(path)})
        ) from None
    return ProjectLedger(runs_by_input)


def check_ledger(path: Path, folder: Path) -> None:
    """Raise `Refused`, before any long work, if a run could not be added to a ledger.

    Parameters
    ----------
    path : pathlib.Path
        The ledger, which need not exist.
    folder : pathlib.Path
        The release folder, which must not contain the confidential ledger.

    Raises
    ------
    Refused
        If `path` lies in `folder`, is not a ledger, or cannot be written.
    """
    real_path = Path(os.path.realpath(path))
    if real_path.is_relative_to(os.path.realpath(folder)):
        raise Refused(Problem("ledger-in-release", params={"file": name_in_sentences(path)}))
    read_ledger(path)
    if not os.access(real_path.parent, os.W_OK | os.X_OK) or not real_path.parent.is_dir():
        raise Refused(Problem("output-unwritable", params={"file": name_in_sentences(path)}))


def record(path: Path, sha256: str, run: PrivateRun, job: Job) -> ProjectLedger:
    """Add a run to the ledger in a file and flush it to disk.

    Two processes can do so at the same time without losing a run.

    Parameters
    ----------
    path : pathlib.Path
        The ledger, which is created if it does not exist.

    Raises
    ------
    Refused, StorageFull
        If the ledger cannot be read or written; it remains unchanged.
    """
    with hold_lock(path, job):
        ledger = read_ledger(path).with_run(sha256, run)
        files = {
            sha: [
                {
                    "when": x.when,
                    "method": x.method,
                    "epsilon": None if x.epsilon is None else str(x.epsilon),
                }
                for x in runs
            ]
            for sha, runs in ledger.runs.items()
        }
        replace_file(path, lay_out({"format": FORMAT, "files": files}), private=True)
    return ledger


def _run(entry: Any) -> PrivateRun:
    _expect(entry, {"when", "method", "epsilon"})
    when, method, epsilon = entry["when"], entry["method"], entry["epsilon"]
    if not isinstance(when, str) or not isinstance(method, str):
        raise TypeError("not a text")
    if epsilon is None:
        return PrivateRun(when, method, None)
    # No exponents: a few characters could denote a number that fills the memory.
    if not isinstance(epsilon, str) or _NUMBER.fullmatch(epsilon) is None:
        raise ValueError("not a number")
    spent = Fraction(epsilon)
    if not 0 <= spent <= _MOST_SPENT:
        raise ValueError("more than any run can spend")
    return PrivateRun(when, method, spent)


def _expect(document: Any, keys: set[str]) -> None:
    if not isinstance(document, dict) or document.keys() != keys:
        raise ValueError("other keys than a ledger has")
