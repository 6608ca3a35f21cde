"""Checks a release: the log's chain, the files' hashes and all recomputable figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.encode.not_applicable import all_written_back
from core.errors import Problem
from core.jobs import Job
from core.log import (
    LogKind,
    chain_faults,
    check_form,
    kind_of,
    layout_faults,
    load_audit,
    rounded,
    table_hash,
)
from core.log.preparation_entry import preparation_entry
from core.measure import exposure_of
from core.model import Exposure
from core.protect.blocks import BlockEngine
from core.report import compare, comparison_entry
from core.verify.claim_check import (
    claim_faults,
    extent_faults,
    has_claim,
    has_secret_noise,
)
from core.verify.condition_check import repeated_condition_faults
from core.verify.figures import (
    compared_figure_faults,
    measure_faults,
    not_stated_faults,
    result_faults,
    signing_faults,
    tree_faults,
    warning_faults,
)
from core.verify.files import file_faults, listing_faults
from core.verify.public_log_check import half_faults
from core.verify.recounting import recount
from core.verify.repeat import omitted_settings, open_input, read_only, repeat


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
    document, raw = load_audit(log)
    faults = chain_faults(document) or layout_faults(raw, document)
    if faults:
        return Check(("log",), faults)
    check_form(document)
    checked, found = ["log", "files"], file_faults(document, log)
    exposure = None
    if not found:
        more_checked, found, exposure = _check_released(document, log, input_file, job)
        checked += more_checked
    if not found and input_file is not None:
        # A run with secret noise cannot be repeated.
        if has_secret_noise(document):
            check = "size" if document["input"].get("sha256") is None else "input"
        elif kind_of(document).is_complete:
            check = "repeat"
        else:
            check = "extent" if omitted_settings(document) else "rounded"
        checked.append(check)
        if check in ("repeat", "rounded"):
            found = _repeat_faults(document, log.parent, exposure, input_file, job, engine)
        else:
            _, dataset = read_only(document, input_file, log.parent, job)
            found = extent_faults(document, dataset.rows, len(dataset.columns))
    return Check(tuple(checked), tuple(found), tuple(_unchecked(document, input_file)))


def _check_released(
    document: Mapping[str, Any], log: Path, input_file: Path | None, job: Job
) -> tuple[list[str], list[Problem], Exposure | None]:
    """Check the protected file, and free its records: a repeated run needs the memory.

    Returns
    -------
    checked : list of str
        Codes of the checks made.
    faults : list of Problem
        The discrepancies.
    exposure : Exposure or None
        Of the file; ``None`` where no repeated run is compared with it.
    """
    counted = recount(document, log, job)
    checked, faults = ["recount"], counted.faults or listing_faults(document, counted.project)
    if not faults and has_claim(document):
        checked.append("claim")
        faults = claim_faults(document, log.parent)
    if not faults and kind_of(document) is LogKind.INTERNAL:
        checked.append("halves")
        faults = half_faults(document, log, counted.project, counted.table.columns)
    if faults or has_claim(document) or input_file is None:
        return checked, faults, None
    return checked, faults, exposure_of(counted.table)


def _unchecked(document: Mapping[str, Any], input_file: Path | None) -> list[Problem]:
    """Return notes on what cannot be checked with this log, with or without the input."""
    found = []
    if input_file is None:
        found.append(Problem("unchecked-repeat"))
    if kind_of(document) is LogKind.PUBLIC:
        omitted = omitted_settings(document)
        if input_file is not None and omitted and not has_secret_noise(document):
            found.append(Problem("unchecked-omitted", params={"settings": omitted}))
        found.append(Problem("unchecked-public"))
    elif input_file is None and not has_claim(document):
        found.append(Problem("unchecked-pictures"))
    return found


def _repeat_faults(
    document: Mapping[str, Any],
    folder: Path,
    exposure: Exposure | None,
    input_file: Path,
    job: Job,
    engine: BlockEngine | None,
) -> list[Problem]:
    project, dataset = open_input(document, input_file, folder, job)
    result = repeat(project, dataset, job, engine)
    faults = result_faults(document["result"], result)
    faults += repeated_condition_faults(document["verification"], result)
    whole = kind_of(document).is_complete
    going_out = rounded(result.plan.project, result.measures, result.dominated)
    measures = result.measures if whole else going_out
    faults += measure_faults(document["measures"], measures)
    faults += compared_figure_faults(document, result)
    if whole:
        found = preparation_entry(result, dataset).get("prepared")
        faults += tree_faults("prepared", document.get("prepared"), found)
    schema = result.plan.project.schema
    written = all_written_back(result.columns, schema)
    if table_hash(written, schema.links) != document["files"][0]["records_sha256"]:
        return [*faults, Problem("verify-repeat")]
    faults += not_stated_faults(document, result) + warning_faults(document, result, dataset)
    if whole:
        faults += signing_faults(document, result)
        entry = None
        if exposure is not None and result.exposure is not None:
            # The repeated records are those of the file: their hashes are equal.
            entry = comparison_entry(compare(document, result, dataset, exposure, result.columns))
        faults += tree_faults("compared", document.get("compared"), entry)
    return faults
