"""The control of joined categories: ticks, a name, and the groups made so far."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QLineEdit, QListWidget, QPushButton, QWidget

from core.jobs import Job
from core.model import Column
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.forms import label_for, named
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.plain import set_tip
from desktop_app.wizard.preparing.ground import Ground
from desktop_app.wizard.preparing.step_fields import GroundField

_MOST_CATEGORIES = 2_000
_ROWS = 3


class GroupsField(GroundField):
    """Categories to tick and to join under a name; each group can be taken apart again.

    Parameters
    ----------
    runner : Runner
        Counts the categories.
    """

    is_block = True

    def __init__(self, runner: Runner, path: str, edit: SignalInstance) -> None:
        self._runner, self._edit = runner, edit
        self._column, self._counts = "", dict[str, int]()
        self._groups: dict[str, tuple[str, ...]] = {}
        super().__init__(path, edit)

    def _connect(self, edit: SignalInstance) -> None:  # noqa: ARG002 - kept for later
        self.widget = QWidget()
        title = tr("Counting categories")
        self._counting = Latest(self._runner, title, self.widget, self._take_counts)
        self.categories = TickList()
        self.name_field, self.join_button = QLineEdit(), QPushButton(tr("&Join"))
        self.groups, self.apart_button = QListWidget(), QPushButton(tr("Take a&part"))
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
        self.groups.setFixedHeight(_ROWS * 3 * sizes.UNIT + 2 * self.groups.frameWidth())
        title = label_for(self.groups, tr("J&oined so far"))
        self._of_groups = (title, self.groups, self.apart_button)
        in_column(
            self.categories,
            label_for(self.name_field, tr("Name of the &new category")),
            in_row((self.name_field, 1), self.join_button),
            title,
            self.groups,
            in_row(self.apart_button, STRETCH),
            inside=self.widget,
        )
        self.widget.setFocusProxy(self.categories)

    def forget(self) -> None:
        """Drop the groups of the step before."""
        self._column, self._groups = "", {}
        self.name_field.clear()

    def meet(self, column: Column, ground: Ground) -> None:
        """Offer the categories of the column, once they are counted."""
        if column.name != self._column:
            self._groups = {}
        self._column, self._counts = column.name, {}
        self._counting.ask(partial(_count_categories, column, ground.decimal), Lane.IO)
        self._show_groups()

    def show(self, value: object) -> None:
        """Show the groups of a step."""
        assert isinstance(value, tuple)
        self._groups = dict(value)
        self._show_groups()

    def value(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the new categories, each with those that it replaces."""
        return tuple(self._groups.items())

    def _take_counts(self, counts: dict[str, int]) -> None:
        self._counts = counts
        self._show_groups()
        self._edit.emit()

    def _show_groups(self) -> None:
        grouped = {old for members in self._groups.values() for old in members}
        free = {
            name: tr_n("{name} ({count} record)", "{name} ({count} records)", count, name=name)
            for name, count in list(self._counts.items())[:_MOST_CATEGORIES]
            if name not in grouped
        }
        self.categories.show_names(free, ())
        self.groups.clear()
        for new, members in self._groups.items():
            self.groups.addItem(tr("{new}: {old}", new=new, old=", ".join(members)))
            set_tip(self.groups.item(self.groups.count() - 1), "\n".join(members))
        for widget in self._of_groups:
            widget.setVisible(bool(self._groups))
        self._show_buttons()

    def _show_buttons(self, *_: object) -> None:
        has_name = bool(self.name_field.text().strip())
        self.join_button.setEnabled(has_name and bool(self.categories.names))
        self.apart_button.setEnabled(self.groups.currentRow() >= 0)

    def _join(self) -> None:
        name, ticked = self.name_field.text().strip(), self.categories.names
        if not name or not ticked:
            return
        self._groups[name] = (*self._groups.get(name, ()), *ticked)
        self.name_field.clear()
        self._show_groups()
        self.categories.setFocus(Qt.FocusReason.OtherFocusReason)
        self._edit.emit()

    def _take_apart(self) -> None:
        row = self.groups.currentRow()
        if row >= 0:
            del self._groups[list(self._groups)[row]]
            self._show_groups()
            self.categories.setFocus(Qt.FocusReason.OtherFocusReason)
            self._edit.emit()

    def complaint(self) -> str:
        """Say what is lacking."""
        if self._counting.waiting:
            return tr("The categories are being counted.")
        if len(self._counts) > _MOST_CATEGORIES:
            return tr(
                "The column has {count} categories. Here at most {most} can be joined; join rare "
                "ones, or go up to a level of a taxonomy.",
                count=len(self._counts),
                most=_MOST_CATEGORIES,
            )
        if not self._groups:
            return tr("Tick categories, name the new one and press Join.")
        return ""


def _count_categories(column: Column, decimal: str, _job: Job) -> dict[str, int]:
    """Count the records of each category, rarest first."""
    from core.prepare.recoded_cells import as_categories

    texts = as_categories(column, decimal)
    pairs = zip(texts.categories, texts.count_categories().tolist(), strict=True)
    return dict(sorted(((n, c) for n, c in pairs if c), key=lambda pair: (pair[1], pair[0])))
