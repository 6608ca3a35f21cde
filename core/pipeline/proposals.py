"""What the columns of a file suggest, each with its reason and the recipe entry that takes it over.

Nothing is taken over without being asked for: roles and scales are proposals, and relations between
columns are found in the file, so that only those who know the survey can confirm them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from core.checklist.cast_columns import cast_columns
from core.checklist.column_meanings import declare_meaning
from core.checklist.figure_problems import propose_figures
from core.encode.not_applicable import codes_of, set_apart
from core.encode.record_groups import group_records
from core.inspect.profiling.column_profiles import profile
from core.inspect.profiling.known_orders import recognise_order
from core.inspect.structure import (
    LikelyUnit,
    SkippedQuestion,
    find_kept_zeros,
    find_revealing_columns,
    find_revealing_weight,
    find_skewed_amounts,
    find_skipped_questions,
    find_units,
)
from core.io.findings import ColumnProfile
from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    Dataset,
    Figure,
    Method,
    Project,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.prepare.likely_steps import LikelyStep, find_likely_steps
from core.recipe.declared import write_declared
from core.rules import FoundKind, columns_of, find_rules, rule_text

_COMPUTED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
_USUAL_K = 5


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something found in the file.

    Attributes
    ----------
    columns : tuple of str
        The columns that it is about.
    code, params : str and Mapping of str to object
        The reason, as a text of the catalogue.
    entry : Mapping of str to object
        The part of a recipe that takes it over.
    detail : str
        A condition or a rule; may hold values of the file, for the data officer only.
    """

    columns: tuple[str, ...]
    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    entry: Mapping[str, object] = field(default_factory=dict)
    detail: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Proposals:
    """All that a file suggests.

    Attributes
    ----------
    proposals : tuple of Proposal
        Relations between columns, and columns to be treated in a special way.
    project : Project
        The project with suggested roles, scales, weight, zeros and questions that do not apply.
        What only the user can decide is left open.
    figures : tuple of Figure
        Figures that users of the file will probably compute.
    """

    profiles: tuple[ColumnProfile, ...]
    proposals: tuple[Proposal, ...]
    project: Project
    figures: tuple[Figure, ...] = ()


def propose(dataset: Dataset, source: Source, job: Job) -> Proposals:
    """Return what a file suggests."""
    profiles = profile(dataset, job, source)
    job.start_phase("searching")
    schema = Schema(tuple(map(_attribute, profiles, dataset.columns)))
    skipped = find_skipped_questions(dataset, job)
    # The codes of each column that mean "does not apply", without missing codes.
    codes: dict[str, tuple[str, ...]] = {}
    for question in skipped:
        if not question.code or question.code not in source.options.missing:
            earlier = codes.get(question.column, ())
            codes[question.column] = tuple(dict.fromkeys((*earlier, question.code)))
    zeros = find_kept_zeros(dataset, job)
    with_zeros = {z.column for z in zeros}
    schema = Schema(
        tuple(
            replace(
                a,
                keeps_zeros=a.name in with_zeros and a.scale is not None and a.scale.has_amounts,
                not_applicable=codes.get(a.name, ()),
            )
            for a in schema.attributes
        )
    )
    units = find_units(dataset, job)
    weights = [p.name for p in profiles if p.is_weight]
    proposals = (
        *map(_unit, units),
        *chain.from_iterable(map(_propose_order, profiles, schema.attributes, dataset.columns)),
        *(_propose_codes(question, codes) for question in skipped),
        *(
            Proposal((z.column,), z.reason, z.reason_params, _column(z.column, zeros="keep"))
            for z in zeros
        ),
        *_logarithms(dataset, schema, job),
        *_rules(dataset, schema, job),
        *_undone(dataset, schema, units, weights, job),
        *_revealing(dataset, schema, weights, units, job),
        *map(_propose_step, find_likely_steps(dataset, schema, _USUAL_K)),
    )
    file_name = dataset.fingerprint.file_name
    stem = file_name.rpartition(".")[0] or file_name
    target = Target(source.kind.written_as, f"{stem}_protected")
    weight = weights[0] if len(weights) == 1 else None
    recipe = Recipe(Method("mdav", {"k": _USUAL_K}), target, weight=weight)
    project = Project(source, schema, recipe)
    typed = cast_columns(dataset, project).columns
    return Proposals(profiles, proposals, project, propose_figures(project, typed))


def _attribute(profile: ColumnProfile, column: Column) -> Attribute:
    role, scale = profile.suggested_role, profile.suggested_scale
    if role not in _COMPUTED:
        return Attribute(profile.name, role)
    order = profile.suggested_order
    if scale is Scale.ORDINAL and not order:
        known_order = recognise_order(column.categories)
        if known_order is not None and not known_order.unplaced:
            order = known_order.ordered
        else:
            # Without an order the recipe would be refused (`_propose_order`).
            scale = Scale.NOMINAL
    return declare_meaning(Attribute(profile.name, role, scale, order=order))


def _propose_order(
    profile: ColumnProfile, attribute: Attribute, column: Column
) -> Iterator[Proposal]:
    """Propose to order the categories of a column that were left unordered."""
    if profile.suggested_scale is not Scale.ORDINAL or attribute.scale is Scale.ORDINAL:
        return
    known_order = recognise_order(column.categories)
    if known_order is None:
        yield Proposal((column.name,), "order-unknown")
        return
    order = [*known_order.ordered, *known_order.unplaced]
    entry = _column(column.name, scale="ordinal", order=order)
    yield Proposal((column.name,), "order-open", {"count": len(known_order.unplaced)}, entry)


def _column(name: str, **settings: object) -> dict[str, object]:
    return {"attributes": [{"name": name, **settings}]}


def _unit(unit: LikelyUnit) -> Proposal:
    entry: dict[str, object] = {
        "id": unit.columns[0] if len(unit.columns) == 1 else [*unit.columns],
        "columns": [name for name in unit.constant if name != unit.waves],
        "protect": "unit",
    }
    if unit.waves is not None:
        entry["waves"] = unit.waves
    return Proposal(unit.columns, unit.reason, unit.reason_params, {"unit": entry})


def _propose_codes(question: SkippedQuestion, codes: Mapping[str, tuple[str, ...]]) -> Proposal:
    settings = _column(question.column, not_applicable=list(codes.get(question.column, ())))
    if question.code and question.code not in codes.get(question.column, ()):
        # A code cannot mean both, so it must first be no missing code of the file.
        settings = _column(question.column, not_applicable=[question.code])
    expression = question.condition.expression
    return Proposal(
        (question.column,), question.reason, question.reason_params, settings, expression
    )


def _logarithms(dataset: Dataset, schema: Schema, job: Job) -> list[Proposal]:
    """Propose to compare the skewed amounts among the quasi-identifiers by their logarithms."""
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    names = {a.name for a in quasi if a.scale is not None and a.scale.has_amounts}
    return [
        Proposal((s.column,), s.reason, s.reason_params, _column(s.column, distance="log"))
        for s in find_skewed_amounts(dataset, job)
        if s.column in names
    ]


def _rules(dataset: Dataset, schema: Schema, job: Job) -> list[Proposal]:
    # A rule on a column that is not released would be refused.
    attributes = {
        a.name: a for a in schema.attributes if a.role.is_released and a.role is not Role.LINK
    }
    columns = [set_apart(c, attributes[c.name]) for c in dataset.columns if c.name in attributes]
    unasked = {
        c.name: codes_of(c, attributes[c.name]) > 0
        for c in columns
        if attributes[c.name].not_applicable
    }
    proposals = []
    for found_rule in find_rules(columns, unasked, job):
        rule_written = rule_text(found_rule.rule)
        names = tuple(columns_of(found_rule.rule))
        code = "rule-sum" if found_rule.kind is FoundKind.SUM else "rule-order"
        proposals.append(
            Proposal(
                names, code, {"count": found_rule.records}, {"rules": [rule_written]}, rule_written
            )
        )
    return proposals


def _undone(
    dataset: Dataset,
    schema: Schema,
    units: Sequence[LikelyUnit],
    weights: Sequence[str],
    job: Job,
) -> list[Proposal]:
    masked = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)]
    released = [a for a in schema.attributes if a.role.is_released]
    published = [a.name for a in released if a.name not in (*masked, *weights)]
    numbers = [unit.columns for unit in units]
    return [
        Proposal(mask.columns, mask.reason, mask.reason_params, _column(mask.column, role="drop"))
        for mask in find_revealing_columns(dataset, masked, published, numbers, job)
    ]


def _propose_step(likely: LikelyStep) -> Proposal:
    entry = {"prepare": [write_declared(likely.step)]}
    return Proposal((likely.step.column,), likely.reason, likely.reason_params, entry)


def _revealing(
    dataset: Dataset,
    schema: Schema,
    weights: Sequence[str],
    units: Sequence[LikelyUnit],
    job: Job,
) -> list[Proposal]:
    open_columns = (Role.CONFIDENTIAL, Role.OTHER)
    hidden = [a.name for a in schema.attributes if a.role not in open_columns]
    unit = None
    if units and weights:
        unit = group_records([dataset.column(name) for name in units[0].columns])
    reveal = partial(find_revealing_weight, dataset, hidden=hidden, job=job, units=unit)
    # Without weights nobody could estimate a total, so it is masked, not left out. The weight of a
    # unit cannot be masked; how far it must be rounded is for those to say who know the design.
    return [
        Proposal(
            (revealing.weight,),
            revealing.reason,
            revealing.reason_params,
            {} if units else _column(revealing.weight, role="quasi-identifier", scale="continuous"),
        )
        for revealing in map(reveal, weights)
        if revealing is not None
    ]
