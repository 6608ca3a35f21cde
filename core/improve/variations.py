"""The settings that a search tries, most promising ones first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from core.checklist.cast_columns import cast_columns
from core.compare.basis import take_over_settings
from core.compare.candidates import obstacle
from core.compare.ways import keeps_t, method_of, way_of, ways
from core.improve.recodings import list_recodings, with_recoding
from core.improve.settings_changes import recodings_of, shorten
from core.inspect.structure import find_skewed_amounts
from core.measure.figures import usual_figures
from core.model import (
    Attribute,
    Dataset,
    DistanceScale,
    DomainTotals,
    FigureKind,
    Method,
    Preparing,
    Project,
    Role,
)
from core.model.preparing import Recoding
from core.model.schema import CATEGORICAL
from core.protect import METHODS
from core.protect.parameter import AGGREGATE, CATEGORIES, MOVES, Parameter
from core.protect.representatives import list_drawing, number_representative

SearchStep = Callable[[Project], Iterable[Project]]
"""Yields projects that differ from the best one so far in one respect."""

MOVES_OF_TRIAL = 500_000
"""Moves of a long search that the recipe does not have yet: about a second on a sample."""

_WEIGHTS_OF_CATEGORIES = (4.0, 2.0, 0.5)
_WEIGHTS_OF_COLUMN = (4.0, 0.25)
_LEAST_IMPORTANCE, _MOST_IMPORTANCE = 0.01, 100.0


def list_masked_attributes(project: Project) -> tuple[Attribute, ...]:
    """List the columns that a recipe masks."""
    schema = project.schema.without_strata(project.recipe.strata)
    return schema.with_role(Role.QUASI_IDENTIFIER)


def search_steps(start: Project, sample: Dataset) -> tuple[SearchStep, ...]:
    """List the steps of a pass of the search, in order.

    Parameters
    ----------
    start : Project
        The recipe as it is, without errors.
    sample : Dataset
        The records on which it is tried.
    """
    masked = list_masked_attributes(start)
    amounts = [a.name for a in masked if a.scale is not None and a.scale.has_amounts]
    categories = [a.name for a in masked if a.scale in CATEGORICAL]
    skewed = {column.column for column in find_skewed_amounts(sample)}
    totals = _usual_totals(start, sample)
    steps: list[SearchStep] = [
        partial(_vary_choice, parameter=CATEGORIES),
        partial(_vary_choice, parameter=AGGREGATE),
        partial(_vary_scale, amounts=amounts, skewed=[a for a in amounts if a in skewed]),
    ]
    if 0 < len(categories) < len(masked):
        weights = _WEIGHTS_OF_CATEGORIES
        steps.append(partial(_vary_importance, start=start, names=categories, factors=weights))
    steps += [partial(_vary_method, start=start), partial(_add_totals, totals=totals)]
    if len(masked) > 1:
        steps += [
            partial(_vary_importance, start=None, names=[a.name], factors=_WEIGHTS_OF_COLUMN)
            for a in masked
        ]
    steps += [
        partial(_vary_recoding, start=start, column=name, recodings=recodings)
        for name, recodings in list_recodings(start, sample, masked).items()
    ]
    return tuple(steps)


def _vary_recoding(
    project: Project, start: Project, column: str, recodings: Sequence[Recoding]
) -> Iterator[Project]:
    """Yield projects in which a column is coarser by a step, or finer by one."""
    present = [step for step in recodings_of(start, project) if step.column == column]
    ladder: list[Preparing | None] = [None, *recodings]
    position = ladder.index(present[0] if present else None)
    for next_position in (position + 1, position - 1):
        if 0 <= next_position < len(ladder):
            yield with_recoding(project, start, column, ladder[next_position])


def _vary_choice(project: Project, parameter: Parameter) -> Iterator[Project]:
    method = METHODS[project.recipe.method.name]
    if parameter not in method.parameters:
        return
    value = method.complete(project.recipe.method.parameters)[parameter.name]
    for choice in parameter.choices:
        if choice != value and not _weakens_claim(choice, parameter):
            yield _with_parameters(project, {parameter.name: choice})


def _weakens_claim(choice: str, parameter: Parameter) -> bool:
    """Decide whether records would no longer share their values, as the recipe says."""
    return bool(list_drawing({parameter.name: choice}))


def _vary_scale(
    project: Project, amounts: Sequence[str], skewed: Sequence[str]
) -> Iterator[Project]:
    if not amounts or not METHODS[project.recipe.method.name].uses_distances:
        return
    for scale in (DistanceScale.LOG, DistanceScale.ROOT, DistanceScale.PLAIN):
        yield _with_distances(project, dict.fromkeys(amounts, scale))
    if 0 < len(skewed) < len(amounts):
        plain = dict.fromkeys(amounts, DistanceScale.PLAIN)
        yield _with_distances(project, plain | dict.fromkeys(skewed, DistanceScale.LOG))


def _vary_importance(
    project: Project, start: Project | None, names: Sequence[str], factors: Sequence[float]
) -> Iterator[Project]:
    """Yield projects in which columns count more or less, as at the start or as they do now."""
    if not METHODS[project.recipe.method.name].uses_distances:
        return
    basis = (start or project).schema
    for factor in factors:
        importances = {n: _within_limits(basis.named(n).importance * factor) for n in names}
        yield _with_importances(project, importances)


def _within_limits(importance: float) -> float:
    return min(max(importance, _LEAST_IMPORTANCE), _MOST_IMPORTANCE)


def _vary_method(project: Project, start: Project) -> Iterator[Project]:
    """Yield projects with the methods that promise as much for the same columns together."""
    # The method at the start comes back with its own parameters.
    last = {way_of(start.recipe.method): start.recipe.method.parameters}
    method, schema = project.recipe.method, project.schema.without_strata(project.recipe.strata)
    way = way_of(method)
    for other_way in ways():
        candidate = method_of(other_way)
        is_joint = not candidate.column_by_column or METHODS[method.name].column_by_column
        if other_way == way or not candidate.forms_groups or not is_joint:
            continue
        if keeps_t(other_way) != keeps_t(way) or obstacle(other_way, schema) is not None:
            continue
        other_method = take_over_settings(other_way, method, last)
        if MOVES in candidate.parameters and MOVES.name not in method.parameters:
            other_method = replace(
                other_method, parameters={**other_method.parameters, MOVES.name: MOVES_OF_TRIAL}
            )
        other_method = shorten(other_method, start.recipe.method.parameters)
        yield replace(project, recipe=replace(project.recipe, method=other_method))


def _add_totals(project: Project, totals: tuple[DomainTotals, ...]) -> Iterator[Project]:
    """Yield the project with the totals by domain that users will probably compute."""
    if not totals or project.recipe.totals:
        return
    parameters = project.recipe.method.parameters
    # Of means that are moved, or of drawn records, totals cannot be calibrated.
    replaced = {representative.parameter for representative in list_drawing(parameters)}
    if number_representative(parameters).looks_at_all_clusters:
        replaced.add(AGGREGATE.name)
    defaults = {p.name: p.default for p in (AGGREGATE, CATEGORIES) if p.name in replaced}
    project = _with_parameters(project, defaults) if defaults else project
    yield replace(project, recipe=replace(project.recipe, totals=totals))


def _usual_totals(project: Project, sample: Dataset) -> tuple[DomainTotals, ...]:
    masked = {attribute.name for attribute in list_masked_attributes(project)}
    columns = cast_columns(sample, project).columns
    by_domain: dict[tuple[str, ...], list[str]] = {}
    for figure in usual_figures(project.schema, columns, project.recipe.weight):
        if figure.what is FigureKind.TOTAL and figure.by and figure.of[0] in masked:
            by_domain.setdefault(figure.by, []).append(figure.of[0])
    return tuple(DomainTotals(tuple(names), by) for by, names in by_domain.items())


def _with_parameters(project: Project, values: Mapping[str, object]) -> Project:
    method = project.recipe.method
    changed = Method(method.name, {**method.parameters, **values})
    changed = shorten(changed, {})
    return replace(project, recipe=replace(project.recipe, method=changed))


def _with_distances(project: Project, scales: Mapping[str, DistanceScale]) -> Project:
    return _with_attributes(
        project, (replace(project.schema.named(n), distance=scale) for n, scale in scales.items())
    )


def _with_importances(project: Project, importances: Mapping[str, float]) -> Project:
    return _with_attributes(
        project, (replace(project.schema.named(n), importance=i) for n, i in importances.items())
    )


def _with_attributes(project: Project, attributes: Iterable[Attribute]) -> Project:
    return replace(project, schema=project.schema.with_attributes(attributes))
