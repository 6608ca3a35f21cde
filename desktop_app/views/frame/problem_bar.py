"""The problems of a page; a click leads to the field."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from core.errors import Problem, Severity
from desktop_app.text import problem_text, tr
from desktop_app.theme import current, icon
from desktop_app.views.plain import set_tip

_SHOWN_ROWS = 3
# Long sentences leave this share of the window, from the bottom, at most.
_SHARE = 1 / 6
# The height can change what is laid out, and with it the height that is wanted.
_PASSES = 3
# Of a hundred problems the first are laid out at once, the others while the window answers.
_AT_ONCE = 10
_ROLE = Qt.ItemDataRole.UserRole + 1


class ProblemBar(QListWidget):
    """Shown once there is a problem; as tall as three of them at most.

    In a low window several long sentences scroll, so that the page keeps its space. While a page is
    in sight the bar does not shrink when problems are resolved: what is above it would jump.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problems")
        self.setAccessibleName(tr("Problems on this page"))
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setLayoutMode(QListWidget.LayoutMode.Batched)
        self.setBatchSize(_AT_ONCE)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        self._problems: tuple[Problem, ...] = ()
        self._fitting = False
        self._place: object = None
        self._least = 0
        self.hide()

    def show_problems(self, problems: tuple[Problem, ...], origin: object = None) -> None:
        """Show `problems`, the worst first.

        Parameters
        ----------
        problems : tuple of Problem
            Those of the page in sight.
        origin : object
            The page; where it is another one, the bar is as small as its problems are few.
        """
        order = list(Severity)
        problems = tuple(sorted(problems, key=lambda problem: order.index(problem.severity)))
        is_new = origin != self._place
        if is_new:
            self._place, self._least = origin, 0
        if is_new or problems != self._problems:
            self._problems = problems
            self._fill()
        self.setVisible(bool(problems) or (not self.isHidden() and not is_new))

    def retheme(self) -> None:
        """Draw the marks in the colours in force."""
        self._fill()

    def _fill(self) -> None:
        self.clear()
        colours = current()
        words = {
            Severity.ERROR: tr("Error"),
            Severity.WARNING: tr("Warning"),
            Severity.NOTE: tr("Note"),
        }
        marks = {
            Severity.ERROR: ("attention", colours.danger),
            Severity.WARNING: ("warning", colours.caution),
            Severity.NOTE: ("note", colours.muted),
        }
        for problem in self._problems:
            sentence = problem_text(problem)
            full_sentence = tr(
                "{severity}: {said}", severity=words[problem.severity], said=sentence
            )
            item = QListWidgetItem(icon(*marks[problem.severity]), sentence)
            item.setData(_ROLE, problem)
            set_tip(item, full_sentence)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, full_sentence)
            # Last: a change to an item that the list holds already lays the list out again.
            self.addItem(item)
        if not self._problems:
            settled = QListWidgetItem(
                icon("done", current().good), tr("No problem is left on this page.")
            )
            settled.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.addItem(settled)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give long sentences their second line."""
        super().resizeEvent(event)
        if not self._fitting and event.size().width() != event.oldSize().width():
            self._least = 0
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the height of the window from now on."""
        super().showEvent(event)
        if self.window() is not self:
            self.window().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the page its space when the window grows lower."""
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._least = 0
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        if self._fitting:  # by the resizing that it asked for itself
            return
        self._fitting = True
        # A scroll bar that came and went with the height would change the width of the lines, and
        # with it the height again, without end: within one fitting it stays once it is there.
        scrolls = self.count() > _SHOWN_ROWS
        self._let_scroll(scrolls)
        for _ in range(_PASSES):
            # The hints of rows do not know of second lines; what is laid out does.
            self.doItemsLayout()
            height = self._height_of(_SHOWN_ROWS)
            tallest = max(self._most, self._height_of(1))
            if height > tallest and not scrolls:
                scrolls = True
                self._let_scroll(scrolls)
                continue
            height = max(min(height, tallest), self._least)
            if height == self.height():
                break
            self.setFixedHeight(height)
        self._least = self.height() if self._problems else self._least
        self._fitting = False

    @property
    def _most(self) -> int:
        window = self.window()
        return sys.maxsize if window is self else int(_SHARE * window.height())

    def _let_scroll(self, scrolls: bool) -> None:
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if scrolls else policy.ScrollBarAlwaysOff
        )

    def _height_of(self, rows: int) -> int:
        """Return the height of the first rows, as they are laid out now."""
        last = self.item(min(self.count(), rows) - 1)
        if not last:
            return 0
        return self.visualItemRect(last).bottom() + 1 - self.visualItemRect(self.item(0)).top() + 4

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem) -> None:
        problem = item.data(_ROLE)
        if problem is not None:
            self.chosen.emit(problem)
