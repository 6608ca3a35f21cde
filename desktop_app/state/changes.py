"""What differs between two drafts: what undo takes back, and the step on which it was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto

from core.errors import Where
from core.model import Attribute
from desktop_app.state.draft import Draft
from desktop_app.state.steps import Step


class What(StrEnum):
    """The kind of a change."""

    ROLE = auto()
    SCALE = auto()
    ORDER = auto()
    CATEGORIES = auto()
    DOMAIN = auto()
    MEANING = auto()
    DISTANCE = auto()
    BLANKS = auto()
    COLUMN = auto()
    DECLINED = auto()
    METHOD = auto()
    PARAMETER = auto()
    MISSING = auto()
    STRATA = auto()
    WEIGHT = auto()
    FRACTION = auto()
    POPULATION = auto()
    SOURCES = auto()
    EARLIER_FILES = auto()
    PERIOD = auto()
    ZEROS = auto()
    NOT_APPLICABLE = auto()
    DOMINANCE = auto()
    DIVERSITY = auto()
    RULES = auto()
    TOTALS = auto()
    SCENARIOS = auto()
    BLOCKS = auto()
    MERGES = auto()
    UNIT = auto()
    TARGET = auto()
    KEEP_ORDER = auto()
    PROFILE = auto()
    FIGURES = auto()
    PREPARE = auto()
    SETTINGS = auto()


_FIELDS: Mapping[What, tuple[str, ...]] = {
    What.ORDER: ("order",),
    What.CATEGORIES: ("taxonomy", "mapping", "listed", "categories"),
    What.DOMAIN: ("domain", "precision", "domain_from_data"),
    What.MEANING: ("known", "sensitive", "place"),
    What.DISTANCE: ("distance", "importance"),
    What.BLANKS: ("change",),
    What.ZEROS: ("keeps_zeros",),
    What.NOT_APPLICABLE: ("not_applicable",),
}
_OF_RECIPE: Mapping[What, str] = {
    What.MISSING: "missing",
    What.STRATA: "strata",
    What.WEIGHT: "weight",
    What.FRACTION: "fraction",
    What.POPULATION: "population",
    What.SOURCES: "sources",
    What.EARLIER_FILES: "earlier_files",
    What.PERIOD: "period",
    What.DOMINANCE: "dominance",
    What.DIVERSITY: "diversity",
    What.RULES: "rules",
    What.TOTALS: "totals",
    What.SCENARIOS: "scenarios",
    What.BLOCKS: "scale",
    What.MERGES: "merges",
    What.TARGET: "target",
    What.KEEP_ORDER: "keep_order",
    What.PROFILE: "profile",
    What.FIGURES: "figures",
}
_STEPS = {
    What.MERGES: Step.RUN,
    What.TARGET: Step.RELEASE,
    What.KEEP_ORDER: Step.RELEASE,
    What.FIGURES: Step.RESULTS,
}
# Decided in lists on the step Method, and column by column on the step Columns.
_ALSO_OF_COLUMNS = {What.ZEROS, What.NOT_APPLICABLE}


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    Attributes
    ----------
    what : What
        Its kind.
    step : Step
        Where it is decided.
    names : tuple of str
        The columns that it concerns; for a parameter, the parameter's name alone.
    also : tuple of Change
        What was changed together with it.
    """

    what: What
    step: Step
    names: tuple[str, ...] = ()
    also: tuple[Change, ...] = ()

    def step_on(self, shown: Step) -> Step:
        """Return `shown` if that step holds it as well, else the step where it is decided."""
        return shown if shown is Step.COLUMNS and self.what in _ALSO_OF_COLUMNS else self.step

    def where_on(self, step: Step) -> Where:
        """Return the control of `step` that holds it."""
        is_column = step is Step.COLUMNS and self.what in _ALSO_OF_COLUMNS
        return Where(column=self.names[0]) if is_column else self.where

    @property
    def where(self) -> Where:
        """The control that holds it."""
        if self.what is What.PARAMETER:
            return Where(field=f"method.{self.names[0]}")
        if self.what in _OF_RECIPE:
            return Where(field=_OF_RECIPE[self.what])
        if self.what is What.PREPARE:
            return Where(field="prepare")
        if self.what is What.ZEROS:
            return Where(field="zeros")
        if self.what is What.NOT_APPLICABLE:
            return Where(field="not_applicable")
        if self.what is What.METHOD:
            return Where(field="method")
        return Where(column=self.names[0]) if self.names else Where()


def change_between(old_draft: Draft, new_draft: Draft) -> Change:
    """Return what was changed to make `new_draft` of `old_draft`."""
    if _unit(old_draft) != _unit(new_draft):
        # The column that numbers the units gets its role with them.
        unit = new_draft.unit or old_draft.unit
        return Change(What.UNIT, Step.COLUMNS, () if unit is None else unit.id[:1])
    if old_draft.prepare != new_draft.prepare:
        # Roles, scales and orders of the recoded columns follow their steps.
        return Change(What.PREPARE, Step.PREPARE)
    old, new = old_draft.method, new_draft.method
    if old.name != new.name:
        of_method = [Change(What.METHOD, Step.METHOD)]
    else:
        names = [
            n
            for n in {**old.parameters, **new.parameters}
            if old.parameters.get(n) != new.parameters.get(n)
        ]
        if len(names) > 1:
            of_method = [Change(What.METHOD, Step.METHOD)]
        else:
            of_method = [Change(What.PARAMETER, Step.METHOD, (name,)) for name in names]
    earlier = {attribute.name: attribute for attribute in old_draft.schema.attributes}
    changed = {a.name: a for a in new_draft.schema.attributes if a != earlier.get(a.name)}
    kinds = {
        _kind(earlier[name], attribute) for name, attribute in changed.items() if name in earlier
    }
    # An order that is confirmed, or a taxonomy changed and not saved, leaves the columns alone.
    touched = set(changed) | (old_draft.settled ^ new_draft.settled)
    touched |= {name for name, _ in set(old_draft.edited) ^ set(new_draft.edited)}
    if not touched:
        of_columns = []
    else:
        columns = tuple(a.name for a in new_draft.schema.attributes if a.name in touched)
        kind = kinds.pop() if len(kinds) == 1 else What.COLUMN if kinds else What.CATEGORIES
        if kind in (What.DOMAIN, What.ZEROS, What.NOT_APPLICABLE):
            step = Step.METHOD
        else:
            related = old_draft.settled != new_draft.settled or old_draft.edited != new_draft.edited
            step = Step.TAXONOMIES if kind is What.CATEGORIES or related else Step.COLUMNS
        of_columns = [Change(kind, step, columns)]
    changes = [*of_columns, *of_method]
    for what, field in _OF_RECIPE.items():
        if getattr(old_draft, field) != getattr(new_draft, field):
            changes.append(Change(what, _STEPS.get(what, Step.METHOD)))
    declined = sorted({*old_draft.declined} ^ {*new_draft.declined})
    if declined:
        reconsidered = tuple(dict.fromkeys(columns[0] for columns in declined))
        changes.append(Change(What.DECLINED, Step.COLUMNS, reconsidered))
    if not changes:
        # What was changed and changed back in one go.
        return Change(What.SETTINGS, Step.COLUMNS)
    return replace(changes[0], also=tuple(changes[1:]))


def _unit(draft: Draft) -> object:
    return draft.unit, draft.records_are_units


def _kind(old: Attribute, new: Attribute) -> What:
    if old.role is not new.role:
        return What.ROLE  # which brings a scale with it
    if old.scale is not new.scale:
        return What.SCALE
    for what, fields in _FIELDS.items():
        if replace(old, **{field: getattr(new, field) for field in fields}) == new:
            return what
    return What.COLUMN
