"""The cautions about groups that disclose an amount, of a file on disk.

See `core.pipeline.dominance_cautions`, which has all records at once.
"""

from __future__ import annotations

from core.errors import Problem
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.model import Plan
from core.pipeline.dominance_cautions import asked_of, columns_of_amounts, dominated
from core.pipeline.out_of_core.parts.large_conditions import conditions_of_block, settings_by_unit
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import blocks_of


def large_dominance_cautions(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return a caution for each column of amounts with groups that violate the p% rule, p = 10.

    Parameters
    ----------
    tables : pair of StoredTable
        The released records before and after, in the same order.
    parts : PartsOfFile
        Which of them were grouped separately.
    """
    schema, recipe = plan.project.schema, plan.project.recipe
    if not isinstance(recipe.method.parameters.get("k"), int):
        return ()
    named = {column.name: column for column in tables[0].columns}
    columns = columns_of_amounts(schema, recipe, named, job)
    found = dict[str, Problem]()
    for names in blocks_of(recipe.method, schema, recipe.strata):
        own = [name for name in columns if name in names]
        if own:
            plain, asked = asked_of(schema, recipe, own)
            units = None if parts.by_unit is None else parts.by_unit.units
            settings, pair = settings_by_unit(asked, plain, tables, units)
            counts = conditions_of_block(settings, names, pair, None, parts, work, job)
            found |= {str(one.where.column): one for one in dominated(counts)}
    return tuple(found[name] for name in columns if name in found)
