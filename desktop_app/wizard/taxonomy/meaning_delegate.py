"""Lets a category be typed or picked in the table of cells without one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, QTimer
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.models.taxonomies.taxonomy_mapping import CANDIDATES_ROLE
from desktop_app.text import tr

Index = QModelIndex | QPersistentModelIndex


def category_completer(titles: Iterable[str], parent: QWidget) -> QCompleter:
    """Return a completer that finds categories by any part of their titles."""
    completer = QCompleter(list(titles), parent)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setMaxVisibleItems(12)
    return completer


class MeaningDelegate(QStyledItemDelegate):
    """A line that completes to a category; what is none is not taken."""

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
        likely = [one.category for one in index.data(CANDIDATES_ROLE) or ()]
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
