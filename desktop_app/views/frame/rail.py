"""The rail of steps on the left, each with its mark."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.state import Step, StepState
from desktop_app.text import tr
from desktop_app.theme import current, icon, sizes
from desktop_app.views.plain import set_tip

_STATE_ROLE = Qt.ItemDataRole.UserRole + 1
_ROW = 6 * sizes.UNIT
_BESIDE_WORDS = 2 * sizes.MARGIN + sizes.ICON + sizes.UNIT


def step_title(step: Step) -> str:
    """Return the step's name."""
    return {
        Step.DATA: tr("Data"),
        Step.COLUMNS: tr("Columns"),
        Step.TAXONOMIES: tr("Taxonomies"),
        Step.PREPARE: tr("Prepare"),
        Step.METHOD: tr("Method"),
        Step.RUN: tr("Run"),
        Step.RESULTS: tr("Results"),
        Step.RELEASE: tr("Release"),
    }[step]


def state_text(state: StepState) -> str:
    """Return the mark in words."""
    return {
        StepState.LOCKED: tr("Not yet"),
        StepState.TODO: tr("To do"),
        StepState.ATTENTION: tr("Needs attention"),
        StepState.OUT_OF_DATE: tr("Out of date"),
        StepState.DONE: tr("Done"),
    }[state]


def state_icon(state: StepState) -> tuple[str, str]:
    """Return the mark's icon and colour."""
    colours = current()
    return {
        StepState.LOCKED: ("locked", colours.muted),
        StepState.TODO: ("to-do", colours.muted),
        StepState.ATTENTION: ("attention", colours.danger),
        StepState.OUT_OF_DATE: ("out-of-date", colours.caution),
        StepState.DONE: ("done", colours.good),
    }[state]


class StepDelegate(QStyledItemDelegate):
    """Paints a step: its mark, its name, and the mark in words."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of two lines."""
        return QSize(super().sizeHint(option, index).width(), _ROW)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one step."""
        state: StepState = index.data(_STATE_ROLE)
        rect: QRect = option.rect
        painter.save()
        self._paint_ground(painter, option, rect)
        name, colour = state_icon(state)
        top = rect.top() + (rect.height() - sizes.ICON) // 2
        mark_area = QRect(rect.left() + sizes.MARGIN, top, sizes.ICON, sizes.ICON)
        icon(name, colour).paint(painter, mark_area)
        self._paint_words(painter, rect, str(index.data()), state)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
        colours = current()
        flags = option.state
        if flags & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colours.window))
            painter.fillRect(
                QRect(rect.left(), rect.top(), 3, rect.height()), QColor(colours.accent)
            )
        elif flags & QStyle.StateFlag.State_MouseOver and flags & QStyle.StateFlag.State_Enabled:
            painter.fillRect(rect, QColor(colours.accent_soft))
        if flags & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(colours.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _paint_words(self, painter: QPainter, rect: QRect, title: str, state: StepState) -> None:
        colours = current()
        text_area = rect.adjusted(2 * sizes.MARGIN + sizes.ICON - 4, 6, -sizes.HALF, -6)
        half = QRect(text_area.left(), text_area.top(), text_area.width(), text_area.height() // 2)
        font = QFont(sizes.text_font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colours.muted if state is StepState.LOCKED else colours.text))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(half, left, title)
        painter.setFont(sizes.text_font())
        painter.setPen(QColor(state_icon(state)[1]))
        painter.drawText(half.translated(0, text_area.height() // 2), left, state_text(state))


class Rail(QListWidget):
    """The steps.

    Signals
    -------
    chosen(object)
        The user wants this `Step`.
    chosen_again(object)
        The user pressed the step that is shown already.
    """

    chosen = Signal(object)
    chosen_again = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        metrics = self.fontMetrics()
        words = [*map(step_title, Step), *map(state_text, StepState)]
        words_width = max(metrics.horizontalAdvance(text) for text in words)
        self.setFixedWidth(max(sizes.RAIL_WIDTH, words_width + _BESIDE_WORDS))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(StepDelegate(self))
        self.setAccessibleName(tr("Steps"))
        for step in Step:
            QListWidgetItem(step_title(step), self)
            self.set_state(step, StepState.TODO)
        self.currentRowChanged.connect(self._choose)

    def show_step(self, step: Step) -> None:
        """Select `step` without asking for it."""
        self.blockSignals(True)
        self.setCurrentRow(step.value)
        self.blockSignals(False)

    def set_state(self, step: Step, state: StepState) -> None:
        """Show the mark of `step`."""
        item = self.item(step.value)
        if item.data(_STATE_ROLE) == state:
            # Each change to an item has all steps laid out and painted again.
            return
        item.setData(_STATE_ROLE, state)
        words = state_text(state)
        set_tip(item, words)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{step_title(step)}, {words}")
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        item.setFlags(Qt.ItemFlag.NoItemFlags if state is StepState.LOCKED else flags)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a press on the step that is shown for a wish, too."""
        current_row = self.currentRow()
        super().mousePressEvent(event)
        pressed = self.indexAt(event.position().toPoint()).row()
        if event.button() is Qt.MouseButton.LeftButton and pressed == current_row >= 0:
            self.chosen_again.emit(Step(current_row))

    @Slot(int)
    def _choose(self, row: int) -> None:
        if row >= 0:
            self.chosen.emit(Step(row))
