"""Checks a release: the log's chain, the files' hashes and all recomputable figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.checklist.rows.private_budget import BUDGET
from core.encode.not_applicable import write_all_back
from core.errors import Problem
from core.jobs import Job
from core.log import InternalLog, Log, PublicLog, open_log, table_hash
from core.log.checklist_rows import rows_counted_elsewhere
from core.log.claim_statements import dominance_columns
from core.log.preparation_entry import preparation_entry
from core.measure import exposure_of
from core.model import Dataset, Exposure, Result
from core.protect import adds_noise
from core.protect.blocks import BlockEngine
from core.protect.representatives import list_drawing
from core.report import compare
from core.verify.claim_check import claim_faults, extent_faults, has_secret_noise
from core.verify.condition_check import repeated_condition_faults
from core.verify.figures import (
    compared_figure_faults,
    measure_faults,
    not_stated_faults,
    result_faults,
    section_faults,
    signing_faults,
    warning_faults,
)
from core.verify.files import file_faults, foreign_file_notes, listing_faults
from core.verify.half_check import half_faults
from core.verify.moment_check import repeated_moment_faults
from core.verify.recounting import recount
from core.verify.repeat import can_repeat, omitted_settings, open_input, read_only, repeat
from core.verify.withdrawn_columns import find_withdrawn_columns


@dataclass(frozen=True, slots=True)
class Check:
    """The result of `verify`.

    Attributes
    ----------
    checked : tuple of str
        Codes of the checks made, in order.
    faults : tuple of Problem
        The discrepancies; empty if the release is unchanged.
    unchecked : tuple of Problem
        What could not be checked with this log, or without the input.
    """

    checked: tuple[str, ...]
    faults: tuple[Problem, ...]
    unchecked: tuple[Problem, ...] = ()


def verify(
    log: Path, input_file: Path | None, job: Job, engine: BlockEngine | None = None
) -> Check:
    """Check the release that the log at `log` describes.

    Without the input, k, t and the group sizes are recounted in the protected file, a claim of
    differential privacy is recomputed from the recipe, and the public log is derived again from the
    internal one. With the input, the run is also repeated and every measure in the log is compared,
    unless the noise is secret. Checking stops at the first failure, because a changed log is no
    evidence about the files.

    Raises
    ------
    Refused
        If `log` is not the log of a release, or `input_file` is not its input.
    """
    file = open_log(log)
    if file.faults:
        return Check(("log",), file.faults)
    stated = file.read()
    checked, faults, notes = ["log", "files"], file_faults(stated, log), list[Problem]()
    exposure = None
    if not faults:
        more_checked, faults, exposure = _check_released(stated, log, input_file, job)
        checked += more_checked
    if not faults and input_file is not None:
        check, faults, notes = _check_input(stated, exposure, input_file, job, engine)
        checked.append(check)
    notes += foreign_file_notes(stated, log) + _list_unchecked(stated, input_file)
    return Check(tuple(checked), tuple(faults), tuple(notes))


def _check_released(
    stated: PublicLog | InternalLog, log: Path, input_file: Path | None, job: Job
) -> tuple[list[str], list[Problem], Exposure | None]:
    """Check the protected file, and free its records: a repeated run needs the memory.

    Returns the codes of the checks made, the discrepancies, and the exposure of the file if a
    repeated run is compared with it.
    """
    counted, has_claim = recount(stated, log, job), adds_noise(stated.project.recipe)
    checked, faults = [_recount_code(stated)], counted.faults or listing_faults(stated)
    if not faults and has_claim:
        checked.append("claim")
        faults = claim_faults(stated)
    if not faults and isinstance(stated, InternalLog):
        checked.append("halves")
        faults = half_faults(stated, log, counted.table.columns)
    if faults or has_claim or input_file is None:
        return checked, faults, None
    return checked, faults, exposure_of(counted.table)


def _check_input(
    stated: PublicLog | InternalLog,
    exposure: Exposure | None,
    input_file: Path,
    job: Job,
    engine: BlockEngine | None,
) -> tuple[str, list[Problem], list[Problem]]:
    """Repeat the run on its input, or else compare the input with what the log says of it.

    Returns the code of the check made, the discrepancies, and notes on what was not checked.
    """
    is_internal = isinstance(stated, InternalLog)
    notes, unrepeated = list[Problem](), list[Problem]()
    if has_secret_noise(stated):
        check = "input" if is_internal else "size"
    elif isinstance(stated, InternalLog) and not can_repeat(stated, input_file, job):
        check, notes = "same-input", [Problem("unchecked-merges")]
    elif omitted_settings(stated):
        check = "extent"
    else:
        project, dataset = open_input(stated, input_file, job)
        result = repeat(project, dataset, stated, job, engine)
        withdrawn = find_withdrawn_columns(stated, result)
        if withdrawn is None:
            check = "repeat" if is_internal else "rounded"
            return check, _repeat_faults(stated, exposure, result, dataset), notes
        check, unrepeated = "same-input" if is_internal else "extent", [withdrawn]
    _, dataset = read_only(stated, input_file, job)
    faults = extent_faults(stated, dataset.rows, len(dataset.columns))
    return check, [*faults, *unrepeated], notes


def _recount_code(stated: Log) -> str:
    """Name what is recounted; k and t of drawn records only where their core is."""
    if not list_drawing(stated.project.recipe.method.parameters):
        return "recount"
    return "core" if isinstance(stated, InternalLog) else "records"


def _list_unchecked(stated: Log, input_file: Path | None) -> list[Problem]:
    """List notes on what cannot be checked with this log, with or without the input."""
    notes = []
    if input_file is None:
        notes.append(Problem("unchecked-repeat"))
    if isinstance(stated, PublicLog):
        omitted = omitted_settings(stated)
        if input_file is not None and omitted and not has_secret_noise(stated):
            notes.append(Problem("unchecked-omitted", params={"settings": omitted}))
        if with_rule := dominance_columns(stated.omitted):
            notes.append(Problem("unchecked-dominance", params={"columns": with_rule}))
        if list_drawing(stated.project.recipe.method.parameters):
            notes.append(Problem("unchecked-core"))
        notes.append(Problem("unchecked-public"))
    elif input_file is None and not adds_noise(stated.project.recipe):
        notes.append(Problem("unchecked-pictures"))
    if isinstance(stated, InternalLog) and any(r.row == BUDGET.code for r in stated.checklist):
        notes.append(Problem("unchecked-ledger"))
    if isinstance(stated, InternalLog) and input_file is not None:
        params = [row.params for row in rows_counted_elsewhere(stated)]
        compared = (p.get("releases") or p.get("sources") for p in params)
        notes += [Problem("unchecked-releases")] if any(compared) else []
    return notes


def _repeat_faults(
    stated: PublicLog | InternalLog, exposure: Exposure | None, result: Result, dataset: Dataset
) -> list[Problem]:
    """Compare what a log states with a repeated run."""
    faults = result_faults(stated, result)
    faults += repeated_condition_faults(stated.verification.conditions, result)
    faults += measure_faults(stated, result) + compared_figure_faults(stated, result)
    schema = result.plan.project.schema
    written = write_all_back(result.columns, schema)
    if table_hash(written, schema.links) != stated.table.records_sha256:
        return [*faults, Problem("verify-repeat")]
    faults += not_stated_faults(stated, result) + warning_faults(stated, result, dataset)
    if isinstance(stated, InternalLog):
        faults += repeated_moment_faults(stated, result)
        prepared = preparation_entry(result, dataset)
        faults += section_faults("prepared", stated.prepared, prepared)
        faults += signing_faults(stated, result)
        compared = None
        if exposure is not None and result.exposure is not None:
            # The repeated records are those of the file: their hashes are equal.
            compared = compare(result, dataset, exposure, result.columns)
        faults += section_faults("compared", stated.compared, compared)
    return faults
