"""What a user does with the mouse, as tests do it.

Only what can be seen and is enabled can be pressed; what lies outside a scrolled part is scrolled
into sight first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import (
    QDeadlineTimer,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QTabWidget,
    QWidget,
)

from desktop_app.views.frame.page import StepPage

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
_IN_INDICATOR = 8
_MARGIN = 40
_TURNS = 3
_MOST_TURNS = 50

Index = QModelIndex | QPersistentModelIndex


def press(widget: QWidget, place: QPoint | None = None) -> None:
    """Press the left button over `widget`, or over a place in it."""
    at = QPoint()
    # What was shown or hidden just now finds its place first; that takes a turn or two, and more
    # where an answer arrives in between and changes what stands above.
    for turn in range(_MOST_TURNS):
        QApplication.processEvents()
        at = place if place is not None else _middle(widget)
        if turn >= _TURNS and widget.visibleRegion().contains(at):
            break
        _scroll_to(widget, at)
    _press_there(widget, at)


def press_in_sight(
    widget: QWidget,
    place: QPoint | Callable[[], QPoint] | None = None,
    *,
    held: Qt.KeyboardModifier = PLAIN,
    double: bool = False,
) -> None:
    """Press the left button, once or twice, over what is in sight without scrolling.

    A place that depends on what else the page shows is asked for at the last moment.
    """
    QApplication.processEvents()
    if callable(place):
        place = place()
    _press_there(widget, place if place is not None else _middle(widget), held, double=double)


def _press_there(
    widget: QWidget, at: QPoint, held: Qt.KeyboardModifier = PLAIN, *, double: bool = False
) -> None:
    assert widget.isVisible(), widget
    assert widget.isEnabled(), (widget, widget.toolTip())
    top = widget.window()
    under = top.childAt(widget.mapTo(top, at)) if widget is not top else widget
    assert under is widget or widget.isAncestorOf(under), (widget, under)
    assert widget.visibleRegion().contains(at), (widget, "out of sight")
    place = under.mapFrom(widget, at)
    QTest.mouseClick(under, LEFT, held, place)
    if double:
        QTest.mouseDClick(under, LEFT, held, place)
    QApplication.processEvents()


def press_main(page: StepPage) -> None:
    """Press the main button of a page, which the window around it has, once it can be pressed."""
    patience = QDeadlineTimer(120_000)
    while not page.main_action().enabled and not patience.hasExpired():
        QTest.qWait(5)
    assert page.main_action().enabled, page.main_action().reason
    page.trigger()
    QApplication.processEvents()


def choose(box: QComboBox, text: str) -> None:
    """Open a list, unless it is open, and take the entry that reads `text`."""
    _choose_row(box, box.findText(text))


def choose_value(box: QComboBox, value: object) -> None:
    """Open a list, unless it is open, and take the entry that stands for `value`."""
    _choose_row(box, box.findData(value))


def _choose_row(box: QComboBox, row: int) -> None:
    assert row >= 0, [box.itemText(at) for at in range(box.count())]
    if not box.view().isVisible():
        press(box)
    # By keys: within half a second after the press that opens a list Qt takes no other one.
    entries = box.view()
    QTest.keyClick(entries, Qt.Key.Key_Home)
    for _ in range(box.count()):
        if entries.currentIndex().row() == row:
            break
        QTest.keyClick(entries, Qt.Key.Key_Down)
    assert entries.currentIndex().row() == row, (box.itemText(row), "cannot be chosen")
    QTest.keyClick(entries, Qt.Key.Key_Return)
    QApplication.processEvents()


def press_cell(view: QAbstractItemView, index: Index) -> None:
    """Press a cell of a table, a list or a tree."""
    press_in_sight(view.viewport(), partial(_middle_of, view, index))


def open_cell(view: QAbstractItemView, index: Index) -> QWidget:
    """Press a cell twice and return the field that opens in it."""
    press_in_sight(view.viewport(), partial(_middle_of, view, index), double=True)
    field = view.indexWidget(index)
    assert field is not None, "nothing can be typed there"
    return field


def select_rows(view: QAbstractItemView, indexes: Iterable[Index]) -> None:
    """Press one row, and the others with Ctrl held down."""
    held = PLAIN
    for index in indexes:
        press_in_sight(view.viewport(), partial(_middle_of, view, index), held=held)
        held = CONTROL


def tick(view: QAbstractItemView, index: Index) -> None:
    """Press the box at the beginning of a cell."""
    cell = QStyleOptionViewItem()
    cell.initFrom(view)
    cell.rect = _place_of(view, index)
    cell.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    cell.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
    cell.text = str(index.data())
    box = QStyle.SubElement.SE_ItemViewItemCheckIndicator
    at = view.style().subElementRect(box, cell, view).center()
    before = index.data(Qt.ItemDataRole.CheckStateRole)
    # What an earlier tick brought up above may have moved the list out of sight.
    press(view.viewport(), at)
    assert index.data(Qt.ItemDataRole.CheckStateRole) != before, "missed its box"


def press_heading(table: QTableView, column: int) -> None:
    """Press the heading of a column, by which a table is sorted."""
    header = table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
    press(header.viewport(), place)


def press_tab(tabs: QTabWidget, number: int) -> None:
    """Press a tab; go to it by the arrow keys where the bar is too narrow for it."""
    bar = tabs.tabBar()
    QApplication.processEvents()
    place = bar.tabRect(number).center()
    if bar.visibleRegion().contains(place):
        press(bar, place)
    key = Qt.Key.Key_Right if number > bar.currentIndex() else Qt.Key.Key_Left
    for _ in range(bar.count()):
        if bar.currentIndex() == number:
            break
        QTest.keyClick(bar, key)
    assert tabs.currentIndex() == number, "cannot be opened"


def _middle(widget: QWidget) -> QPoint:
    """Return the middle, or the box of what may be wider than its words."""
    middle = widget.rect().center()
    if isinstance(widget, QCheckBox | QRadioButton):
        middle.setX(_IN_INDICATOR)
    return middle


def _middle_of(view: QAbstractItemView, index: Index) -> QPoint:
    return _place_of(view, index).center()


def _place_of(view: QAbstractItemView, index: Index) -> QRect:
    """Scroll a cell into sight and return where it lies."""
    assert index.isValid()
    for _ in range(_TURNS):
        QApplication.processEvents()
        view.scrollTo(index)
        _scroll_to(view.viewport(), view.visualRect(index).center())
    return view.visualRect(index)


def _scroll_to(widget: QWidget, place: QPoint) -> None:
    around = widget.parentWidget()
    while around is not None and not widget.visibleRegion().contains(place):
        if isinstance(around, QScrollArea):
            at = widget.mapTo(around.widget(), place)
            around.ensureVisible(at.x(), at.y(), _IN_INDICATOR, _MARGIN)
        around = around.parentWidget()


def answer(*buttons: str, with_title: bool = False) -> list[str]:
    """Press these buttons in the boxes that come up, one after the other; return what they ask."""
    questions: list[str] = []
    waiting = list(buttons)

    def look() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and box.isVisible():
            title = f"{box.windowTitle()}: " if with_title else ""
            questions.append(f"{title}{box.text()} {box.informativeText()}")
            titles = {b.text().replace("&", ""): b for b in box.findChildren(QPushButton)}
            # As window managers do, which the offscreen screen has none of.
            box.finished.connect(box.parentWidget().window().activateWindow)
            QTest.mouseClick(titles[waiting.pop(0)], LEFT)
        if waiting:
            QTimer.singleShot(20, look)

    QTimer.singleShot(20, look)
    return questions
