"""Recounts the promises in a file read back from disk."""

from __future__ import annotations

from collections.abc import Sequence

from core.encode.not_applicable import all_set_apart
from core.model import Column, Dataset, Recipe, Role, Schema, Verification
from core.pipeline.promise import count
from core.pipeline.promised_conditions import broken_conditions, counted_conditions
from core.pipeline.seal.cell_comparison import cell_differences
from core.pipeline.seal.links import link_problems
from core.pipeline.seal.metadata_check import metadata_differences


def recount(
    found: Dataset,
    written: Sequence[Column],
    schema: Schema,
    recipe: Recipe,
    original: Sequence[Column] = (),
) -> Verification:
    """Count k, t and the other conditions in the file read back, and compare it as a whole.

    All cells and all metadata of the columns are compared.

    Parameters
    ----------
    found : Dataset
        The file, read back.
    written : sequence of Column
        The table in memory, in the order of writing.
    schema : Schema
        What the columns mean.
    recipe : Recipe
        Resolved; its promises are compared with the counts.
    original : sequence of Column
        The original columns of the same records in the same order; empty if no condition needs
        them.
    """
    columns = all_set_apart(found.columns, schema)
    counts = count(columns, schema, recipe)
    masked = frozenset(a.name for a in schema.with_role(Role.QUASI_IDENTIFIER))
    differences = cell_differences(found.columns, written) or metadata_differences(
        found.columns, written, recipe.target.kind, masked
    )
    conditions = counted_conditions(schema, recipe, original, columns) if original else ()
    links = link_problems(columns, original, schema) if original else ()
    return Verification(
        rows=found.rows,
        columns=len(found.columns),
        same_table=not differences,
        k=counts.k,
        t=counts.t,
        problems=(*differences, *counts.problems, *broken_conditions(conditions), *links),
        k_blocks=counts.k_blocks,
        conditions=conditions,
    )
