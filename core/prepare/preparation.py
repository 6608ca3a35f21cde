"""Runs the preparing steps of a recipe in order, and says which a private release may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from core.array_types import Floats, Ints
from core.encode.not_applicable import set_apart
from core.encode.unit_groups import number_units
from core.errors import Problem, Where
from core.jobs import Job
from core.model import Attribute, Column, ColumnKind, Dataset, Project, Recipe, Scale, Schema
from core.model.preparing import (
    Age,
    Average,
    Band,
    BandLabel,
    BottomCode,
    Drop,
    Group,
    Level,
    Period,
    Prepared,
    PreparedStep,
    Preparing,
    Rare,
    Round,
    TailValue,
    TopCode,
)
from core.prepare.category_steps import join_categories, join_rare, lift_to_level
from core.prepare.date_steps import add_age, move_to_first_days
from core.prepare.neighbour_means import average_neighbours
from core.prepare.number_steps import code_tail, cut_into_bands, round_to_multiples
from core.prepare.preparing_loss import measure_prepared_column
from core.prepare.recoded_cells import change_asked_cells, refuse, step_number

PREPARING_PHASE = "preparing"


def prepare(project: Project, dataset: Dataset, job: Job) -> tuple[Project, Dataset]:
    """Prepare the records, and the project with what the steps define of its columns.

    A column in bands that is declared ordinal and has no order gets the order of its bands.

    Parameters
    ----------
    project : Project
        Its schema describes the prepared columns, with taxonomies for `Level`.
    job : Job
        Enters the phase `PREPARING_PHASE`; can be cancelled between steps.

    Raises
    ------
    Refused
        If a step cannot be done; the columns are then those of the file.
    """
    steps = project.recipe.prepare
    if not project.recipe.active_preparing:
        return project, dataset
    preparation = _Work(project, dataset)
    job.start_phase(PREPARING_PHASE, len(steps))
    for position, step in enumerate(steps):
        job.check()
        if not step.is_off:
            preparation.apply(step, f"prepare[{position}]")
        job.update(position + 1)
    return preparation.finish()


def prepare_further(project: Project, dataset: Dataset, job: Job) -> Dataset:
    """Do the steps of a recipe that follow those by which the records were prepared already.

    Parameters
    ----------
    project : Project
        Its first active steps are those of `dataset`, and its schema describes what all give.
    dataset : Dataset
        Records, or a sample of them, as the first steps prepared them.
    job : Job
        Can be cancelled between steps.

    Raises
    ------
    Refused
        If a step cannot be done.
    """
    n_done = 0 if dataset.prepared is None else len(dataset.prepared.steps)
    if len(project.recipe.active_preparing) == n_done:
        return dataset
    preparation = _Work(project, dataset)
    active = [(i, step) for i, step in enumerate(project.recipe.prepare) if not step.is_off]
    for position, step in job.each(active[n_done:]):
        preparation.apply(step, f"prepare[{position}]")
    return preparation.finish()[1]


def unapplied(project: Project, dataset: Dataset) -> list[Problem]:
    """List the error that the records are not those that the recipe's steps prepare.

    They are others, too, if a column has been declared otherwise since: its taxonomy, or its
    codes of questions that were not asked. The taxonomies in `project` must have been read.
    """
    applied = () if dataset.prepared is None else dataset.prepared.settings
    if applied == settings_of(project):
        return []
    return [Problem("prepare-not-applied", Where(field="prepare"))]


def settings_of(project: Project) -> tuple[object, ...]:
    """List the settings on which the prepared columns depend."""
    attributes = {attribute.name: attribute for attribute in project.schema.attributes}
    settings = []
    for step in project.recipe.active_preparing:
        # What the step takes from the declaration of its column.
        attribute = attributes.get(step.column)
        declared: tuple[object, ...] = ()
        if attribute is not None:
            declared = (attribute.not_applicable,)
            taxonomy = attribute.categories if isinstance(step, Level) else None
            if taxonomy is not None:
                tree = taxonomy.nodes, taxonomy.parents_begin.tobytes(), taxonomy.parents.tobytes()
                declared = attribute.not_applicable, attribute.mapping, tree
        settings.append((step, declared))
    return tuple(settings)


class _Work:
    """The columns between two steps."""

    def __init__(self, project: Project, dataset: Dataset) -> None:
        self._project = project
        self._dataset = dataset
        originals = {column.name: column for column in dataset.originals}
        columns = tuple(originals.get(column.name, column) for column in dataset.columns)
        self._read = replace(dataset, columns=columns)
        self._attributes = {a.name: a for a in project.schema.attributes}
        self._orders: dict[str, tuple[str, ...]] = {}
        self._steps = [] if dataset.prepared is None else list(dataset.prepared.steps)
        self._notes: list[Problem] = []
        # A column that is added under the name of one that was dropped is no recoded one.
        self._dropped: set[str] = set()

    def apply(self, step: Preparing, field: str) -> None:
        """Do a step and count what it changed."""
        if step.column not in self._dataset.names:
            raise refuse("prepare-column-unknown", step.column, field)
        column = self._dataset.column(step.column)
        self._orders.pop(step.column, None)
        if isinstance(step, Drop):
            self._steps.append(PreparedStep(step, 0, _distinct(self._apart(column)), 0))
            self._replace(step.column, ())
            self._dropped.add(step.column)
            return
        if isinstance(step, Age):
            ages = add_age(column, step, self._dataset, field)
            self._replace(step.column, (column, ages))
            count = int(np.count_nonzero(~ages.missing))
            self._steps.append(PreparedStep(step, count, 0, _distinct(ages)))
            return
        # A column without a value has no type either, and nothing to be recoded.
        recoded = column
        change = self._change(step, field)
        if not column.missing.all():
            recoded = change_asked_cells(column, self._attribute(column), change)
        if not np.array_equal(column.missing, recoded.missing):
            raise AssertionError("a step must keep missing cells")
        self._replace(step.column, (recoded,))
        values, new_values = self._apart(column), self._apart(recoded)
        n_changed = count_changed_cells(values, new_values)
        self._steps.append(PreparedStep(step, n_changed, _distinct(values), _distinct(new_values)))

    def _attribute(self, column: Column) -> Attribute | None:
        return self._attributes.get(column.name)

    def _replace(self, name: str, by: tuple[Column, ...]) -> None:
        columns = [
            new_column
            for column in self._dataset.columns
            for new_column in (by if column.name == name else (column,))
        ]
        self._dataset = replace(self._dataset, columns=tuple(columns))

    def _change(self, step: Preparing, field: str) -> Callable[[Column], Column]:
        decimal = self._project.source.options.decimal

        def change(column: Column) -> Column:
            match step:
                case TopCode() | BottomCode():
                    units = self._units()
                    return self._note(code_tail(column, step, self._dataset, field, units))
                case Round():
                    return round_to_multiples(column, step, self._dataset, field)
                case Average():
                    units, weights = self._units(), self._weights(column.name)
                    return average_neighbours(column, step, self._dataset, field, units, weights)
                case Band():
                    bands = cut_into_bands(column, step, self._dataset, field)
                    self._orders[column.name] = bands.order
                    return bands.column
                case Level():
                    attribute = self._attribute(column)
                    return lift_to_level(column, step, attribute, self._dataset, decimal, field)
                case Group():
                    return self._note(join_categories(column, step, decimal, field))
                case Rare():
                    return self._note(join_rare(column, step, decimal, field))
                case Period():
                    return move_to_first_days(column, step, field)
                case _:
                    raise TypeError(f"no such step: {type(step).__name__}")

        return change

    def _units(self) -> Ints | None:
        """Find the unit of each record as it was read, if the recipe has units."""
        unit = self._project.recipe.unit
        if unit is None or not set(unit.id).issubset(self._read.names):
            return None
        return number_units(self._read, unit)

    def _weights(self, name: str) -> Floats | None:
        """Read the survey weights; none if some are no weights, which later checks refuse."""
        weight = self._project.recipe.weight
        if weight in (None, name) or weight not in self._read.names:
            return None
        column = self._read.column(weight)
        if not column.kind.is_numeric or column.missing.any():
            return None
        weights: Floats = column.values.astype(np.float64)
        return weights if bool((weights > 0).all()) else None

    def _note(self, recoded: tuple[Column, list[Problem]]) -> Column:
        column, notes = recoded
        self._notes += notes
        return column

    def finish(self) -> tuple[Project, Dataset]:
        """Return the results of all steps."""
        original_names = set(self._read.names) - self._dropped
        pairs = [
            (self._read.column(column.name), column)
            for column in self._dataset.columns
            if column.name in original_names
        ]
        changed = [(original, recoded) for original, recoded in pairs if original is not recoded]
        prepared = Prepared(
            tuple(self._steps),
            tuple(measure_prepared_column(self._apart(a), self._apart(b)) for a, b in changed),
            self._read.read_columns,
            settings_of(self._project),
        )
        originals = tuple(original for original, _ in changed)
        notes = (*self._read.notes, *self._notes)
        dataset = replace(self._dataset, prepared=prepared, originals=originals, notes=notes)
        schema = _with_orders(self._project.schema, self._orders)
        return replace(self._project, schema=schema), dataset

    def _apart(self, column: Column) -> Column:
        attribute = self._attribute(column)
        return column if attribute is None else set_apart(column, attribute)


def _with_orders(schema: Schema, orders: Mapping[str, tuple[str, ...]]) -> Schema:
    """Build the schema in which ordinal columns in bands have the order of the bands."""
    attributes = [
        replace(a, order=orders[a.name])
        if a.scale is Scale.ORDINAL and not a.order and orders.get(a.name)
        else a
        for a in schema.attributes
    ]
    return replace(schema, attributes=tuple(attributes))


def _distinct(column: Column) -> int:
    return len(np.unique(column.values[~column.missing]))


def count_changed_cells(original: Column, prepared: Column) -> int:
    """Count the cells that have another value."""
    present = ~original.missing
    if original.kind is not prepared.kind:
        return int(np.count_nonzero(present))
    if original.kind is ColumnKind.TEXT:
        names = [*original.categories, ""]
        codes = {name: i for i, name in enumerate(prepared.categories)}
        recoded = np.array([codes.get(name, -2) for name in names], dtype=np.int64)[original.values]
        return int(np.count_nonzero(present & (recoded != prepared.values)))
    return int(np.count_nonzero(present & (original.values != prepared.values)))


def private_problems(recipe: Recipe) -> list[Problem]:
    """List a problem for each active step that a private release may not have.

    One record must not decide how another one is recoded: the claim counts on records that do not
    affect each other before noise is added.
    """
    fields = [
        f"prepare[{position}]" for position, step in enumerate(recipe.prepare) if not step.is_off
    ]
    return [
        Problem(
            "prepare-not-private",
            Where(step.column, field=field),
            {"step": step_number(field)},
        )
        for field, step in zip(fields, recipe.active_preparing, strict=True)
        if not is_cell_by_cell(step)
    ]


def is_cell_by_cell(step: Preparing) -> bool:
    """Check whether a step computes each cell from that cell and the recipe alone.

    Steps on categories and dates are not counted among them: how these were read depends on the
    other cells of the column. Whether a column holds whole numbers does, too, and with it the name
    of a band and its middle, but not its lower end.
    """
    if isinstance(step, TopCode | BottomCode):
        return step.to is TailValue.THRESHOLD
    if isinstance(step, Band):
        return step.label is BandLabel.LOWER
    return isinstance(step, Drop | Round)
