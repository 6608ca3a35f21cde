"""A taxonomy as a tree with records on each node; a node with several parents is below each."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QMimeData, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont

from desktop_app.models.taxonomies.taxonomy_places import (
    BELOW,
    CATEGORY,
    RECORDS,
    Index,
    TaxonomyPlaces,
)
from desktop_app.models.titled import LEFT, RIGHT
from desktop_app.presenters.taxonomies.taxonomy_shape import TaxonomyShape
from desktop_app.text import number, tr, tr_n
from desktop_app.theme import current, sizes
from desktop_app.views.plain import tip

_MIME = "application/x-statveil-categories"
NAME_ROLE = Qt.ItemDataRole.UserRole + 1


class TaxonomyTreeModel(TaxonomyPlaces):
    """Records beside each category; changes are asked for by signals and not made here.

    Signals
    -------
    renamed(object, object)
        With a category and the name that the user gave it.
    dropped(object, object)
        With pairs of a category and the parent that it leaves, and the category below which they
        were dropped.
    """

    renamed = Signal(object, object)
    dropped = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (tr("Category"), tr("Records"), tr("In total"))
        self._own: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._below = self._own
        self._found: NDArray[np.bool_] | None = None
        self._labels: tuple[str, ...] = ()

    # What is shown

    def show_shape(
        self, shape: TaxonomyShape | None, records: NDArray[np.int64], below: NDArray[np.int64]
    ) -> bool:
        """Show a taxonomy of `n` nodes with its records; return whether it is another one.

        Parameters
        ----------
        shape : TaxonomyShape or None
            The taxonomy.
        own, below : numpy.ndarray of int64, shape (n,)
            Records of each node, and with those of all below it.
        """
        if shape is self._shape:
            if records is not self._own:
                self._own, self._below = records, below
                self.refresh_cells()
            return False
        self.beginResetModel()
        self._shape, self._own, self._below = shape, records, below
        self._kept = self._found = None
        self._labels = ()
        self._clear()
        self.endResetModel()
        return True

    def show_only(
        self, visible: NDArray[np.bool_] | None, emphasised: NDArray[np.bool_] | None = None
    ) -> None:
        """Show some of the nodes, or all; those `emphasised` are emphasised."""
        self.beginResetModel()
        self._kept, self._found = visible, emphasised
        self._clear()
        self.endResetModel()

    def show_labels(self, labels: tuple[str, ...]) -> None:
        """Show a label beside each name, where there is one; nothing to show only names."""
        self._labels = labels
        self.refresh_cells()

    def occurring(self) -> NDArray[np.bool_]:
        """Return which nodes have records, themselves or below; shape (n,)."""
        return np.asarray(self._below > 0)

    # Qt's face

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a title, or the side to which a column leans."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.titles):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if section == CATEGORY else RIGHT
        if role == Qt.ItemDataRole.ToolTipRole and section == BELOW:
            return tr("With the records of all categories below, each once")
        return self.titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, weight, colour, alignment or explanation."""
        if not index.isValid():
            return None
        node = self.node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index, node)
        if role in (Qt.ItemDataRole.EditRole, NAME_ROLE):
            return self.name(index)
        if role == Qt.ItemDataRole.ForegroundRole:
            return None if self._below[node] else QColor(current().muted)
        if role == Qt.ItemDataRole.FontRole:
            return _bold() if self._found is not None and self._found[node] else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if index.column() != CATEGORY else None
        return tip(self._tip(node)) if role == Qt.ItemDataRole.ToolTipRole else None

    # Changing

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Names can be edited, categories dragged; everything takes what is dropped on it."""
        flags = super().flags(index)
        if not index.isValid():
            return flags | Qt.ItemFlag.ItemIsDropEnabled
        flags |= Qt.ItemFlag.ItemIsDropEnabled
        if index.column() == CATEGORY:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemIsDragEnabled if self.node(index) else flags

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another name."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        name, new = self.name(index), str(value or "").strip()
        if new and new != name:
            self.renamed.emit(name, new)
        return False

    def supportedDropActions(self) -> Qt.DropAction:
        """Categories are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Only our own categories are taken."""
        return [_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the categories that are dragged, with the parents that they would leave."""
        places = [
            (self.name(index), self.parent_name(index))
            for index in indexes
            if index.column() == CATEGORY
        ]
        data = QMimeData()
        data.setData(_MIME, QByteArray(json.dumps(places).encode()))
        return data

    def dropMimeData(
        self,
        data: QMimeData,
        action: Qt.DropAction,  # noqa: ARG002
        row: int,  # noqa: ARG002
        column: int,  # noqa: ARG002
        parent: Index,
    ) -> bool:
        """Ask for a move; the view must not take the rows out itself."""
        if self._shape is None or not data.hasFormat(_MIME):
            return False
        nodes = self._shape.taxonomy.nodes
        below = self.name(parent) if parent.isValid() else nodes[0]
        places = json.loads(bytes(data.data(_MIME).data()))
        self.dropped.emit(tuple((name, leaves) for name, leaves in places), below)
        return False

    # The text of the cells

    def _text(self, index: Index, node: int) -> str:
        if index.column() != CATEGORY:
            counts = self._own if index.column() == RECORDS else self._below
            return number(int(counts[node]))
        label = self._labels[node] if self._labels else ""
        name = self.name(index)
        shown = f"{name} · {label}" if label and label != name else name
        other_parents = self._other_parents(index, node)
        if not other_parents:
            return shown
        return tr(
            "{category} (also below {others})", category=shown, others=", ".join(other_parents)
        )

    def _other_parents(self, index: Index, node: int) -> list[str]:
        assert self._shape is not None
        taxonomy = self._shape.taxonomy
        parents = taxonomy.parents_of(node).tolist()
        if len(parents) < 2:
            return []
        here = self.parent_name(index)
        return [taxonomy.nodes[i] for i in parents if taxonomy.nodes[i] != here]

    def _tip(self, node: int) -> str:
        assert self._shape is not None
        taxonomy = self._shape.taxonomy
        lines = [taxonomy.nodes[node]]
        lines += [f"{system}: {labels[node]}" for system, labels in taxonomy.labels.items()]
        n_records, below = int(self._own[node]), int(self._below[node])
        lines.append(tr_n("{count} record", "{count} records", n_records))
        lines.append(tr("{count} with those below", count=below))
        return "\n".join(line for line in lines if not line.endswith(": "))


def _bold() -> QFont:
    font = sizes.text_font()
    font.setBold(True)
    return font
