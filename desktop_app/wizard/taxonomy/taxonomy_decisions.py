"""What the user decides about the column in sight, put into the store."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from core.io.taxonomies import TaxonomyKind, write_taxonomy
from core.jobs import Job
from core.model import Attribute, Taxonomy, flat
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.state.relations import (
    CategoryRelation,
    as_flat,
    as_ordered,
    categorical,
    in_taxonomy,
    mapped,
)
from desktop_app.state.taxonomy_changes import LeadingCharacters, TaxonomyChange, mapping_after
from desktop_app.store import ProjectStore
from desktop_app.text import failure_text, tr
from desktop_app.wizard.taxonomy.knowledge import Knowledge
from desktop_app.wizard.taxonomy.relation_choices import BY_PREFIXES


class TaxonomyDecisions(QObject):
    """Knows which column is in sight, by its name.

    Signals
    -------
    remarked(object)
        Why a change of the taxonomy was not made; empty once nothing is wrong any more.
    """

    remarked = Signal(object)

    def __init__(
        self,
        store: ProjectStore,
        runner: Runner,
        knowledge: Knowledge,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._knowledge = knowledge
        self._editing = Editing(runner, self)
        self.name: str | None = None
        knowledge.read.connect(self.choose)
        self._editing.changed.connect(self._take_change)
        self._editing.saved.connect(self._take_saved)
        self._editing.failed.connect(self._take_failure)

    @property
    def columns(self) -> tuple[Attribute, ...]:
        """The columns of categories, in the file's order."""
        return categorical(self._store.schema) if self._store.schema else ()

    @property
    def current(self) -> Attribute | None:
        """The column in sight; ``None`` while the list is."""
        return self._find_column(self.name)

    @property
    def edited_taxonomy(self) -> Taxonomy | None:
        """The taxonomy of the column in sight, if it was changed and not saved."""
        draft = self._store.draft
        return draft.edited_taxonomy(self.name) if draft is not None and self.name else None

    def _find_column(self, name: str | None) -> Attribute | None:
        return next((a for a in self.columns if a.name == name), None)

    @Slot()
    def forget(self) -> None:
        """Another file is open."""
        self.name = None
        self._editing.forget()

    @Slot(object)
    def choose(self, key: str) -> None:
        """Set how the categories of the column in sight are related."""
        attribute = self.current
        if attribute is None:
            return
        self._knowledge.forgive()
        if key == CategoryRelation.FLAT:
            self._store.relate(as_flat(attribute))
        elif key == CategoryRelation.ORDER:
            self._store.relate(as_ordered(attribute, attribute.order))
        elif key == BY_PREFIXES:
            codes = tuple(sorted(self._knowledge.survey.counts.get(attribute.name, {})))
            self._editing.change(attribute.name, flat(codes), LeadingCharacters(codes))
        else:
            self._store.relate(in_taxonomy(attribute, key))

    @Slot(object)
    def set_order(self, order: tuple[str, ...]) -> None:
        """Take the order of the column in sight."""
        if self.current is not None:
            self._store.relate(as_ordered(self.current, order))

    @Slot(object)
    def map(self, changes: Mapping[str, str | None]) -> None:
        """Say what texts of the column in sight mean."""
        if self.current is not None:
            self._store.relate(mapped(self.current, changes))

    # What is changed in the taxonomy

    @Slot(object)
    def change(self, change: TaxonomyChange) -> None:
        """Change the taxonomy of the column in sight."""
        attribute = self.current
        study = self._knowledge.study_of(attribute) if attribute is not None else None
        taxonomy = self.edited_taxonomy or (study.taxonomy if study is not None else None)
        if attribute is not None and taxonomy is not None:
            self._editing.change(attribute.name, taxonomy, change)

    @Slot(object)
    def _take_change(self, answer: tuple[str, TaxonomyChange, Taxonomy]) -> None:
        name, change, taxonomy = answer
        attribute = self._find_column(name)
        if attribute is not None:
            cells = self._knowledge.survey.counts.get(name, {})
            if isinstance(change, LeadingCharacters):
                attribute = as_flat(attribute)
            meant = mapping_after(change, dict(attribute.mapping), cells)
            self._store.edit_taxonomy(mapped(attribute, meant), taxonomy)

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self.remarked.emit(failure_text(error))

    @Slot()
    def discard(self) -> None:
        """Drop the changes, and the meanings that only they allow."""
        attribute = self.current
        if attribute is None:
            return
        self.remarked.emit("")
        offer = self._knowledge.survey.offer(attribute.name, attribute.taxonomy)
        places = offer.source.taxonomy.places() if offer is not None else {}
        mapping = tuple(pair for pair in attribute.mapping if pair[1] in places)
        self._store.edit_taxonomy(replace(attribute, mapping=mapping), None)

    def save(self, path: Path, kind: TaxonomyKind) -> None:
        """Save the changed taxonomy of the column in sight and use that file from now on."""
        if self.current is not None and self.edited_taxonomy is not None:
            self._editing.save(self.current.name, self.edited_taxonomy, path.absolute(), kind)

    @Slot(object)
    def _take_saved(self, answer: tuple[str, Path]) -> None:
        name, path = answer
        attribute = self._find_column(name)
        if attribute is not None:
            self.remarked.emit("")
            self._knowledge.renew(str(path))
            self._store.take_saved_taxonomy(replace(attribute, taxonomy=str(path)))


class Editing(QObject):
    """Changes wait for those before them, so that none is lost when they come quickly.

    Signals
    -------
    changed(object)
        With the column, the `TaxonomyChange` and the taxonomy that came of it.
    saved(object)
        With the column and the `Path` of the file.
    failed(object)
        With the exception that a change or the saving ended in.
    """

    changed = Signal(object)
    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[str, TaxonomyChange]] = deque()
        self._changing = Latest(
            runner, tr("Changing the taxonomy"), self, self._take_change, self._take_failure
        )
        self._saving = Latest(runner, tr("Saving the taxonomy"), self, self.saved, self.failed)

    def change(self, column: str, taxonomy: Taxonomy, change: TaxonomyChange) -> None:
        """Change the taxonomy of a column; behind a change that is under way, what that gives."""
        if self._changing.waiting:
            self._waiting.append((column, change))
            return

        self._changing.ask(lambda _job: (column, change, change.applied(taxonomy)), Lane.IO)

    def save(self, column: str, taxonomy: Taxonomy, path: Path, kind: TaxonomyKind) -> None:
        """Write a taxonomy to a file of the user's choice; what was there is replaced."""

        def work(_job: Job) -> tuple[str, Path]:
            save_taxonomy(taxonomy, path, kind)
            return column, path

        self._saving.ask(work, Lane.IO)

    @Slot()
    def forget(self) -> None:
        """Drop what waits: another file is open."""
        self._waiting.clear()
        self._changing.drop()

    @Slot(object)
    def _take_change(self, answer: tuple[str, TaxonomyChange, Taxonomy]) -> None:
        column, _, taxonomy = answer
        self.changed.emit(answer)
        if self._waiting:
            following, change = self._waiting.popleft()
            if following == column:
                self.change(column, taxonomy, change)

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        # What waits was meant for a taxonomy that has not come about.
        self._waiting.clear()
        self.failed.emit(error)


def save_taxonomy(taxonomy: Taxonomy, path: Path, kind: TaxonomyKind) -> None:
    """Write a taxonomy; a file that is there is replaced only by one that is whole.

    Raises
    ------
    Refused
        If this kind of file cannot hold the taxonomy, or the file cannot be made.
    StorageFull
        If the disk has no space left.
    """
    if not path.exists():
        write_taxonomy(taxonomy, path, kind)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write_taxonomy(taxonomy, beside, kind)
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
