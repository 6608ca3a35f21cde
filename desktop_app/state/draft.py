"""What the user has decided so far; undo is a list of these."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from core.model import (
    Attribute,
    BlockScale,
    Diversity,
    DomainTotals,
    Dominance,
    Figure,
    FileKind,
    Improvement,
    Method,
    MissingPolicy,
    PopulationFile,
    Preparing,
    Project,
    Recipe,
    Role,
    Scenario,
    Schema,
    Source,
    Target,
    Taxonomy,
    Unit,
)
from core.model.checklist import DEFAULT_PROFILE, Answer, ProfileName
from desktop_app.state.origin import Origin
from desktop_app.state.relations import categorical
from desktop_app.state.steps import Step

if TYPE_CHECKING:
    from core.io import ColumnProfile

# What a draft has of a recipe as it is; of missing values nobody may have said anything.
_OF_RECIPE = tuple(entry.name for entry in fields(Recipe) if entry.name != "missing")


@dataclass(frozen=True, slots=True)
class Draft:
    """A recipe in the making. Holds no cell value.

    Attributes
    ----------
    schema : Schema
        What the columns mean.
    method : Method
        As the user set it.
    missing, target, keep_order, strata, weight, fraction, population, earlier_files, sources,
    period, insecure_test_seed, dominance, diversity, accepted_loss, rules, unit, records_are_units,
    scenarios, figures, prepare, totals, scale, merges, improved
        As in `core.model.Recipe`; `missing` is ``None`` while nobody has said anything.
    confirmed : frozenset of Step
        Steps whose main button was pressed: their settings are the user's own decisions.
    settled : frozenset of str
        Columns of which the user has said how their categories are related; without it, a column
        that needs no taxonomy looks like one that was never looked at.
    edited : tuple of pairs of str and Taxonomy
        By column, taxonomies that were changed and are in no file yet. They are no part of the
        recipe, so nothing can be run before they are saved or dropped.
    profile : str
    limits : tuple of pairs of str and float
    answers : tuple of Answer
        As in `core.model.Recipe`; the answers are to questions about the latest result.
    set_aside : tuple of Attribute
        What was said of columns that preparing steps dropped or recoded into another scale; it
        holds again when these steps go.
    declined : tuple of tuple of str
        Columns that reveal masked ones and are kept on purpose, each with those of the relation;
        no part of the recipe.
    """

    schema: Schema
    method: Method
    target: Target
    missing: MissingPolicy | None = None
    keep_order: bool = False
    confirmed: frozenset[Step] = frozenset()
    strata: tuple[str, ...] = ()
    weight: str | None = None
    fraction: float | None = None
    population: tuple[PopulationFile, ...] = ()
    earlier_files: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    period: str | None = None
    settled: frozenset[str] = frozenset()
    edited: tuple[tuple[str, Taxonomy], ...] = ()
    insecure_test_seed: int | None = None
    profile: ProfileName = DEFAULT_PROFILE
    limits: tuple[tuple[str, float], ...] = ()
    answers: tuple[Answer, ...] = ()
    dominance: Dominance | None = None
    diversity: Diversity | None = None
    accepted_loss: float | None = None
    rules: tuple[str, ...] = ()
    unit: Unit | None = None
    records_are_units: bool = False
    scenarios: tuple[Scenario, ...] = ()
    figures: tuple[Figure, ...] = ()
    prepare: tuple[Preparing, ...] = ()
    totals: tuple[DomainTotals, ...] = ()
    scale: BlockScale | None = None
    merges: str | None = None
    improved: tuple[Improvement, ...] = ()
    set_aside: tuple[Attribute, ...] = ()
    declined: tuple[tuple[str, ...], ...] = ()

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present settings."""
        settings: dict[str, Any] = {name: getattr(self, name) for name in _OF_RECIPE}
        return Recipe(**settings, missing=self.missing or MissingPolicy.LEAVE_OUT)

    def edited_taxonomy(self, column: str) -> Taxonomy | None:
        """Return the changed taxonomy of a column, if there is one."""
        return dict(self.edited).get(column)

    def with_edited(self, column: str, taxonomy: Taxonomy | None) -> Draft:
        """Return the draft with a changed taxonomy of a column, or without one."""
        remaining = {name: edited for name, edited in self.edited if name != column}
        changed = remaining if taxonomy is None else {**remaining, column: taxonomy}
        return replace(self, edited=tuple(changed.items()))

    def with_attributes(self, attributes: Iterable[Attribute]) -> Draft:
        """Return the draft with `attributes` in the place of those of the same names."""
        return replace(self, schema=self.schema.with_attributes(attributes))

    def with_settings(self, project: Project) -> Draft:
        """Return the draft with the settings that a search found, but for preparing steps."""
        by_name = {attribute.name: attribute for attribute in project.schema.attributes}
        recipe = project.recipe
        improved = replace(
            self, method=recipe.method, totals=recipe.totals, improved=recipe.improved
        )
        return improved.with_attributes(
            replace(a, distance=by_name[a.name].distance, importance=by_name[a.name].importance)
            for a in self.schema.attributes
            if a.name in by_name
        )

    def related(self, attribute: Attribute) -> Draft:
        """Return the draft in which the user has said how the categories of a column relate."""
        changed = self.with_attributes((attribute,))
        return replace(changed, settled=self.settled | {attribute.name})

    def project(self, source: Source) -> Project:
        """Return what a recipe file would hold."""
        return Project(source, self.schema, self.recipe)

    def runs_like(self, draft: Draft) -> bool:
        """Whether a run gives the same result; file names and order do not matter to it."""
        return self.figures == draft.figures and self.protects_like(draft)

    def protects_like(self, draft: Draft) -> bool:
        """Whether a run gives the same records; which figures it computes does not matter."""
        same_noise = self.insecure_test_seed == draft.insecure_test_seed
        same_method = _computing(self.method) == _computing(draft.method)
        return same_method and same_noise and self.asks_like(draft)

    def asks_like(self, draft: Draft) -> bool:
        """Whether methods can be compared: everything a run depends on but the method."""
        return _list_grounds(self) == _list_grounds(draft)

    def decides_like(self, draft: Draft) -> bool:
        """Whether every decision is the same, confirmed or not."""
        # A recipe does not say whether anybody has decided what becomes of missing values.
        mine, theirs = (self.schema, self.recipe), (draft.schema, draft.recipe)
        return mine == theirs and self.missing is draft.missing


def _list_grounds(draft: Draft) -> tuple[Schema, Recipe]:
    """Return schema and recipe without what no record depends on.

    What is added to a recipe counts from the start: a result that is called out of date without
    need costs a run, one that is called current wrongly is released with another's settings.
    """
    recipe = replace(
        draft.recipe,
        method=FIRST_METHOD,
        target=_NO_TARGET,
        keep_order=False,
        insecure_test_seed=None,
        answers=(),
        accepted_loss=None,
        # The others say only what is assessed.
        scenarios=tuple(
            Scenario("", scenario.columns, scenario.k)
            for scenario in draft.scenarios
            if scenario.k is not None
        ),
        figures=(),
    )
    return draft.schema, recipe


def _computing(method: Method) -> tuple[str, dict[str, object]]:
    """Return what a run depends on: not whether its release may be called ready."""
    return method.name, {n: v for n, v in method.parameters.items() if n != "confirmed"}


FIRST_METHOD = Method("mdav", {"k": 5})
_NO_TARGET = Target(FileKind.CSV, "")


def first_method(k: int, t: float | None, schema: Schema) -> Method:
    """Return the method of a new project; it names what it keeps, so that the recipe does.

    Parameters
    ----------
    k : int
        The minimum cluster size.
    t : float or None
        The largest distance of a group from the file; ``None`` if none is to be kept.
    schema : Schema
        Without a confidential column there is nothing that t could be about.
    """
    if t is None or not schema.with_role(Role.CONFIDENTIAL):
        return Method("mdav", {"k": k})
    return Method("t-merge", {"k": k, "t": t})


def first_draft(
    schema: Schema,
    kind: FileKind,
    stem: str,
    weight: str | None = None,
    method: Method = FIRST_METHOD,
) -> Draft:
    """Return what is proposed for a file just opened."""
    target = Target(kind.written_as, f"{stem}_protected")
    return Draft(schema, method, target, weight=weight)


def proposed(profiles: Iterable[ColumnProfile]) -> Schema:
    """Return the schema that the columns themselves suggest."""
    return Schema(tuple(suggestion(profile) for profile in profiles))


def suggestion(profile: ColumnProfile) -> Attribute:
    """Return what one column suggests; identifiers and other columns need no scale."""
    name, role = profile.name, profile.suggested_role
    if role not in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL):
        return Attribute(name, role)
    return Attribute(name, role, profile.suggested_scale, order=profile.suggested_order)


def reopened(
    project: Project, profiles: Iterable[ColumnProfile], origin: Origin | None = None
) -> Draft:
    """Return the draft of a recipe or project file.

    Its decisions, or those of its `origin`, count as confirmed where it names the columns of
    the file, no more and no less; otherwise what it does not name is suggested again, for
    the user to confirm.
    """
    origin = origin or Origin()
    decided = origin.confirmed
    schema_proposed = proposed(profiles)
    saved = {attribute.name: attribute for attribute in project.schema.attributes}
    attributes = {**{a.name: a for a in origin.set_aside}, **saved}
    fits = list(saved) == [attribute.name for attribute in schema_proposed.attributes]
    schema = Schema(tuple(attributes.get(a.name, a) for a in schema_proposed.attributes))
    recipe = project.recipe
    all_decided = (
        frozenset({Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD})
        if decided is None
        else decided
    )
    confirmed = all_decided if fits else frozenset()
    # Anybody who has not come to the step Method has not said that records are left out.
    is_preset = Step.METHOD not in confirmed and recipe.missing is MissingPolicy.LEAVE_OUT
    settled = origin.settled
    if decided is None or Step.TAXONOMIES in decided:
        # The file says how the categories of these columns are related.
        settled |= {attribute.name for attribute in categorical(project.schema)}
    settings: dict[str, Any] = {name: getattr(recipe, name) for name in _OF_RECIPE}
    return Draft(
        schema,
        missing=None if is_preset else recipe.missing,
        confirmed=confirmed,
        settled=settled,
        edited=origin.edited,
        set_aside=origin.set_aside,
        declined=origin.declined,
        **settings,
    )
