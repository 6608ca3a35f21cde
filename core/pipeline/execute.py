"""Runs a plan: protects the data, measures the result and counts what was promised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.checklist.cast_columns import cast_columns
from core.checklist.collapsed import collapse_warnings
from core.checklist.evidence import Evidence
from core.checklist.promise_counts import Counts, count_promises
from core.checklist.promised_conditions import broken_conditions, count_promised
from core.checklist.row_registry import count_rows
from core.conditions import Records
from core.conditions.unit_conditions import profile_columns
from core.encode import MeasuredTable
from core.errors import Problem, PromiseBroken, Refused, Where
from core.jobs import Job, give_back_memory, run_cancellable, set_mmap_threshold
from core.kernels.numerics.grouping import Labels
from core.measure import MEASURE_PHASES, exposure_of, find_dominated_columns, measure_all
from core.measure.unit_counts import ProfiledUnits
from core.model import (
    Column,
    ComparedFigure,
    Dataset,
    Method,
    Plan,
    PrivateRun,
    Result,
    Role,
    Schema,
    Step,
)
from core.model.recipe_conditions import ConditionCount
from core.model.release import EarlierRelease
from core.model.result import Exposure
from core.pipeline.resolve.core_checks import refuse_without_office
from core.pipeline.run_figures import FIGURE_PHASE, figures_of_run
from core.protect import METHODS, Protected, adds_noise, protect
from core.protect.blocks import BlockEngine
from core.protect.privacy import list_masked


def phases_of_run(plan: Plan) -> tuple[str, ...]:
    """Return the phases of a run."""
    recipe = plan.project.recipe
    figures = (FIGURE_PHASE,) if recipe.figures or not adds_noise(recipe) else ()
    return (*plan.phases, *MEASURE_PHASES, *figures, "searching")


@dataclass(frozen=True)
class RepeatedRun:
    """What a repeated run takes from the log of the first one.

    Attributes
    ----------
    day : datetime.date or None
        On which it was made; ``None``: today (UTC).
    maps_of_moments : tuple of str
        As in `core.conditions.Records`; none: they are found.
    knows_logarithms : bool
        As in `core.conditions.Records`.
    """

    day: date | None = None
    maps_of_moments: tuple[str, ...] = ()
    knows_logarithms: bool = True


@dataclass(frozen=True)
class MeasuredRun:
    """A run before its rows are counted.

    Attributes
    ----------
    evidence : Evidence
        What they are counted from. Its plan has the secrets of the run, such as drawn noise.
    counts : Counts
        k and t, counted in these.
    exposure : Exposure or None
        ``None`` for private runs.
    """

    evidence: Evidence
    protected: Protected
    counts: Counts
    conditions: tuple[ConditionCount, ...]
    figures: tuple[ComparedFigure, ...]
    exposure: Exposure | None


def execute(
    plan: Plan,
    dataset: Dataset,
    job: Job,
    engine: BlockEngine | None = None,
    earlier: Sequence[EarlierRelease] | None = None,
    repeated: RepeatedRun | None = None,
) -> Result:
    """Protect `dataset` according to `plan`: `measure_run` and `count_run` without a ledger."""
    return count_run(measure_run(plan, dataset, job, engine, earlier, repeated), None)


def measure_run(
    plan: Plan,
    dataset: Dataset,
    job: Job,
    engine: BlockEngine | None = None,
    earlier: Sequence[EarlierRelease] | None = None,
    repeated: RepeatedRun | None = None,
) -> MeasuredRun:
    """Protect `dataset` according to `plan`, and measure the result.

    Parameters
    ----------
    plan : Plan
        Without errors, resolved against `dataset`.
    engine : BlockEngine, optional
        Computes the blocks of a large file; default: the threads of this process.
    earlier : sequence of EarlierRelease, optional
        Earlier releases of these records, with which the run is compared; default: with none.

    Returns
    -------
    MeasuredRun
        With k and t counted in the released columns, not taken over from the method.

    Raises
    ------
    PromiseBroken
        If the released columns do not have the promised k or t, or break another condition.
    Cancelled
        If the job was asked to stop.
    """
    set_mmap_threshold()
    if repeated is None:
        refuse_without_office(plan.project)
    job.plan(phases_of_run(plan))
    # A run changes nothing but the job, so a cancelled call need not be awaited.
    return run_cancellable(
        lambda: _protect_and_measure(plan, dataset, job, engine, earlier, repeated), job
    )


def count_run(run: MeasuredRun, runs: Sequence[PrivateRun] | None) -> Result:
    """Count the rows of the checklist.

    Parameters
    ----------
    runs : sequence of PrivateRun or None
        All private runs on the file, this one included; ``None``: there is no ledger. A ledger is
        written first, so that runs at the same time count one another.

    Raises
    ------
    Cancelled
        If the job of `run` was asked to stop.
    """
    counted = replace(run, evidence=replace(run.evidence, runs=runs))
    return run_cancellable(lambda: _count_rows(counted), counted.evidence.job)


def _protect_and_measure(
    plan: Plan,
    dataset: Dataset,
    job: Job,
    engine: BlockEngine | None,
    earlier: Sequence[EarlierRelease] | None,
    repeated: RepeatedRun | None,
) -> MeasuredRun:
    plan, log = _with_secrets(plan), repeated or RepeatedRun()
    schema = plan.project.schema
    typed = cast_columns(dataset, plan.project)
    groups = _groups_to_merge(plan, earlier)
    protected = protect(plan, typed, job, engine, groups, log.maps_of_moments, log.knows_logarithms)
    give_back_memory()
    job.check()
    whole_file = MeasuredTable(typed.columns, schema, job)
    original = whole_file.take(plan.kept)
    released = MeasuredTable(protected.columns, schema, job, source=original, core=protected.core)
    counts = count_promises(released, plan.project.recipe)
    job.check()
    conditions = count_promised(schema, plan.project.recipe, original.columns, released)
    job.check()
    broken = (*counts.problems, *broken_conditions(conditions))
    if broken:
        raise PromiseBroken(*broken)
    exposure = None if adds_noise(plan.project.recipe) else exposure_of(original)
    measured_schema = _schema_to_measure(plan)
    measures = measure_all(
        original.with_schema(measured_schema),
        released.with_schema(measured_schema),
        job,
        paired=protected.paired,
        units=_units(plan, original.columns, protected.columns),
    )
    compared = figures_of_run(plan, typed, protected.columns, job)
    warnings = (*plan.warnings, *collapse_warnings(plan, protected, counts.k))
    tables = (dataset, typed, original, released)
    run = (measures, protected.steps, warnings, protected.paired)
    unblanked = None
    if protected.unblanked:
        unblanked = MeasuredTable(protected.unblanked, schema, job, source=original)
    evidence = Evidence(
        plan, *tables, *run, job, earlier, log.day, usual=compared.usual, unblanked=unblanked
    )
    return MeasuredRun(evidence, protected, counts, conditions, compared.declared, exposure)


def _count_rows(run: MeasuredRun) -> Result:
    evidence, protected = run.evidence, run.protected
    plan, job = evidence.plan, evidence.job
    return Result(
        plan=plan,
        columns=protected.columns,
        clusters=protected.clusters,
        k_reached=run.counts.k,
        t_reached=run.counts.t,
        measures=tuple(evidence.measures),
        steps=(*_steps_before(plan, evidence.dataset), *protected.steps),
        warnings=tuple(evidence.warnings),
        blocks=protected.blocks,
        paired=protected.paired,
        checklist=count_rows(evidence),
        dominated=_find_dominated(plan, evidence.original, evidence.released, protected, job),
        conditions=run.conditions,
        figures=run.figures,
        usual=evidence.usual,
        exposure=run.exposure,
        core=protected.core,
        k_of_values=run.counts.k_of_values,
    )


def _groups_to_merge(plan: Plan, earlier: Sequence[EarlierRelease] | None) -> Labels | None:
    """Look up the groups of the earlier release that a recipe names, of the kept records.

    Raises
    ------
    Refused
        If it is none of `earlier`, or masked columns each with groups of its own.
    """
    number = plan.project.recipe.merges
    if number is None:
        return None
    merges, params = Where(field="merges"), {"name": number}
    matching = [r for r in earlier or () if r.about.records_sha256.startswith(number)]
    if len(matching) != 1:
        raise Refused(Problem("merges-unknown", merges, params))
    groupings = [g for g in matching[0].groupings if not g.keeps_total]
    if len(groupings) != 1:
        raise Refused(Problem("merges-by-column", merges, params))
    labels: Labels = groupings[0].labels[plan.kept]
    return labels


def _with_secrets(plan: Plan) -> Plan:
    """Return the plan with the secrets of this run, by which its recipe repeats it."""
    project, name = plan.project, plan.project.recipe.method.name
    parameters = METHODS[name].draw_secrets(plan.parameters)
    recipe = replace(project.recipe, method=Method(name, parameters))
    return replace(plan, project=replace(project, recipe=recipe), parameters=parameters)


def _steps_before(plan: Plan, dataset: Dataset) -> Iterator[Step]:
    """Yield what was done with the file before its columns were masked."""
    yield Step("read", {"rows": dataset.rows, "columns": dataset.read_columns})
    if preparing := plan.project.recipe.active_preparing:
        yield Step("prepared", {"steps": len(preparing)})
    for search in plan.project.recipe.improved:
        yield Step("settings-searched", {"trials": search.count})
    yield Step("left-out", {"rows": dataset.rows - len(plan.kept)})
    dropped = sum(not a.role.is_released for a in plan.project.schema.attributes)
    yield Step("identifiers-dropped", {"columns": dropped})


def _units(
    plan: Plan, original: Sequence[Column], released: Sequence[Column]
) -> ProfiledUnits | None:
    recipe, schema = plan.project.recipe, plan.project.schema
    unit = Records(tuple(original), schema, recipe).units()
    if unit is None:
        return None
    columns_by_name = {column.name: column for column in released}
    profile = profile_columns(recipe, schema, columns_by_name)
    return ProfiledUnits(unit, tuple(column.name for column in profile))


def _find_dominated(
    plan: Plan, original: MeasuredTable, released: MeasuredTable, protected: Protected, job: Job
) -> tuple[str, ...]:
    """Return the columns without published figures; private methods have no groups to examine."""
    if not protected.paired or adds_noise(plan.project.recipe):
        return ()
    schema = plan.project.schema
    labels = {a.name: protected.clusters.labels for a in schema.attributes}
    if plan.project.recipe.unit is not None:
        # The members of a unit share the group that its columns have.
        quasi = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)}
        shared = quasi.intersection(plan.project.recipe.unit.columns)
        shared &= {column.name for column in released.columns}
        if shared:
            labels |= dict.fromkeys(shared, released.groups(shared))
    for block in protected.blocks:
        labels |= dict.fromkeys(block.columns, block.clusters.labels)
    return find_dominated_columns(original, released, labels, job)


def _schema_to_measure(plan: Plan) -> Schema:
    """Return the schema with the columns masked by a private method as quasi-identifiers."""
    schema = plan.project.schema
    if not adds_noise(plan.project.recipe):
        return schema
    names = {a.name for a in list_masked(plan.project.schema, plan.parameters)}
    return Schema(
        tuple(
            replace(a, role=Role.QUASI_IDENTIFIER)
            if a.name in names
            else replace(a, role=Role.OTHER if a.role is Role.QUASI_IDENTIFIER else a.role)
            for a in schema.attributes
        )
    )
