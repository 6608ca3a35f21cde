"""Resolves a recipe against a sample of a file that is to be protected out of core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.errors import Problem, Refused, Where, warning
from core.io.scratch.cell_notes import MOST_TEXTS
from core.model import Dataset, MissingPolicy, Plan, Project, Recipe, Role, Sampling, Schema, Source
from core.model.preparing import Age
from core.pipeline.out_of_core.large_plan import check_strata
from core.pipeline.out_of_core.part_checks import OF_WHOLE_FILE
from core.pipeline.out_of_core.preparing.large_steps import columns_of_steps
from core.pipeline.out_of_core.scope import check_scope
from core.pipeline.resolve import resolve
from core.pipeline.resolve.file_implications import implications_for_file, with_merges
from core.pipeline.resolve.privacy_checks import lacking_problems, noise_problems
from core.pipeline.resolve.scales import SMALLEST_SPREAD
from core.pipeline.resolve.strata_checks import strata_of
from core.protect.privacy import is_private, masked_attributes

_USED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
# What a sample says of itself with numbers of its records.
_OF_SAMPLE = OF_WHOLE_FILE | {
    "records-left-out",
    "k-exceeds-records",
    "rule-violated",
    "dp-missing",
    "dp-noise-too-large",
    "figure-no-records",
    "figure-few",
    "figure-collinear",
}


def plan_on_sample(recipe: Recipe, schema: Schema, sample: Dataset, source: Source) -> Plan:
    """Return the plan of a run out of core of the whole file, as far as a sample shows it.

    Its problems include everything that only a run in memory can do. What is said of all records
    comes from the figures of the whole file; the records that will be left out are estimated from
    the sample. `kept` are positions in the sample.

    Parameters
    ----------
    recipe, schema, source
        As of `core.pipeline.resolve`.
    sample : Dataset
        As `core.io.sampling.file_sample.draw_sample` returns it.
    """
    known = sample.sampling
    assert known is not None
    # A sample has some records of a unit without the others.
    plan = resolve(recipe, schema, sample, source, is_whole=recipe.unit is None)
    # Steps changed or added some columns: their figures in the file are not known.
    steps = () if sample.prepared is None else sample.prepared.steps
    actions = [each.step.action for each in steps]
    # No value may be missing when noise is drawn.
    lacking = []
    if is_private(plan.project) and plan.project.recipe.missing is not MissingPolicy.USE_OBSERVED:
        masked = masked_attributes(plan.project, plan.project.recipe.method.parameters)
        lacking = lacking_problems([a.name for a in masked if known.missing.get(a.name)])
    problems = [
        *_of_scope(Project(source, schema, recipe), sample),
        *_of_figures(
            schema, known, frozenset(a.name if isinstance(a, Age) else a.column for a in actions)
        ),
        *lacking,
        *(problem for problem in plan.problems if problem.code not in _OF_SAMPLE),
    ]
    k = plan.parameters.get("k")
    if isinstance(k, int) and known.rows < k:
        params = {"k": k, "count": known.rows}
        problems.append(Problem("k-exceeds-records", Where(field="method.k"), params))
    plan = replace(plan, problems=tuple(problems))
    if not plan.errors:
        too_large = noise_problems(plan.project, known.rows)
        plan = replace(plan, problems=(*plan.problems, *too_large))
    if plan.errors:
        return replace(plan, implications=None)
    share = len(plan.kept) / sample.rows
    released = min(known.rows, max(1, round(share * known.rows)))
    # About how many of the released records are in each stratum, at least k.
    sizes = np.array([released], dtype=np.int64)
    if recipe.strata:
        strata = strata_of(plan.project, sample, plan.kept)
        about = np.rint(strata.sizes * (released / max(1, len(plan.kept)))).astype(np.int64)
        sizes = np.asarray(np.maximum(about, k if isinstance(k, int) else 1))
    implied = implications_for_file(
        recipe.method.name, dict(plan.parameters), sizes, known.rows - released
    )
    return replace(plan, implications=with_merges(implied, recipe))


def _of_scope(project: Project, sample: Dataset) -> Iterator[Problem]:
    """Yield what cannot be done out of core."""
    try:
        check_scope(project)
    except Refused as refused:
        yield from refused.problems
    kinds = {column.name: column.kind for column in sample.columns}
    try:
        check_strata(project.schema, kinds, project.recipe.strata)
    except Refused as refused:
        yield from refused.problems
    known = sample.sampling
    needed = {a.name for a in project.schema.attributes if a.role.is_released}
    needed |= columns_of_steps(project)
    for name in known.too_many if known is not None else ():
        if name in needed:
            yield Problem("large-texts", Where(name), {"most": MOST_TEXTS})


def _of_figures(schema: Schema, known: Sampling, recoded: frozenset[str]) -> Iterator[Problem]:
    """Yield what the whole file says of its columns, as the run will find it."""
    for attribute in schema.attributes:
        name = attribute.name
        if attribute.role not in _USED or name in recoded:
            continue
        if known.missing.get(name) == known.rows:
            yield Problem("column-all-missing", Where(name))
        least, largest = known.ranges.get(name, (0.0, 1.0))
        if 0.0 < largest - least < SMALLEST_SPREAD:
            yield Problem("numbers-too-close", Where(name))
        if attribute.role is Role.QUASI_IDENTIFIER and least == largest:
            yield warning("column-constant", name)
