"""The tree of a taxonomy."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from desktop_app.models.taxonomies.taxonomy_places import BELOW, CATEGORY, RECORDS
from desktop_app.models.taxonomies.taxonomy_tree import TaxonomyTreeModel
from desktop_app.theme import sizes
from desktop_app.views.tables.data_table import tabular

# So many places are unfolded by themselves; more would be no overview any more.
_MOST_UNFOLDED = 60
# Else the names of deep categories would have no space beside two counts.
_WIDE_ENOUGH = 36 * sizes.UNIT


class CategoryTree(QTreeView):
    """Rows of one height; the category takes the width that is left."""

    def __init__(self, model: TaxonomyTreeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setFont(tabular(sizes.text_font()))
        self.setUniformRowHeights(True)
        self.setIndentation(2 * sizes.UNIT)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.header()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(0)
        header.setSectionResizeMode(CATEGORY, QHeaderView.ResizeMode.Stretch)
        for section in (RECORDS, BELOW):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the width to the names where there is little of it."""
        super().resizeEvent(event)
        self.setColumnHidden(RECORDS, self.width() < _WIDE_ENOUGH)

    def unfolded(self) -> list[str]:
        """Return the categories that are unfolded."""
        waiting, found = [QModelIndex()], list[str]()
        for above in waiting:
            for row in range(self._model.rowCount(above)):
                index = self._model.index(row, CATEGORY, above)
                if self.isExpanded(index):
                    waiting.append(index)
                    found.append(self._model.name(index))
        return found

    def current_name(self) -> str:
        """Return the current category; empty if there is none."""
        index = self.currentIndex()
        return self._model.name(index) if index.isValid() else ""

    def unfold_top(self) -> None:
        """Unfold the uppermost levels, as far as they give an overview."""
        open_ = [self._model.index(row, CATEGORY) for row in range(self._model.rowCount())]
        shown = len(open_)
        for index in open_:
            rows = self._model.rowCount(index)
            if shown + rows > _MOST_UNFOLDED:
                break
            self.expand(index)
            shown += rows
            open_ += [self._model.index(row, CATEGORY, index) for row in range(rows)]

    def unfold_to(self, index: QModelIndex) -> None:
        """Unfold what lies above a place."""
        above = index.parent()
        while above.isValid() and not self.isExpanded(above):
            self.expand(above)
            above = above.parent()
