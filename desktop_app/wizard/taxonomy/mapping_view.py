"""The cells that are no category of the taxonomy: one by one, or all at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.models.taxonomies.taxonomy_mapping import (
    CANDIDATES_ROLE,
    MEANS,
    SUGGESTION,
    VALUE,
    MappingModel,
)
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note, push_button
from desktop_app.views.layouts import STRETCH, at_left, in_column, in_row
from desktop_app.views.tables.data_table import DataTable

if TYPE_CHECKING:
    from core.encode import Unmatched

_VALUE_WIDTH = 18 * sizes.UNIT
_LEAST_VALUE_WIDTH = 11 * sizes.UNIT
_LEAST_WIDTH = 11 * sizes.UNIT
Index = QModelIndex | QPersistentModelIndex


class MappingTable(DataTable):
    """Return takes the suggestions of the selected rows, Delete their meanings away.

    Signals
    -------
    accept_wanted(), clear_wanted()
        The keys were pressed.
    """

    accept_wanted = Signal()
    clear_wanted = Signal()

    def fit_columns(self) -> None:
        """Leave most of the width to suggestions and meanings."""
        super().fit_columns()
        self._limit_value_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width again."""
        super().resizeEvent(event)
        self._limit_value_width()

    def _limit_value_width(self) -> None:
        share = self.viewport().width() * 3 // 10
        self.setColumnWidth(VALUE, max(_LEAST_VALUE_WIDTH, min(share, _VALUE_WIDTH)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept or clear, unless a category is being typed: the key belongs to its line."""
        key = Qt.Key(event.key())
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept_wanted.emit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear_wanted.emit()
        else:
            super().keyPressEvent(event)


class MappingView(QWidget):
    """The table, with the buttons above it.

    Signals
    -------
    changed(object)
        With a mapping from cells' texts to categories, or to ``None`` for none any more.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = MappingModel(self)
        self.table = MappingTable()
        self.table.setModel(self.model)
        self.delegate = MeaningDelegate(self.table)
        self._set_up_table()
        self.sentence = note(kind="")
        self.all_button = push_button(
            "",
            self.accept_all,
            tr("Accept all sure suggestions"),
            tr("Takes every suggestion that fits by label, code, capitals or accents alone."),
        )
        self.accept_button = push_button(
            tr("Acce&pt selected"),
            self.accept_selected,
            tr("Accept the suggestions of the selected rows"),
            tr("Accepts the suggestions of the selected rows, similar spellings included."),
        )
        self.clear_button = push_button(
            tr("C&lear selected"),
            self.clear_selected,
            tr("Take the meanings of the selected rows away"),
        )
        self._lay_out()
        self.table.accept_wanted.connect(self.accept_selected)
        self.table.clear_wanted.connect(self.clear_selected)
        self.model.meant.connect(self._mean)
        self.table.selectionModel().selectionChanged.connect(self._show_buttons)

    def _set_up_table(self) -> None:
        named(
            self.table,
            tr("Texts that are no category"),
            tr(
                "Return accepts the suggestion of a row, F2 lets you choose another category, "
                "Delete takes it away."
            ),
        )
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.table.setItemDelegateForColumn(MEANS, self.delegate)
        header = self.table.horizontalHeader()
        # In a narrow window the table scrolls rather than cut what is suggested to two letters.
        header.setMinimumSectionSize(_LEAST_WIDTH)

    def _lay_out(self) -> None:
        below = in_row(self.accept_button, self.clear_button, STRETCH)
        in_column(
            self.sentence,
            at_left(self.all_button),
            (self.table, 1),
            below,
            0,
            inside=self,
            margins=sizes.UNIT,
        )

    def show_unmatched(
        self,
        unmatched: tuple[Unmatched, ...],
        mapping: Mapping[str, str],
        titles: Mapping[str, str],
    ) -> None:
        """Show the cells that are no category; `titles` lead to the categories there are."""
        self.delegate.set_titles(titles)
        title_of = {category: title for title, category in titles.items()}
        self.model.show_unmatched(unmatched, mapping, title_of)
        open_ = self.model.open
        if not self.model.rowCount():
            sentence = tr("All values of the column are categories of the taxonomy.")
        elif not open_:
            sentence = tr("Every value that was not a category of the taxonomy now has one.")
        else:
            sentence = tr_n(
                "{count} value ({records} records) is not in the taxonomy. Match it to a category, "
                "or the column cannot be protected.",
                "{count} values ({records} records) are not in the taxonomy. Match them to "
                "categories, or the column cannot be protected.",
                len(open_),
                records=sum(value.records for value in open_),
            )
        self.sentence.setText(sentence)
        self._share_width()
        for widget in (self.all_button, self.accept_button, self.clear_button, self.table):
            widget.setVisible(bool(unmatched))
        self._show_buttons()

    def _share_width(self) -> None:
        """Share the width between suggestions and meanings; an empty column gets none of it."""
        has_meanings = any(self.model.meaning(row) for row in range(self.model.rowCount()))
        modes = QHeaderView.ResizeMode
        wide = {SUGGESTION: bool(self.model.open) or not has_meanings, MEANS: has_meanings}
        header = self.table.horizontalHeader()
        for section, stretched in wide.items():
            mode = modes.Stretch if stretched else modes.ResizeToContents
            header.setSectionResizeMode(section, mode)

    @Slot()
    @Slot(QItemSelection, QItemSelection)
    def _show_buttons(self, *_: object) -> None:
        sure = len(self.model.sure)
        self.all_button.setText(
            tr_n("&Accept {count} sure suggestion", "&Accept {count} sure suggestions", sure)
            if sure
            else tr("&Accept sure suggestions")
        )
        self.all_button.setEnabled(sure > 0)
        rows = self._list_selected_rows()
        self.accept_button.setEnabled(any(self.model.unmatched(row).candidates for row in rows))
        self.clear_button.setEnabled(any(self.model.meaning(row) for row in rows))

    def _list_selected_rows(self) -> list[int]:
        return sorted({index.row() for index in self.table.selectionModel().selectedRows()})

    @Slot()
    def accept_all(self) -> None:
        """Take every suggestion that is sure."""
        if self.model.sure:
            self.changed.emit(self.model.sure)

    @Slot()
    def accept_selected(self) -> None:
        """Take the suggestions of the selected rows."""
        chosen = [self.model.unmatched(row) for row in self._list_selected_rows()]
        meanings = {cell.value: cell.candidates[0].category for cell in chosen if cell.candidates}
        if meanings:
            self.changed.emit(meanings)

    @Slot()
    def clear_selected(self) -> None:
        """Take the meanings of the selected rows away."""
        rows = [row for row in self._list_selected_rows() if self.model.meaning(row)]
        if rows:
            self.changed.emit(dict.fromkeys(self.model.unmatched(row).value for row in rows))

    @Slot(object, object)
    def _mean(self, value: str, category: str | None) -> None:
        self.changed.emit({value: category})

    def take_focus(self) -> None:
        """Put the keyboard on the first text without a meaning."""
        names = {value.value for value in self.model.open}
        rows = (r for r in range(self.model.rowCount()) if self.model.unmatched(r).value in names)
        self.table.setCurrentIndex(self.model.index(next(rows, 0), VALUE))
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)


def category_completer(titles: Iterable[str], parent: QWidget) -> QCompleter:
    """Return a completer that finds categories by any part of their titles."""
    completer = QCompleter(list(titles), parent)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setMaxVisibleItems(12)
    return completer


class MeaningDelegate(QStyledItemDelegate):
    """A line that completes to a category, and takes nothing else."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: Mapping[str, str] = {}

    def set_titles(self, titles: Mapping[str, str]) -> None:
        """Offer these: categories by the titles under which they can be found."""
        self._titles = titles

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: Index,
    ) -> QWidget:
        """Return the line, its list opened with the likeliest categories on top."""
        line = QLineEdit(parent)
        line.setAccessibleName(tr("Category"))
        likely = [candidate.category for candidate in index.data(CANDIDATES_ROLE) or ()]
        completer = category_completer(dict.fromkeys((*likely, *self._titles)), line)
        line.setCompleter(completer)
        QTimer.singleShot(0, completer, completer.complete)
        return line

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand over a category, or nothing to take the meaning away."""
        if not isinstance(editor, QLineEdit):
            return
        typed = editor.text().strip()
        category = self._titles.get(typed, typed)
        if not category or category in set(self._titles.values()):
            model.setData(index, category)
