"""Checks a release: the log's chain, the files' hashes, and every figure from the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem
from core.jobs import Job
from core.pipeline.audit import (
    LogKind,
    chain_faults,
    check_form,
    kind_of,
    layout_faults,
    load_audit,
    rounded,
    table_hash,
)
from core.pipeline.checking.figures import compare, measure_faults, result_faults
from core.pipeline.checking.files import file_faults
from core.pipeline.checking.logged import check_columns, logged_project, unfit_columns
from core.pipeline.checking.privacy import (
    claim_faults,
    has_claim,
    has_secret_noise,
    size_faults,
)
from core.pipeline.checking.released_file import parse_released
from core.pipeline.checking.repeat import omitted_settings, open_input, repeat
from core.pipeline.promise import count
from core.pipeline.seal.read_back import read_back


@dataclass(frozen=True, slots=True)
class Check:
    """What `verify` found.

    Attributes
    ----------
    checked : tuple of str
        Codes of the checks that were made, in order.
    faults : tuple of Problem
        What does not agree; empty if the release is as it was sealed.
    unchecked : tuple of Problem
        What could not be checked with this log, or without the input.
    """

    checked: tuple[str, ...]
    faults: tuple[Problem, ...]
    unchecked: tuple[Problem, ...] = ()


def verify(log: Path, input_file: Path | None, job: Job) -> Check:
    """Check the release that the log at `log` describes.

    Without the input, k and t are counted again in the protected file, and a claim of
    differential privacy is computed again from the recipe. With it, the run is repeated in
    memory and every measure that the log has is compared, unless its noise is secret. The first
    check that fails is the last one made: what a changed log says of the files is no evidence of
    anything.

    Raises
    ------
    Refused
        If `log` is not a log of a release, or `input_file` is not the input it describes.
    """
    document, raw = load_audit(log)
    faults = chain_faults(document) or layout_faults(raw, document)
    if faults:
        return Check(("log",), faults)
    check_form(document)
    checked, found = ["log", "files"], file_faults(document, log)
    if not found:
        checked.append("recount")
        found = _recount_faults(document, log, job)
    if not found and has_claim(document):
        checked.append("claim")
        found = claim_faults(document, log.parent)
    if not found and input_file is not None:
        check, faults_of = _with_input(document)
        checked.append(check)
        found = faults_of(document, input_file, log.parent, job)
    return Check(tuple(checked), tuple(found), tuple(_unchecked(document, input_file)))


def _unchecked(document: Mapping[str, Any], input_file: Path | None) -> list[Problem]:
    """Say what nobody can check with this log and without, or with, the input."""
    found = []
    if input_file is None:
        found.append(Problem("unchecked-repeat"))
    if kind_of(document) is LogKind.PUBLIC:
        omitted = omitted_settings(document)
        if input_file is not None and omitted and not has_secret_noise(document):
            found.append(Problem("unchecked-omitted", params={"settings": omitted}))
        found.append(Problem("unchecked-public"))
    return found


def _with_input(document: Mapping[str, Any]) -> tuple[str, Callable[..., list[Problem]]]:
    """Return how the input is made use of: noise that is secret cannot be drawn again."""
    if has_secret_noise(document):
        return ("size" if document["input"].get("sha256") is None else "input", size_faults)
    if kind_of(document).is_complete:
        return "repeat", _repeat_faults
    return ("extent", size_faults) if omitted_settings(document) else ("rounded", _repeat_faults)


def _recount_faults(document: Mapping[str, Any], log: Path, job: Job) -> list[Problem]:
    project = logged_project(document, log.parent)
    released = parse_released(document, log)
    check_columns(project, released)
    found = read_back(released.path, released.layout, job)
    unfit = unfit_columns(project, released, found)
    if unfit:
        return unfit
    counts = count(found.columns, project.schema, project.recipe)
    faults = [*counts.problems]
    stated = document["verification"]
    faults += compare("k", stated["k"], counts.k)
    # What the report calls reached is in another section, which could be changed alone.
    faults += compare("result.k_reached", document["result"].get("k_reached"), counts.k)
    faults += compare("result.records", document["result"].get("records"), found.rows)
    for name, value in counts.t.items():
        faults += compare("t", stated["t"].get(name), value, name)
        reached = (document["result"].get("t_reached") or {}).get(name)
        faults += compare("result.t_reached", reached, value, name)
    if table_hash(found.columns) != released.records_sha256:
        faults.append(Problem("verify-records"))
    return faults


def _repeat_faults(
    document: Mapping[str, Any], input_file: Path, folder: Path, job: Job
) -> list[Problem]:
    project, dataset = open_input(document, input_file, folder, job)
    result = repeat(project, dataset, job)
    faults = result_faults(document["result"], result)
    whole = kind_of(document).is_complete
    measures = result.measures if whole else rounded(result.plan.project, result.measures)
    faults += measure_faults(document["measures"], measures)
    if table_hash(result.columns) != document["files"][0]["records_sha256"]:
        faults.append(Problem("verify-repeat"))
    return faults
