"""Page 3 of the import: the codes of missing values, and what the columns are but for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from desktop_app.models.types_model import TypesModel
from desktop_app.text import explain, list_names, message, number, tr, tr_n
from desktop_app.text.obstacles import elsewhere_text, named_values, obstacle_text
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, heading, named, note, push_button, scrolling
from desktop_app.views.layouts import STRETCH, Gap, at_left, in_column, in_row
from desktop_app.views.plain import set_tip
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.importing.session import ImportSession, ReadingState

if TYPE_CHECKING:
    from core.io import ColumnProfile, Obstacle

_CODE = Qt.ItemDataRole.UserRole + 1
_CODES_HEIGHT = 15 * sizes.UNIT
_WIDEST = 64 * sizes.UNIT
_WIDEST_NAME = 26 * sizes.UNIT
# More rows at once are slow to make; the others come when these are settled.
_MOST_ROWS = 30
_HEIGHT = 16 * sizes.UNIT


class ValuesPage(QWidget):
    """The file is read in full while this page is shown, so that what it says is true of all."""

    def __init__(self, session: ImportSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.codes = QListWidget()
        self.codes.setObjectName("codes")
        self.codes.setWordWrap(True)
        self.codes.setFixedHeight(_CODES_HEIGHT)
        self.codes.setSpacing(2)
        self.codes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        named(self.codes, tr("Missing codes"), explain("missing-code"))
        self.codes.itemChanged.connect(self._take_tick)
        # What was said of a value before it was called missing, for the file as it is laid out.
        self._occurrences: tuple[object, dict[str, str]] = (None, {})
        self.own_code = QLineEdit()
        self.own_code.setPlaceholderText(tr("Another code"))
        named(self.own_code, tr("Another missing code"), tr("Several are separated by semicolons."))
        self.own_code.returnPressed.connect(self.add_own)
        self.add_button = push_button(
            tr("&Add"), self.add_own, tr("Add the missing code"), sign="add"
        )
        self.add_button.setEnabled(False)
        self.own_code.textChanged.connect(self._offer_adding)
        self._summary = note()
        self.again_button = push_button(tr("Read the file a&gain"), session.read, sign="reset")
        self.obstacles = ObstaclesView()
        self.obstacles.missing_wanted.connect(session.treat_as_missing)
        self._model = TypesModel(self)
        self.table = DataTable(remembered="types", widest=_WIDEST)
        self.table.list_model(self._model, tr("Types of the columns"))
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._model.modelReset.connect(self._narrow_names)
        self.setFocusProxy(self.codes)
        self._lay_out()
        session.changed.connect(self.refresh)

    def _lay_out(self) -> None:
        # One above the other, so that the sentences of the list get the width.
        beside = in_column(self.own_code, at_left(self.add_button), STRETCH)
        above = in_row((self.codes, 2), (beside, 1), spacing=sizes.MARGIN)
        title = heading(tr("Codes for &missing values"))
        title.setBuddy(self.codes)
        in_column(
            title,
            above,
            Gap(sizes.UNIT),
            self.obstacles,
            heading(tr("Column types")),
            self._summary,
            at_left(self.again_button),
            (self.table, 1),
            inside=self,
        )

    @Slot()
    def _narrow_names(self) -> None:
        """Leave space for the types beside long names, unless the user drew other widths."""
        self.table.setColumnWidth(0, min(self.table.columnWidth(0), _WIDEST_NAME))
        self.table.apply_widths()

    @Slot()
    def refresh(self) -> None:
        """Show what the session knows."""
        self._show_codes()
        # While the file is read again, what it held before stays in sight.
        reading = self._session.reading
        has_profiles = reading in (ReadingState.RUNNING, ReadingState.DONE)
        profiles = self._session.profiles if has_profiles else ()
        self._model.show_profiles(profiles)
        self.obstacles.show_profiles(profiles)
        self.obstacles.setEnabled(reading is ReadingState.DONE)
        self._summary.setText(self._summary_text())
        stopped = self._session.reading in (
            ReadingState.STOPPED,
            ReadingState.REFUSED,
            ReadingState.NOT_YET,
        )
        self.again_button.setVisible(stopped)

    def _summary_text(self) -> str:
        session = self._session
        if session.reading is ReadingState.RUNNING:
            return tr("The whole file is being read…")
        if session.reading is ReadingState.STOPPED:
            return tr("Reading was cancelled.")
        if session.reading is ReadingState.REFUSED:
            return session.failure or tr("The file cannot be read this way. See the list below.")
        if session.opened is None:
            return ""
        dataset = session.opened.dataset
        columns = tr_n("{count} column", "{count} columns", len(dataset.columns))
        rows = tr_n("{count} row", "{count} rows", dataset.rows)
        return tr("Whole file read: {rows}, {columns}.", rows=rows, columns=columns)

    def _show_codes(self) -> None:
        entries = self._entries()
        self.codes.blockSignals(True)
        if [self._code(row) for row in range(self.codes.count())] != [code for code, _ in entries]:
            current = self._code(self.codes.currentRow()) if self.codes.currentItem() else None
            self.codes.clear()
            for code, text in entries:
                item = QListWidgetItem(text, self.codes)
                item.setData(_CODE, code)
                if code == current:
                    self.codes.setCurrentItem(item)
        # The file may have been read since a code was listed, which says where it occurs.
        for row, (_, text) in enumerate(entries):
            self.codes.item(row).setText(text)
            set_tip(self.codes.item(row), text)
        ticked = set(self._session.options.missing)
        for row in range(self.codes.count()):
            on = self._code(row) in ticked
            self.codes.item(row).setCheckState(
                Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            )
        self.codes.blockSignals(False)

    def _entries(self) -> list[tuple[str, str]]:
        entries = {"": tr("Empty cells")}
        for guess in self._session.guesses("missing"):
            if guess.value:
                entries[str(guess.value)] = message(guess.code, **guess.params)
        occurrences = self._known_occurrences()
        for code in (*self._session.added, *self._session.options.missing):
            entries.setdefault(code, occurrences.get(code) or self._describe_added(code))
        columns_by_code: dict[str, list[tuple[str, int]]] = {}
        for profile in self._session.profiles:
            for code, count in profile.obstacle.values if profile.obstacle else ():
                columns_by_code.setdefault(code, []).append((profile.name, count))
        for code, columns in columns_by_code.items():
            occurrences[code] = _occurs(code, columns)
            entries.setdefault(code, occurrences[code])
        return list(entries.items())

    def _describe_added(self, code: str) -> str:
        """Return an added code with all columns that it takes values from, not only one."""
        opened = self._session.opened
        columns = opened.coded.get(code, ()) if opened is not None else ()
        if columns:
            return tr(
                "“{code}”, added by you: missing in {columns}",
                code=code,
                columns=list_names([f"{name} ({number(count)})" for name, count in columns]),
            )
        # Of other kinds of file it is not known which code a missing cell had.
        is_counted = self._session.reading is ReadingState.DONE and self._session.kind.is_text
        if is_counted:
            return tr("“{code}”, added by you: not in the file", code=code)
        return tr("“{code}”, added by you", code=code)

    def _known_occurrences(self) -> dict[str, str]:
        session = self._session
        layout = (session.path, session.kind, replace(session.options, missing=()))
        if self._occurrences[0] != layout:
            self._occurrences = (layout, {})
        return self._occurrences[1]

    def _code(self, row: int) -> str:
        return str(self.codes.item(row).data(_CODE))

    @Slot(QListWidgetItem)
    def _take_tick(self, item: QListWidgetItem) -> None:
        ticked = item.checkState() is Qt.CheckState.Checked
        self._session.set_missing(str(item.data(_CODE)), ticked)
        self._session.read()

    @Slot()
    def add_own(self) -> None:
        """Add the content of the field; several codes may be pasted at once."""
        typed = (code.strip() for code in re.split(r"[;\n\t]", self.own_code.text()))
        codes = tuple(code for code in typed if code)
        if codes:
            self._session.add_missing(codes)
            self.own_code.clear()
            self._session.read()

    @Slot(str)
    def _offer_adding(self, typed: str) -> None:
        has_text = bool(typed.strip())
        if not has_text and self.add_button.hasFocus():
            # The next code is typed where this one was; a button that is off has no keyboard.
            self.own_code.setFocus()
        self.add_button.setEnabled(has_text)


def _occurs(code: str, columns: list[tuple[str, int]]) -> str:
    """Say how often a code occurs in which columns."""
    if len(columns) > 1:
        return tr(
            "“{code}” occurs {count} times: {columns}. Tick it if it means that the value is "
            "missing.",
            code=code,
            count=number(sum(count for _, count in columns)),
            columns=list_names([f"{name} ({number(count)})" for name, count in columns]),
        )
    ((column, count),) = columns
    return tr_n(
        "“{code}” occurs once in {column}. Tick it if it means that the value is missing.",
        "“{code}” occurs {count} times in {column}. Tick it if it means that the value is missing.",
        count,
        code=code,
        column=column,
    )


class ObstaclesView(QWidget):
    """One row for each column that a few values keep from being numbers or dates.

    Signals
    -------
    missing_wanted(object)
        With the values that shall mean “missing”, a tuple of str.
    """

    missing_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown_obstacles: tuple[tuple[str, Obstacle], ...] = ()
        self.buttons: list[QPushButton] = []
        self._title = heading("")
        self._advice = note(
            tr("As text they count as unordered categories, which no method can average.")
        )
        inner = QWidget()
        self._rows = in_column(inside=inner, margins=(0, 0, sizes.UNIT, 0))
        self._area = scrolling(inner)
        self._area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        in_column(self._title, self._advice, self._area, inside=self, spacing=sizes.HALF)
        self.hide()

    def show_profiles(self, profiles: Sequence[ColumnProfile]) -> None:
        """Show the columns among `profiles` that have such values."""
        obstacles = tuple((p.name, p.obstacle) for p in profiles if p.obstacle is not None)
        self.setVisible(bool(obstacles))
        if obstacles == self._shown_obstacles:
            return
        self._shown_obstacles = obstacles
        self._title.setText(
            tr_n(
                "{count} column would be numbers or dates but for a few values",
                "{count} columns would be numbers or dates but for a few values",
                len(obstacles),
            )
        )
        self._clear()
        for name, obstacle in obstacles[:_MOST_ROWS]:
            row = self._row(name, obstacle)
            self._rows.addWidget(row)
            row.show()
        self._rows.addStretch(1)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width, by which sentences wrap into more lines or fewer."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Take the height that the rows need at this width, up to a limit from which they scroll.

        The rows fill what is left of a scroll bar, whether or not there is one.
        """
        width = self.width() - self._area.verticalScrollBar().sizeHint().width()
        self._rows.activate()
        self._area.setFixedHeight(max(0, min(_HEIGHT, self._rows.totalHeightForWidth(width))))
        self.updateGeometry()

    def _clear(self) -> None:
        self.buttons = []
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _row(self, name: str, obstacle: Obstacle) -> QWidget:
        row = QFrame()
        sentence = Sentence(tr("{column}: {said}", column=name, said=obstacle_text(obstacle)))
        sentence.setTextFormat(Qt.TextFormat.PlainText)
        words = in_column(sentence, spacing=2)
        if obstacle.elsewhere:
            words.addWidget(note(elsewhere_text(obstacle), "caution"))
        button = push_button(
            tr("Treat as missing"),
            self._take,
            tr("Treat as missing: {column}", column=name),
            tr("{values} become missing values.", values=named_values(obstacle)),
        )
        values = tuple(value for value, _ in obstacle.values)
        button.setProperty("codes", list(values))
        self.buttons.append(button)
        in_row((words, 1), (button, 0, Qt.AlignmentFlag.AlignTop), inside=row, spacing=sizes.MARGIN)
        return row

    @Slot()
    def _take(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.missing_wanted.emit(tuple(button.property("codes")))
