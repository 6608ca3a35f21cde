"""The settings of a step that joins categories: ticks, a name, and the groups made so far."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QPushButton, QWidget

from core.jobs import Job
from core.model import Column
from core.model.preparing import Group, Preparing
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.forms import label_for, named
from desktop_app.views.layouts import in_row
from desktop_app.views.plain import set_tip
from desktop_app.wizard.preparing.settings_base import CATEGORIES, Ground, StepSettings, of_kind

_MOST = 2_000
_ROWS = 3


class GroupSettings(StepSettings):
    """Categories to tick and to join under a name; each group can be taken apart again."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = Latest(runner, tr("Counting categories"), self, self._take_counts)
        self._column, self._counts = "", dict[str, int]()
        self._groups: dict[str, tuple[str, ...]] = {}
        self.categories = TickList()
        self.name_field, self.join_button = QLineEdit(), QPushButton(tr("&Join"))
        self.groups, self.apart_button = QListWidget(), QPushButton(tr("Take a&part"))
        named(self.categories, tr("Categories to be joined"))
        named(self.name_field, tr("Name of the joined category"), tr("Press Return to join them."))
        named(self.groups, tr("Joined categories"))
        self._lay_out()
        self.categories.ticked.connect(self._show_buttons)
        self.name_field.textEdited.connect(self._show_buttons)
        self.name_field.returnPressed.connect(self._join)
        self.join_button.clicked.connect(self._join)
        self.groups.currentRowChanged.connect(self._show_buttons)
        self.apart_button.clicked.connect(self._take_apart)

    def _lay_out(self) -> None:
        self._add(tr("&Tick the categories to be joined"), self.categories)
        title = label_for(self.name_field, tr("Name of the &new category"))
        row = in_row((self.name_field, 1), self.join_button)
        self.grid.addWidget(title, self.grid.rowCount(), 0, 1, 3)
        self.grid.addLayout(row, self.grid.rowCount(), 0, 1, 3)
        self.groups.setFixedHeight(_ROWS * 3 * sizes.UNIT + 2 * self.groups.frameWidth())
        self._of_groups: list[QWidget] = [self._add(tr("J&oined so far"), self.groups)]
        self.grid.addWidget(
            self.apart_button, self.grid.rowCount(), 0, 1, 3, Qt.AlignmentFlag.AlignLeft
        )
        self._of_groups += [self.groups, self.apart_button]

    def _add(self, title: str, field: QWidget) -> QLabel:
        label = label_for(field, title)
        self.grid.addWidget(label, self.grid.rowCount(), 0, 1, 3)
        self.grid.addWidget(field, self.grid.rowCount(), 0, 1, 3)
        return label

    def forget(self) -> None:
        """Drop the groups of the step before."""
        self._column, self._groups = "", {}
        self.name_field.clear()

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of categories or whole numbers."""
        return of_kind(ground, CATEGORIES)

    def show_column(self, column: Column, ground: Ground) -> None:
        """Offer the categories of another column, once they are counted."""
        if column.name != self._column:
            self._groups = {}
        self._column, self._counts = column.name, {}
        self._counting.ask(partial(_counted, column, ground.decimal), Lane.IO)
        self._show()

    def show_action(self, action: Preparing, ground: Ground) -> None:
        """Show the groups of a step."""
        assert isinstance(action, Group)
        self._groups = dict(action.into)
        self._column = action.column
        if action.column in ground.dataset.names:
            self.show_column(ground.dataset.column(action.column), ground)

    @Slot(object)
    def _take_counts(self, counts: dict[str, int]) -> None:
        self._counts = counts
        self._show()
        self.edited.emit()

    def _show(self) -> None:
        taken = {old for members in self._groups.values() for old in members}
        free = {
            name: tr_n("{name} ({count} record)", "{name} ({count} records)", count, name=name)
            for name, count in list(self._counts.items())[:_MOST]
            if name not in taken
        }
        self.categories.show_names(free, ())
        self.groups.clear()
        for new, members in self._groups.items():
            self.groups.addItem(tr("{new}: {old}", new=new, old=", ".join(members)))
            set_tip(self.groups.item(self.groups.count() - 1), "\n".join(members))
        for widget in self._of_groups:
            widget.setVisible(bool(self._groups))
        self._show_buttons()

    @Slot()
    def _show_buttons(self, *_: object) -> None:
        named_now = bool(self.name_field.text().strip())
        self.join_button.setEnabled(named_now and bool(self.categories.names))
        self.apart_button.setEnabled(self.groups.currentRow() >= 0)

    @Slot()
    def _join(self) -> None:
        name, ticked = self.name_field.text().strip(), self.categories.names
        if not name or not ticked:
            return
        self._groups[name] = (*self._groups.get(name, ()), *ticked)
        self.name_field.clear()
        self._show()
        self.categories.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()

    @Slot()
    def _take_apart(self) -> None:
        at = self.groups.currentRow()
        if at >= 0:
            del self._groups[list(self._groups)[at]]
            self._show()
            self.categories.setFocus(Qt.FocusReason.OtherFocusReason)
            self.edited.emit()

    def complaint(self) -> str:
        """Return what is lacking."""
        if self._counting.waiting:
            return tr("The categories are being counted.")
        if len(self._counts) > _MOST:
            return tr(
                "The column has {count} categories. Here at most {most} can be joined; join rare "
                "ones, or go up to a level of a taxonomy.",
                count=len(self._counts),
                most=_MOST,
            )
        if not self._groups:
            return tr("Tick categories, name the new one and press Join.")
        return ""

    def action(self, column: str) -> Preparing:
        """Return the step."""
        return Group(column, tuple(self._groups.items()))


def _counted(column: Column, decimal: str, _job: Job) -> dict[str, int]:
    """Return the number of records of each category, rarest first."""
    from core.prepare.recoded_cells import as_categories

    texts = as_categories(column, decimal)
    counts = np.bincount(texts.values[~texts.missing], minlength=len(texts.categories))
    pairs = zip(texts.categories, counts.tolist(), strict=True)
    return dict(sorted(((n, c) for n, c in pairs if c), key=lambda pair: (pair[1], pair[0])))
