"""What the step Taxonomies shows: the list of the columns of categories, and one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QPushButton, QWidget

from core.errors import Problem, Severity
from core.model import Attribute, Column, Role
from desktop_app.models.taxonomies.taxonomy_columns import (
    CATEGORIES,
    COVERED,
    RELATION,
    ROLE,
    STATE,
    ColumnRow,
    ColumnState,
    TaxonomyColumnsModel,
)
from desktop_app.presenters.taxonomies.studying import Study
from desktop_app.presenters.taxonomies.surveying import Survey
from desktop_app.presenters.taxonomies.taxonomy_words import (
    offer_line,
    offer_sentence,
    relation_text,
)
from desktop_app.state.choices import MOST_ORDERED
from desktop_app.state.parts import part_of
from desktop_app.state.relations import CategoryRelation, relation_of
from desktop_app.store import ProjectStore
from desktop_app.text import list_names, percent, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import keep_space, named, note
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.taxonomy.relation_choices import Choice, plain_choices, prefix_choice

if TYPE_CHECKING:
    from desktop_app.presenters.taxonomies.surveying import Survey

# What goes first when the window is narrow.
_FOLDED = (CATEGORIES, COVERED, ROLE)


class ColumnsTable(DataTable):
    """Return opens a column, as a double click does; columns without space are hidden.

    Signals
    -------
    folded(object)
        With the headings of the columns that are hidden, a tuple of str.
    """

    folded = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._widths_wanted: list[int] = []
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @Slot()
    def fit_columns(self) -> None:
        """Leave space for the mark of the state."""
        model, header = self.model(), self.horizontalHeader()
        if model is None:
            return
        columns = range(model.columnCount())
        # The width of a column that is hidden or stretched says nothing of what it wants.
        for column in columns:
            self.setColumnHidden(column, False)
        header.setSectionResizeMode(RELATION, QHeaderView.ResizeMode.Interactive)
        super().fit_columns()
        self.setColumnWidth(STATE, self.columnWidth(STATE) + sizes.ICON + sizes.UNIT)
        self._widths_wanted = [self.columnWidth(column) for column in columns]
        header.setSectionResizeMode(RELATION, QHeaderView.ResizeMode.Stretch)
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold columns."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        model = self.model()
        if model is None or not self._widths_wanted:
            return
        widths, available = dict(enumerate(self._widths_wanted)), self.viewport().width()
        # What goes first when the window is narrow; an empty column before all others.
        rows = range(self.model().rowCount())
        empty = {c for c in _FOLDED if not any(self.model().index(r, c).data() for r in rows)}
        for column in sorted(_FOLDED, key=lambda column: column not in empty):
            fits = sum(widths.values()) <= available
            self.setColumnHidden(column, not fits)
            if not fits:
                del widths[column]
        horizontal = Qt.Orientation.Horizontal
        hidden = [c for c in range(model.columnCount()) if c not in widths]
        self.folded.emit(tuple(str(model.headerData(c, horizontal)) for c in hidden))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the current column."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class Overview(QWidget):
    """The table; where there is nothing to decide, a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TaxonomyColumnsModel(self)
        self.table = ColumnsTable()
        self.table.list_model(self.model, tr("Columns of categories"), one_row=True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        named(
            self.table,
            tr("Columns of categories"),
            tr("Return or a double click opens a column."),
        )
        self.sentence = note(kind="")
        self._below = note()
        self._below.hide()
        self.table.folded.connect(self._name_hidden)
        self.flat_button = QPushButton()
        named(
            self.flat_button,
            tr("No order for all that remain"),
            tr("No category is nearer to one than to another. Undone as one step."),
        )
        keep_space(self.flat_button)
        together = in_row((self.sentence, 1), self.flat_button)
        self._filler = QWidget()
        in_column(together, (self.table, 1), self._below, (self._filler, 1), inside=self)
        self.model.dataChanged.connect(self.table.fit_columns)

    @Slot(object)
    def _name_hidden(self, titles: tuple[str, ...]) -> None:
        sentence = tr(
            "Shown only in a wider window: {titles}.",
            titles=list_names(titles),
        )
        self._below.setText(sentence if titles else "")
        self._below.setVisible(bool(titles) and self.model.rowCount() > 0)

    def show_remaining(self, undecided: int) -> None:
        """Show how many columns can be decided at once."""
        self.flat_button.setVisible(undecided > 0)
        self.flat_button.setText(
            tr_n(
                "&No order for the column that remains",
                "&No order for the {count} columns that remain",
                undecided,
            )
        )

    def show_rows(self, rows: Sequence[ColumnRow]) -> None:
        """Show the columns."""
        fresh = [row.name for row in rows] != [
            self.model.row(position).name for position in range(self.model.rowCount())
        ]
        self.model.show_rows(rows)
        if fresh and rows:
            self.table.selectRow(0)
        self.table.setVisible(bool(rows))
        self._filler.setVisible(not rows)
        self.sentence.setText(
            tr("Open a column to choose how its categories are related.")
            if rows
            else tr(
                "There is nothing to decide here: no quasi-identifier and no confidential column "
                "of this file has categories."
            )
        )


def column_rows(
    store: ProjectStore, columns: Iterable[Attribute], survey: Survey
) -> tuple[ColumnRow, ...]:
    """Return a row for each column of categories."""
    open_, rows = set(store.undecided), []
    for attribute in columns:
        undecided, covered = attribute in open_, ""
        counts = survey.counts.get(attribute.name)
        offer = survey.offer(attribute.name, attribute.taxonomy)
        if offer is not None and offer.coverage.records:
            # The share of the records that the taxonomy covers, after the mapping.
            coverage, meant = offer.coverage, dict(attribute.mapping)
            mapped_records = sum(cell.records for cell in coverage.unmatched if cell.value in meant)
            covered = percent((coverage.covered_records + mapped_records) / coverage.records)
        row = ColumnRow(
            attribute.name,
            part_of(attribute, store.draft),
            len(counts) if counts is not None else None,
            relation_text(
                attribute, offer.source if offer is not None else None, undecided=undecided
            ),
            covered,
            _state(store, attribute, undecided),
        )
        rows.append(row)
    return tuple(rows)


def _state(store: ProjectStore, attribute: Attribute, undecided: bool) -> ColumnState:
    wrong = problems_of_column(store.problems, attribute.name)
    if any(problem.severity is Severity.ERROR for problem in wrong):
        return ColumnState.ATTENTION
    if undecided:
        return ColumnState.TODO
    plain = relation_of(attribute) is CategoryRelation.FLAT
    strata = store.draft.strata if store.draft is not None else ()
    if plain and (attribute.role is Role.CONFIDENTIAL or attribute.name in strata):
        return ColumnState.NOT_NEEDED
    return ColumnState.CHOSEN


def problems_of_column(problems: Iterable[Problem], name: str) -> tuple[Problem, ...]:
    """Return the problems about a column or about the file of its taxonomy."""
    about_file = f"taxonomy.{name}"
    return tuple(p for p in problems if p.where.column == name or p.where.field == about_file)


@dataclass(frozen=True, slots=True, eq=False)
class ShownColumn:
    """One column, as far as it is known.

    Attributes
    ----------
    attribute : Attribute
        As it is declared.
    column : Column
        Its cells.
    survey : Survey
        What there is to choose from.
    study : Study or None
        What the present choice makes of the column, once it was looked at.
    undecided : bool
        Whether the user must still choose.
    edited : bool
        Whether its taxonomy was changed and not saved.
    refused : tuple of Problem
        What is wrong with a file that was to be used, or with the one in use.
    refused_name : str
        Its name.
    failure : str
        Why nothing could be found out; empty if all went well.
    """

    attribute: Attribute
    column: Column
    survey: Survey
    study: Study | None
    undecided: bool
    edited: bool = False
    refused: tuple[Problem, ...] = ()
    refused_name: str = ""
    failure: str = ""

    @property
    def chosen(self) -> str | None:
        """Key of the card in force; ``None`` if the user has not chosen."""
        if self.undecided:
            return None
        relation = relation_of(self.attribute)
        if self.edited and relation is CategoryRelation.FLAT:
            # Its own groups are no card until they are saved.
            return None
        return self.attribute.taxonomy if relation is CategoryRelation.TAXONOMY else relation

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The cards: what is suggested, then what needs no taxonomy, then the other taxonomies."""
        name = self.attribute.name
        suggested = self.survey.suggested(name)
        offers = self.survey.offers.get(name, ())
        cards = tuple(
            Choice(
                offer.source.reference,
                offer.source.title,
                offer_sentence(offer),
                offer_line(offer, suggested=offer is suggested),
            )
            for offer in offers
        )
        suggested_cards = [
            card for card, offered in zip(cards, offers, strict=True) if offered is suggested
        ]
        other_cards = [
            card for card, offered in zip(cards, offers, strict=True) if offered is not suggested
        ]
        codes = prefix_choice(self.survey.prefixes.get(name, ()))
        return (*suggested_cards, *plain_choices(self._order_hindrance()), *codes, *other_cards)

    def _order_hindrance(self) -> str:
        count = len(self.survey.counts.get(self.attribute.name, ()))
        if count <= MOST_ORDERED:
            return ""
        return tr("More than {most} categories cannot be ordered by hand.", most=MOST_ORDERED)
