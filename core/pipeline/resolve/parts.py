"""The parts of a file that are grouped separately, and what their conditions imply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.checklist.cast_columns import cast_columns
from core.conditions import (
    JoinedPattern,
    needs_original,
    patterns_of,
    take_records,
    violation_problems,
)
from core.errors import Problem, Severity
from core.model import Dataset, Project, Schema
from core.protect import METHODS


@dataclass(frozen=True, slots=True, eq=False)
class FileParts:
    """Sizes of the parts that are grouped separately, and problems with them."""

    sizes: Ints
    problems: list[Problem]


def parts_of(project: Project, dataset: Dataset, kept_rows: Ints, strata: Ints) -> FileParts:
    """Form the parts of the kept records; without conditions these are the strata.

    Parameters
    ----------
    project : Project
        Resolved, with a method that makes clusters if a condition is chosen.
    kept_rows : numpy.ndarray of int64, shape (r,)
        Positions of the records to be released.
    strata : numpy.ndarray of int64
        Number of records of each stratum.
    """
    recipe, schema = project.recipe, project.schema
    method = METHODS[recipe.method.name]
    parameters = recipe.method.parameters
    if not needs_original(recipe, schema) or not method.forms_groups or not len(kept_rows):
        return FileParts(strata, [])
    records = take_records(cast_columns(dataset, project), kept_rows, schema, recipe)
    k = method.count_cluster_records(records, parameters)
    blocks = method.blocks(parameters, schema, recipe.strata)
    patterns_by_block = [patterns_of(records, names, k) for names in blocks]
    problems = list[Problem]()
    if any(x.broken for x in patterns_by_block):
        names = [name for block in blocks for name in block]
        problems = violation_problems(
            records, names, lambda record: dataset.row_number(int(kept_rows[record]))
        )
    n_patterns = max(x.count for x in patterns_by_block)
    problems += joined_problems([x.joined for x in patterns_by_block], n_patterns, schema)
    # The clusters of the block with the most parts are the fewest.
    finest = max(patterns_by_block, key=lambda x: int(x.labels.max()))
    return FileParts(np.bincount(finest.labels), problems)


def joined_problems(
    joined_by_block: Sequence[Sequence[JoinedPattern]], patterns: int, schema: Schema
) -> list[Problem]:
    """Warn of patterns that were joined to others, with the columns concerned.

    Parameters
    ----------
    joined_by_block : sequence of sequence of JoinedPattern
        Of each block.
    patterns : int
        Number of patterns before any were joined.
    """
    joined = [x for block in joined_by_block for x in block]
    if not joined:
        return []
    columns = dict.fromkeys(name for x in joined for name in x.columns)
    params = {
        "count": len(joined),
        "records": sum(x.records for x in joined),
        "patterns": patterns,
        "columns": list(columns),
        "states": schema.kept_states,
    }
    return [Problem("patterns-joined", params=params, severity=Severity.WARNING)]
