"""Builds the internal log of a run."""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from core import __version__
from core.log.checklist_rows import list_logged_rows, readiness_of
from core.log.claim_statements import state_claim
from core.log.declared.entries import (
    BlockCount,
    BlockSize,
    LoggedMeasure,
    LoggedResult,
    LoggedStep,
    LoggedTaxonomy,
    LoggedVerification,
    Program,
    Sizes,
)
from core.log.declared.facts import log_problem
from core.log.declared.logs import InternalInput, InternalLog
from core.log.figure_entries import figure_entries, usual_entry
from core.log.preparation_entry import preparation_entry
from core.log.privacy_entries import private_result
from core.log.stamp import Stamp
from core.model import Dataset, Measure, Result, Schema, Step, Verification
from core.same_fields import copy_fields


def build_log(
    result: Result,
    dataset: Dataset,
    steps: Sequence[Step],
    verification: Verification,
    stamp: Stamp,
) -> InternalLog:
    """Return the internal log of `result`, without file entries and without the comparison.

    Parameters
    ----------
    steps : sequence of Step
        All steps in order, up to writing and reading back.
    """
    checklist, entry = list_logged_rows(result), result_entry(result)
    return InternalLog(
        program=program(),
        started=stamp.started,
        finished=stamp.finished,
        network=stamp.network,
        project=result.plan.project,
        input=_input(dataset, stamp.salt),
        taxonomies=taxonomy_entries(result.plan.project.schema),
        population=tuple(f.counts for f in result.plan.project.recipe.population if f.counts),
        steps=tuple(copy_fields(LoggedStep, step) for step in steps),
        result=entry,
        measures=tuple(measure_entry(measure) for measure in result.measures),
        not_stated=result.dominated,
        figures=figure_entries(result),
        usual=usual_entry(result),
        prepared=preparation_entry(result, dataset),
        verification=_verification(verification),
        warnings=tuple(log_problem(problem) for problem in result.warnings),
        readiness=readiness_of(checklist, entry.privacy),
        checklist=checklist,
        sign_off=stamp.sign_off,
    )


def _input(dataset: Dataset, salt: str) -> InternalInput:
    read = dataset.fingerprint
    return InternalInput(
        read.file_name, read.size, read.sha256, salt, dataset.rows, dataset.read_columns
    )


def taxonomy_entries(schema: Schema) -> tuple[LoggedTaxonomy, ...]:
    """Return the complete taxonomies of a resolved schema, which do not reveal what occurs.

    Flat lists, which consist of a column's own categories, are left out.
    """
    return tuple(
        LoggedTaxonomy(attribute.name, attribute.categories)
        for attribute in schema.attributes
        if attribute.categories is not None
    )


def result_entry(result: Result) -> LoggedResult:
    """Return the log's ``result`` section."""
    private = private_result(result.plan.project, result.records, result.k_reached)
    if private is not None:
        return private
    sizes = result.clusters.sizes
    blocks = tuple(
        BlockSize(tuple(block.columns), int(block.clusters.sizes.min())) for block in result.blocks
    )
    smallest = [block.smallest for block in blocks]
    return LoggedResult(
        records=result.records,
        left_out=result.plan.implications.left_out if result.plan.implications else 0,
        clusters=len(sizes),
        sizes=Sizes(int(sizes.min()), float(sizes.mean()), int(sizes.max())),
        k_reached=result.k_reached,
        blocks=blocks,
        t_reached=dict(result.t_reached),
        claim=state_claim(result.plan.project, result.k_reached, smallest, list(result.t_reached)),
    )


def measure_entry(measure: Measure) -> LoggedMeasure:
    """Return the log entry of a measure."""
    # An undefined figure, such as a ratio to a variance of zero, is null: JSON has no NaN.
    value = measure.value if math.isfinite(measure.value) else None
    return copy_fields(LoggedMeasure, measure, value=value)


def _verification(verification: Verification) -> LoggedVerification:
    """Return the recount of a file that agrees: no other one is released."""
    blocks = tuple(BlockCount(columns, k) for columns, k in verification.k_blocks.items())
    return copy_fields(LoggedVerification, verification, k_blocks=blocks)


_LIBRARIES = (
    "numpy",
    "numba",
    "pandas",
    "pyarrow",
    "openpyxl",
    "python-calamine",
    "xlsxwriter",
    "jinja2",
)


def program() -> Program:
    """Return name, version, platform and library versions, for the log."""
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return Program("statveil", __version__, f"{system}, {interpreter}", dict(_read_versions()))


@cache
def _read_versions() -> Mapping[str, str]:
    versions = {}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions
