"""Small parts that forms are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import TypeVar

from markupsafe import Markup
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from desktop_app.theme import keep_icon, sizes
from desktop_app.views.plain import PlainLabel, set_explanation, set_tip

_Box = TypeVar("_Box", bound=QComboBox)
_WIDEST_BOX = 40 * sizes.UNIT
_LONG_WORD = re.compile(r"\S{25,}")
_TAG_OR_LONG_WORD = re.compile(r"<[^>]*>|[^\s<>]{25,}")
# Up to its marks, and no longer than a narrow panel takes; an entity of rich text is one letter.
# What a word begins with, such as the / of a folder, stays with what follows: Qt would break there.
_LETTERS = r"(?:&\w+;|[^_./\\-]){1,19}"
_PIECE = re.compile(rf"(?:^[_./\\-]+)?{_LETTERS}[_./\\-]+|[_./\\-]+|(?:&\w+;|.){{20}}")
_BEGINNING = re.compile(r"^[_./\\-]+")
_BREAK, _JOIN = "\N{ZERO WIDTH SPACE}", "\N{WORD JOINER}"
_RISEN = 1.2
_PER_CENT = re.compile(r"(?<=\d) %")


class Sentence(PlainLabel):
    """Words that wrap and are never cut.

    Qt lets a layout that is short of height squeeze a label that wraps to a line or two; here
    what is beside it gives way instead, or the page scrolls. Long names, which Qt would not
    break, are broken behind their marks; a number stays with its %.

    Of rich text, and of text that can be selected, Qt cuts off what rises above the first line,
    such as the dots of a capital Ö; a letter without width makes that line a little higher.

    Only `markupsafe.Markup` is rich text; any other text is shown letter by letter.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        self._whole = ""
        super().__init__("", parent)
        self.setWordWrap(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show `text`."""
        self._whole = text
        is_rich = isinstance(text, Markup)
        broken = (_TAG_OR_LONG_WORD if is_rich else _LONG_WORD).sub(_with_breaks, str(text))
        broken = _PER_CENT.sub("\N{NO-BREAK SPACE}%", broken)
        if not text or not (is_rich or self._is_selectable):
            super().setText(broken)
            return
        if not is_rich:
            broken = escape(broken, quote=False).replace("\n", "<br>")
        size = _RISEN * self.font().pointSizeF()
        risen = f'<span style="font-size:{size:.1f}pt">{_BREAK}</span>'
        super().setText(Markup(risen + broken))

    @property
    def _is_selectable(self) -> bool:
        return bool(self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self._whole:
            self.setText(self._whole)

    def text(self) -> str:
        """Return what is shown, without the places to break it."""
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width, by which the words take more lines or fewer."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return the height that the words need at the width they have."""
        size = super().minimumSizeHint()
        # Before it is laid out, a widget has a width that nobody gave it.
        if self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            size.setHeight(max(0, self.heightForWidth(self.width())))
        return size


def _with_breaks(match: re.Match[str]) -> str:
    word = match[0]
    if word.startswith("<") and word.endswith(">"):
        return word
    broken = _PIECE.sub(lambda piece: piece[0] + _BREAK, word)
    return _BEGINNING.sub(lambda marks: marks[0] + _JOIN, broken)


def heading(text: str) -> QLabel:
    """Return a section's heading."""
    label = Sentence(text)
    label.setFont(sizes.section_font())
    return label


def note(text: str = "", kind: str = "muted") -> QLabel:
    """Return a wrapping sentence in a quieter colour."""
    label = Sentence(text)
    label.setProperty("kind", kind)
    return label


def set_kind(label: QLabel, kind: str) -> None:
    """Give a label another meaning, and so another colour."""
    if label.property("kind") != kind:
        label.setProperty("kind", kind)
        label.style().unpolish(label)
        label.style().polish(label)


def say(label: QLabel | QPushButton, text: str) -> None:
    """Show a text in its place; without one, the place is gone."""
    label.setText(text)
    label.setVisible(bool(text))


def named(widget: QWidget, name: str, description: str = "") -> None:
    """Give a control its accessible name and, where there is more to say, its tooltip."""
    widget.setAccessibleName(name)
    if description:
        widget.setAccessibleDescription(description)
        set_tip(widget, description)
        set_explanation(widget, description)


def push_button(
    text: str,
    pressed: Callable[..., object] | SignalInstance,
    name: str = "",
    description: str = "",
    *,
    kind: str = "",
    sign: str = "",
) -> QPushButton:
    """Return a button with a mnemonic in its `text`; see `named` for name and description.

    Its look in the style sheet is a `kind`, such as ``"main"`` or ``"flat"``, its icon a `sign`.
    """
    made = QPushButton(text)
    if sign:
        keep_icon(made, sign)
    if name:
        named(made, name, description)
    if kind:
        made.setProperty("kind", kind)
    made.clicked.connect(pressed)
    return made


def tool_button(
    sign: str, pressed: Callable[..., object] | SignalInstance, title: str, name: str = ""
) -> QToolButton:
    """Make a button with an icon alone; its tooltip is a title, and so is its name without one."""
    made = QToolButton()
    keep_icon(made, sign)
    named(made, name or title, title)
    made.clicked.connect(pressed)
    return made


def label_for(field: QWidget, text: str) -> QLabel:
    """Return the label of a control, whose mnemonic leads to it."""
    label = PlainLabel(text)
    label.setBuddy(field)
    return label


def growing(box: _Box) -> _Box:
    """Let a box that is filled after it was first shown be as wide as its entries, in bounds."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMaximumWidth(_WIDEST_BOX)
    return box


class SteadyArea(QScrollArea):
    """An area that scrolls up and down, and whose content is as wide without a scroll bar as with.

    Words that wrap otherwise beside the bar could need it whenever it is gone: Qt would show and
    hide it without end.
    """

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the space of the scroll bar free."""
        self.keep_content_width()
        super().resizeEvent(event)

    def keep_content_width(self) -> None:
        """Make the content as wide as the area without its scroll bar."""
        content, bar = self.widget(), self.verticalScrollBar().sizeHint().width()
        if content is not None:
            content.setMaximumWidth(max(1, self.contentsRect().width() - bar))


class _Upright(QScrollArea):
    """An area that never scrolls sideways, and so asks for the width that what is in it needs."""

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which nothing is cut off."""
        inner, size = self.widget(), super().minimumSizeHint()
        if inner is None:
            return size
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(inner.minimumSizeHint().width() + bar, size.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the size hint when what is in the area needs another width."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def scrolling(inner: QWidget, *, whole: bool = False) -> QScrollArea:
    """Return `inner` in an area that scrolls up and down, never sideways.

    Parameters
    ----------
    inner : QWidget
        What scrolls.
    whole : bool
        Whether what is beside the area gives way before something in it is cut off.
    """
    area = _Upright() if whole else QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    return area


def align_labels(*grids: QGridLayout) -> None:
    """Make the labels of several forms, which are in the first column, as wide as the widest."""
    items = [grid.itemAtPosition(row, 0) for grid in grids for row in range(grid.rowCount())]
    widest = max(item.sizeHint().width() for item in items if item is not None)
    for grid in grids:
        grid.setColumnMinimumWidth(0, widest)


def one_tab_stop(buttons: Iterable[QAbstractButton]) -> None:
    """Let Tab stop at the chosen one of a group's buttons only; the arrow keys reach the others.

    Qt does so once a button had the keyboard, and does not follow when the program chooses.
    """
    all_buttons = list(buttons)
    chosen = [button for button in all_buttons if button.isChecked()]
    for button in all_buttons:
        stops = button in chosen or not chosen
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stops else Qt.FocusPolicy.ClickFocus)


def keep_space(widget: QWidget) -> None:
    """Keep the place of a widget while it is hidden, so that nothing moves under the pointer."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


def scroll_to_top(widget: QWidget) -> None:
    """Show what scrolls in `widget` from its top."""
    for area in widget.findChildren(QScrollArea):
        area.verticalScrollBar().setValue(0)


def reveal(area: QScrollArea, field: QWidget) -> None:
    """Scroll to a field, which is inside `area`; to a table's current cell if it is higher."""
    inner = area.widget()
    if inner is None:
        return
    top = field.mapTo(inner, QPoint()).y()
    for y in (top + field.height(), top):
        area.ensureVisible(0, y, 0, sizes.MARGIN)
    if isinstance(field, QAbstractItemView):
        cell = field.visualRect(field.currentIndex())
        middle = field.viewport().mapTo(inner, cell.center()).y()
        area.ensureVisible(0, middle, 0, cell.height() + sizes.MARGIN)
