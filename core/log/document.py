"""Builds the internal log of a run, which contains no cell value, position or membership."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.checklist.cautions import signed_cautions
from core.errors import Problem
from core.log.claim_text import claim
from core.log.figure_entries import figure_entries
from core.log.log_kinds import INTERNAL_FORMAT
from core.log.logged_taxonomies import taxonomy_entries
from core.log.preparation_entry import ReadFile, preparation_entry
from core.log.private_entries import private_entry
from core.log.program import program
from core.log.public_measures import not_stated_entries
from core.log.signing import signing_entries
from core.log.stamp import Stamp
from core.messages import sentence, text
from core.model import (
    ConditionCount,
    Measure,
    Result,
    Step,
    Verification,
)
from core.recipe import dump_project


def build_document(
    result: Result,
    dataset: ReadFile,
    steps: Sequence[Step],
    verification: Verification,
    stamp: Stamp,
) -> dict[str, object]:
    """Return the internal log of `result`, without file entries and not yet chained.

    Parameters
    ----------
    steps : sequence of Step
        All steps in order, up to writing and reading back.
    verification : Verification
        What was recounted from the written file.
    stamp : Stamp
        Times of the run, the salt of the commitment in the public log, and the sign-off.
    """
    return {
        "format": INTERNAL_FORMAT,
        "confidential": text("internal-log"),
        "program": program(),
        "started": stamp.started,
        "finished": stamp.finished,
        **({} if stamp.network is None else {"network": stamp.network}),
        "recipe": dump_project(result.plan.project),
        "input": _input(dataset, stamp.salt),
        "taxonomies": taxonomy_entries(result.plan.project.schema),
        "steps": [{"name": step.name, "counts": dict(step.counts)} for step in steps],
        "result": result_entry(result),
        "measures": [measure_entry(measure) for measure in result.measures],
        "not_stated": not_stated_entries(result),
        **figure_entries(result),
        **preparation_entry(result, dataset),
        "files": [],
        "verification": _verification(verification),
        "warnings": [problem_entry(problem) for problem in result.warnings],
        **signing_entries(result.plan.project, signed_cautions(result), stamp.sign_off),
    }


def _input(dataset: ReadFile, salt: str) -> dict[str, object]:
    found = dataset.fingerprint
    return {
        "name": found.file_name,
        "size": found.size,
        "sha256": found.sha256,
        "salt": salt,
        "rows": dataset.rows,
        "columns": dataset.read_columns,
    }


def result_entry(result: Result) -> dict[str, object]:
    """Return the log's ``result`` section."""
    private = private_entry(result)
    if private is not None:
        return private
    sizes = result.clusters.sizes
    return {
        "records": result.records,
        "left_out": result.plan.implications.left_out if result.plan.implications else 0,
        "clusters": len(sizes),
        "sizes": {
            "min": int(sizes.min()),
            "mean": float(sizes.mean()),
            "max": int(sizes.max()),
        },
        "k_reached": result.k_reached,
        "blocks": [
            {"columns": list(block.columns), "smallest": int(block.clusters.sizes.min())}
            for block in result.blocks
        ],
        "t_reached": dict(result.t_reached),
        "epsilon": None,
        "claim": claim(result),
    }


def measure_entry(measure: Measure) -> dict[str, object]:
    """Return the log entry of a measure."""
    # An undefined figure, such as a ratio to a variance of zero, is null: JSON has no NaN.
    value = measure.value if math.isfinite(measure.value) else None
    return {
        "name": measure.name,
        "value": value,
        "unit": measure.unit,
        "direction": str(measure.direction),
        "attribute": measure.attribute,
    }


def _verification(verification: Verification) -> dict[str, object]:
    return {
        "rows": verification.rows,
        "columns": verification.columns,
        "same_table": verification.same_table,
        "k": verification.k,
        "k_blocks": [
            {"columns": list(columns), "k": k} for columns, k in verification.k_blocks.items()
        ],
        "t": dict(verification.t),
        **condition_entries(verification.conditions),
        "agrees": verification.agrees,
        "problems": [problem_entry(problem) for problem in verification.problems],
    }


def condition_entries(counts: Sequence[ConditionCount]) -> dict[str, object]:
    """Return the log's counts of the conditions besides k and t, if any is chosen."""
    if not counts:
        return {}
    return {
        "conditions": [
            {"condition": c.condition, "column": c.column, **c.figures, "held": c.is_held}
            for c in counts
        ]
    }


def problem_entry(problem: Problem) -> dict[str, object]:
    """Return the log entry of a problem, without rows: a log contains no record's position."""
    return {
        "code": problem.code,
        "column": problem.where.column,
        "field": problem.where.field,
        "severity": str(problem.severity),
        "text": sentence(problem),
    }
