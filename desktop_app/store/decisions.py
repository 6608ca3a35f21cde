"""What the user has decided of the open project: every change, and undo."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import Refused
from core.model import (
    Attribute,
    BlockScale,
    Diversity,
    DomainTotals,
    Dominance,
    Figure,
    Method,
    MissingPolicy,
    PopulationFile,
    Project,
    Recipe,
    Scenario,
    Schema,
    Target,
    Taxonomy,
)
from core.model.checklist import Answer, ProfileName, RowCount
from desktop_app.state.changes import Change, change_between
from desktop_app.state.draft import Draft
from desktop_app.state.history import History
from desktop_app.state.parts import Part, as_proposed, with_parts
from desktop_app.state.relations import undecided
from desktop_app.state.steps import Step
from desktop_app.state.unit_answer import UnitAnswer, with_unit

if TYPE_CHECKING:
    from core.io import ColumnProfile


class Decisions(QObject):
    """Holds the drafts; what follows from a change is up to who inherits from it.

    Signals
    -------
    changed()
        Something may have changed.
    undone(object), redone(object)
        The user took this `Change` back, or made it again; comes after `changed`.
    """

    changed = Signal()
    undone = Signal(object)
    redone = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history: History | None = None

    @property
    def draft(self) -> Draft | None:
        """What the user has decided so far."""
        return self._history.draft if self._history else None

    @property
    def schema(self) -> Schema | None:
        """What the columns mean at present."""
        return self.draft.schema if self.draft else None

    @property
    def recipe(self) -> Recipe | None:
        """The recipe with the present settings."""
        return self.draft.recipe if self.draft else None

    @property
    def undecided(self) -> tuple[Attribute, ...]:
        """Columns of which the user must still say how their categories are related."""
        if self.draft is None:
            return ()
        return undecided(self.draft.schema, self.draft.strata, self.draft.settled)

    # Changes

    def set_attributes(self, attributes: Iterable[Attribute], key: str = "") -> None:
        """Put `attributes` in the place of those of the same names."""
        if self.draft is None:
            return
        self._push(self.draft.with_attributes(attributes), key)

    def set_parts(self, parts: Mapping[str, Part], profiles: Sequence[ColumnProfile]) -> None:
        """Let columns, by name, play other parts: roles, survey weight, strata."""
        self._decide(lambda draft: with_parts(draft, parts, profiles))

    def propose_again(self, names: Iterable[str], profiles: Sequence[ColumnProfile]) -> None:
        """Let columns be again what is suggested."""
        self._decide(lambda draft: as_proposed(draft, names, profiles))

    def decline(self, relations: Iterable[tuple[str, ...]]) -> None:
        """Keep a column, the first of each of these relations, though it reveals masked ones."""
        if self.draft is not None:
            declined = dict.fromkeys((*self.draft.declined, *relations))
            self._push(replace(self.draft, declined=tuple(declined)))

    def relate(self, attribute: Attribute) -> None:
        """Set how the categories of one column are related: the user's own decision.

        A taxonomy that was changed and not saved is dropped where another relation is chosen.
        """
        if self.draft is None:
            return
        old_attribute = self.draft.schema.named(attribute.name)
        draft = self.draft.related(attribute)
        if (old_attribute.taxonomy, old_attribute.scale) != (attribute.taxonomy, attribute.scale):
            draft = draft.with_edited(attribute.name, None)
        self._push(draft)

    def relate_all(self, attributes: Iterable[Attribute]) -> None:
        """Set how the categories of several columns are related; undone as one."""
        draft = self.draft
        if draft is None:
            return
        for attribute in attributes:
            draft = draft.related(attribute).with_edited(attribute.name, None)
        self._push(draft)

    def edit_taxonomy(self, attribute: Attribute, taxonomy: Taxonomy | None) -> None:
        """Set the changed taxonomy of a column, with what else follows; ``None`` drops it."""
        if self.draft is not None:
            draft = self.draft.related(attribute)
            self._push(draft.with_edited(attribute.name, taxonomy))

    def take_saved_taxonomy(self, attribute: Attribute) -> None:
        """Use the file in which the changed taxonomy of a column was saved."""
        if self.draft is None:
            return
        self._push(self.draft.related(attribute).with_edited(attribute.name, None))
        self._reread()

    def set_method(self, method: Method, key: str = "method") -> None:
        """Set the method and its parameters.

        Changes in a row under one `key` undo as one; without a key each is undone by itself.
        """
        if self.draft is not None:
            together = f"{key} {method.name}" if key else ""
            draft = replace(self.draft, method=method)
            is_other = method.name != self.draft.method.name
            self._push(self._fitted(draft) if is_other else draft, together)

    def take_settings(self, project: Project) -> None:
        """Take over the settings that a search found, and its account, as one change."""
        self._decide(lambda draft: draft.with_settings(project))

    def _fitted(self, draft: Draft) -> Draft:
        """Return the draft with what the open file needs with its method."""
        return draft

    def propose_method(self, method: Method) -> None:
        """Set the method that the program proposes for a new project; not undone by itself."""
        if self._history is not None and self._history.draft.method != method:
            self._history.replace(replace(self._history.draft, method=method, answers=()))
            self._settle()

    def set_missing(self, policy: MissingPolicy) -> None:
        """Set what is done with records that have missing values."""
        self._decide(lambda draft: replace(draft, missing=policy, accepted_loss=None))

    def set_strata(self, strata: Iterable[str]) -> None:
        """Set the columns whose combinations split the file."""
        self._decide(lambda draft: replace(draft, strata=tuple(strata)))

    def set_weight(self, column: str | None) -> None:
        """Set the column of survey weights, or none."""
        self._decide(lambda draft: replace(draft, weight=column))

    def set_fraction(self, share: float | None) -> None:
        """Set the share of the population that the file holds, or none."""
        if self.draft is not None:
            self._push(replace(self.draft, fraction=share), "fraction")

    def set_population(self, files: Iterable[PopulationFile]) -> None:
        """Set the files that count the people of the population."""
        self._decide(lambda draft: replace(draft, population=tuple(files)))

    def set_sources(self, paths: Iterable[str]) -> None:
        """Set the published tables that count the same units."""
        self._decide(lambda draft: replace(draft, sources=tuple(paths)))

    def set_earlier_files(self, paths: Iterable[str]) -> None:
        """Set the files from the same data that others already have."""
        self._decide(lambda draft: replace(draft, earlier_files=tuple(paths)))

    def set_period(self, period: str | None) -> None:
        """Set the month or day to which the data refer, or none."""
        if self.draft is not None:
            self._push(replace(self.draft, period=period), "period")

    def set_zeros(self, names: Collection[str]) -> None:
        """Set the columns whose zeros stay zeros."""
        if self.draft is not None:
            attributes = self.draft.schema.attributes
            changed = [replace(a, keeps_zeros=a.name in names) for a in attributes]
            self._push(self.draft.with_attributes(changed))

    def set_not_applicable(self, codes: Mapping[str, tuple[str, ...]]) -> None:
        """Set the columns with cells that mean "does not apply", each with its codes."""
        if self.draft is not None:
            attributes = self.draft.schema.attributes
            changed = [replace(a, not_applicable=codes.get(a.name, ())) for a in attributes]
            self._push(self.draft.with_attributes(changed))

    def set_dominance(self, rule: Dominance | None, key: str) -> None:
        """Set the dominance rule, or none; changes in a row under one `key` undo as one."""
        self._decide(lambda draft: replace(draft, dominance=rule), f"dominance {key}")

    def set_diversity(self, diversity: Diversity | None, key: str) -> None:
        """Set l and its columns, or none; changes in a row under one `key` undo as one."""
        self._decide(lambda draft: replace(draft, diversity=diversity), f"diversity {key}")

    def set_rules(self, rules: Iterable[str]) -> None:
        """Set the edit rules."""
        self._decide(lambda draft: replace(draft, rules=tuple(rules)))

    def set_totals(self, totals: Iterable[DomainTotals]) -> None:
        """Set the totals by domain that are calibrated."""
        self._decide(lambda draft: replace(draft, totals=tuple(totals)))

    def set_scenarios(self, scenarios: Iterable[Scenario]) -> None:
        """Set the columns that somebody may know, each with a k or without."""
        self._decide(lambda draft: replace(draft, scenarios=tuple(scenarios)))

    def set_block(self, largest: int | None) -> None:
        """Set how many records a block of a large file has at most; ``None``: no blocks."""
        if self.draft is not None:
            scale = None if largest is None else BlockScale(largest)
            self._push(replace(self.draft, scale=scale), "block")

    def set_figures(self, figures: Iterable[Figure]) -> None:
        """Set the figures of users that each run computes."""
        self._decide(lambda draft: replace(draft, figures=tuple(figures)))

    def propose_figures(self, figures: Iterable[Figure]) -> None:
        """Set the figures that the program proposes for a new project; not undone by itself."""
        if self._history is not None and self._history.draft.figures != tuple(figures):
            self._history.replace(replace(self._history.draft, figures=tuple(figures)))
            self._settle()

    def set_unit(self, answer: UnitAnswer, profiles: Sequence[ColumnProfile]) -> None:
        """Set which records belong together, or that each is a unit of its own."""
        self._decide(lambda draft: with_unit(draft, answer, profiles))

    def set_target(self, target: Target) -> None:
        """Set the protected file's kind and name; a division into parts remains if possible."""
        if self.draft is not None:
            part = self.draft.target.part if target.kind.has_parts else None
            self._push(replace(self.draft, target=replace(target, part=part)), "target")

    def set_keep_order(self, keep: bool) -> None:
        """Set whether the records keep the input's order."""
        self._decide(lambda draft: replace(draft, keep_order=keep))

    @property
    def can_merge(self) -> bool:
        """Whether the groups of an earlier release could be merged with the present settings."""
        draft = self.draft
        if draft is None or draft.unit is not None:
            return False
        # Imports the engine, for which the window does not wait.
        from core.protect import METHODS

        method = METHODS.get(draft.method.name)
        return method is not None and method.forms_groups

    def set_merges(self, release: str | None) -> None:
        """Set the earlier release whose groups are merged; ``None``: groups are formed."""
        self._decide(lambda draft: replace(draft, merges=release))

    def set_profile(self, profile: ProfileName) -> None:
        """Set who gets the file, with the limits of the office for that profile."""
        limits = limits_of_office(profile)
        self._decide(lambda draft: replace(draft, profile=profile, limits=limits))

    def answer(self, counts: Collection[RowCount], why: str | None) -> None:
        """Accept counts for a reason, or with ``None`` no longer; not undone by itself."""
        if self._history is None:
            return
        draft = self._history.draft
        keys = {count.key for count in counts}
        answers = [answer for answer in draft.answers if answer.key not in keys]
        if why is not None:
            answers += [Answer(c.key, why, c.figure, c.limit, c.columns) for c in counts]
        answers.sort(key=lambda answer: answer.key)
        self._history.replace(replace(draft, answers=tuple(answers)))
        self._settle()

    def confirm(self, step: Step) -> None:
        """Note that the user has decided `step`; not undone by itself."""
        if self._history is not None and step not in self._history.draft.confirmed:
            draft = self._history.draft
            self._history.replace(replace(draft, confirmed=draft.confirmed | {step}))
            self.changed.emit()

    # Undo

    @property
    def undoable(self) -> Change | None:
        """The change that `undo` would take back."""
        earlier_draft = self._history.undone if self._history is not None else None
        return change_between(earlier_draft, self.draft) if earlier_draft and self.draft else None

    @property
    def redoable(self) -> Change | None:
        """The change that `redo` would make again."""
        later_draft = self._history.redone if self._history is not None else None
        return change_between(self.draft, later_draft) if later_draft and self.draft else None

    @Slot()
    def undo(self) -> None:
        """Take the last change back."""
        change = self.undoable
        if self._history is not None and change is not None:
            self._history.undo()
            self._settle()
            self.undone.emit(change)

    @Slot()
    def redo(self) -> None:
        """Make the change again."""
        change = self.redoable
        if self._history is not None and change is not None:
            self._history.redo()
            self._settle()
            self.redone.emit(change)

    # Inside

    def _decide(self, decided: Callable[[Draft], Draft], key: str = "") -> None:
        """Let the draft follow a decision; without a file there is none."""
        if self.draft is not None:
            self._push(decided(self.draft), key)

    def _push(self, draft: Draft, key: str = "") -> None:
        if self._history is None or draft == self._history.draft:
            return
        if not draft.protects_like(self._history.draft):
            # What was accepted was said of other records.
            draft = replace(draft, answers=())
        self._history.push(draft, key)
        self._settle()

    def _settle(self) -> None:
        """Let what depends on the draft follow it."""
        self.changed.emit()

    def _reread(self) -> None:
        """Let what depends on files follow, though the draft may be the same."""
        self._settle()


def limits_of_office(profile: ProfileName) -> tuple[tuple[str, float], ...]:
    """Read the limits of a profile that the office changes."""
    from core.office_limits import office_limits

    try:
        return office_limits(profile)
    except Refused:
        # The run is refused with what is wrong (`desktop_app.store.resolving`).
        return ()
