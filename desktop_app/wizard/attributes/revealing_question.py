"""Proposes to leave out columns that reveal masked ones: searches the file and shows the strip."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from core.model import Dataset
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.revealing_columns import (
    Sought,
    choose_search,
    revealing_text,
    search_revealing,
    select_open,
)
from desktop_app.state.parts import Part
from desktop_app.store import ProjectStore
from desktop_app.text import tr
from desktop_app.views.forms import named
from desktop_app.wizard.attributes.deciding import Strip
from desktop_app.wizard.attributes.unit_question import UnitQuestion

if TYPE_CHECKING:
    from core.inspect.structure import UndoneMask


class RevealingQuestion(QObject):
    """Holds the strip above the table; both answers change the store's draft."""

    def __init__(
        self, store: ProjectStore, runner: Runner, units: UnitQuestion, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._store, self._units, self._page = store, units, parent
        units.visibility_changed.connect(self.search)
        parent.installEventFilter(self)
        self.bar = RevealingBar()
        self.bar.leave_button.clicked.connect(self._leave_out)
        self.bar.keep_button.clicked.connect(self._keep)
        self._searching = Latest(
            runner, tr("Looking for columns that reveal masked ones"), self, self._take_found
        )
        self._dataset: Dataset | None = None
        self._sought: Sought | None = None
        self._undone_masks: tuple[UndoneMask, ...] = ()
        self._open_proposals: dict[str, list[UndoneMask]] = {}

    @Slot()
    def search(self) -> None:
        """Search by the roles in force, once for each file and roles, while the page is shown."""
        draft, dataset = self._store.draft, self._store.dataset
        if dataset is not self._dataset:
            self._dataset, self._sought, self._undone_masks = dataset, None, ()
            self._searching.drop()
        if draft is not None and dataset is not None:
            sought = choose_search(draft, self._store.profiles, self._units.numbering)
            # Over which units there are sums shows when these are found.
            if sought != self._sought and self._page.isVisible() and not self._units.searching:
                self._sought = sought
                # Not the compute lane, where it would wait for what is compiled, and a run for it.
                self._searching.ask(partial(search_revealing, dataset, sought), Lane.IO)
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Search while the page is shown, and leave off when it is hidden: others come first."""
        if event.type() is QEvent.Type.Show:
            self.search()
        elif event.type() is QEvent.Type.Hide and self._searching.waiting:
            self._searching.drop()
            self._sought = None
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        """Show the first proposal that is open; hide the strip without one."""
        draft, sought = self._store.draft, self._sought
        self._open_proposals = {}
        if draft is not None and sought is not None:
            self._open_proposals = select_open(self._undone_masks, draft, sought)
        if self._open_proposals:
            self.bar.ask(revealing_text(self._open_proposals))
        else:
            self.bar.hide()

    @Slot()
    def _leave_out(self) -> None:
        self._store.set_parts({next(iter(self._open_proposals)): Part.DROP}, self._store.profiles)

    @Slot()
    def _keep(self) -> None:
        self._store.decline([mask.columns for mask in next(iter(self._open_proposals.values()))])

    @Slot(object)
    def _take_found(self, undone_masks: tuple[UndoneMask, ...]) -> None:
        self._undone_masks = undone_masks
        self._show()


class RevealingBar(Strip):
    """Shown while a column that reveals masked ones is neither left out nor kept on purpose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.leave_button = QPushButton(tr("Leave &it out"))
        self.keep_button = QPushButton(tr("&Keep it"))
        self.lay_out(self.keep_button, self.leave_button)

    def ask(self, question: str) -> None:
        """Ask; each answer has a button."""
        self.sentence.setText(question)
        named(
            self.leave_button,
            tr("Leave this column out of the release"),
            tr("Its role becomes “Leave out”. {question}", question=question),
        )
        named(
            self.keep_button,
            tr("Keep this column as it is"),
            tr("The step Release then asks you to accept it. {question}", question=question),
        )
        self.show()
