"""A taxonomy as a tree with records on each node; what has several parents stands below each."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from desktop_app.models.taxonomy_shape import TaxonomyShape
from desktop_app.models.titled import LEFT, RIGHT
from desktop_app.text import number, tr, tr_n
from desktop_app.theme import current, sizes

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_TOP = -1
CATEGORY, RECORDS, BELOW = range(3)
NAME_ROLE = Qt.ItemDataRole.UserRole + 1


class _Place(NamedTuple):
    """A node where it stands below one of its parents."""

    node: int
    above: int
    row: int


class TaxonomyTreeModel(QAbstractItemModel):
    """Places are made when they are first asked for, so that graphs do not explode."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (tr("Category"), tr("Records"), tr("With those below"))
        self._shape: TaxonomyShape | None = None
        self._own: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._below = self._own
        self._kept: NDArray[np.bool_] | None = None
        self._found: NDArray[np.bool_] | None = None
        self._labels: tuple[str, ...] = ()
        self._clear()

    def _clear(self) -> None:
        self._places: list[_Place] = []
        self._rows: dict[int, list[int]] = {}

    # What is shown

    def show_shape(
        self, shape: TaxonomyShape | None, own: NDArray[np.int64], below: NDArray[np.int64]
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
            if own is not self._own:
                self._own, self._below = own, below
                self._tell_all()
            return False
        self.beginResetModel()
        self._shape, self._own, self._below = shape, own, below
        self._kept = self._found = None
        self._clear()
        self.endResetModel()
        return True

    def show_only(
        self, kept: NDArray[np.bool_] | None, found: NDArray[np.bool_] | None = None
    ) -> None:
        """Show some of the nodes, or all; those `found` are emphasised."""
        self.beginResetModel()
        self._kept, self._found = kept, found
        self._clear()
        self.endResetModel()

    def show_labels(self, labels: tuple[str, ...]) -> None:
        """Show a label beside each name, where there is one; nothing to show only names."""
        self._labels = labels
        self._tell_all()

    def _tell_all(self) -> None:
        for ids in list(self._rows.values()):
            if ids:
                first, last = self._places[ids[0]].row, self._places[ids[-1]].row
                self.dataChanged.emit(
                    self.createIndex(first, CATEGORY, ids[0]),
                    self.createIndex(last, BELOW, ids[-1]),
                )

    @property
    def shape(self) -> TaxonomyShape | None:
        """The taxonomy that is shown."""
        return self._shape

    def occurring(self) -> NDArray[np.bool_]:
        """Return which nodes have records, themselves or below; shape (n,)."""
        return np.asarray(self._below > 0)

    def node(self, index: Index) -> int:
        """Return the node at a place."""
        return self._places[index.internalId()].node

    def name(self, index: Index) -> str:
        """Return the category at a place."""
        assert self._shape is not None
        return self._shape.taxonomy.nodes[self.node(index)]

    def parent_name(self, index: Index) -> str:
        """Return the category below which this place stands; empty on top."""
        above = index.parent()
        return self.name(above) if above.isValid() else ""

    def place_of(self, node: int) -> QModelIndex:
        """Return a place of a node; an invalid index if it is not shown."""
        assert self._shape is not None
        index, tops = _ROOT, self._shape.tops
        for step in self._way_to(node, tops):
            index = self.index(step, CATEGORY, index)
        return index

    def _way_to(self, node: int, tops: tuple[int, ...]) -> list[int]:
        """Return the rows that lead to a node, from the top; by the first parent in sight."""
        assert self._shape is not None
        taxonomy, way = self._shape.taxonomy, [node]
        if not self._shows(node):
            return []
        while way[-1] not in tops:
            parents = taxonomy.parents_of(way[-1]).tolist()
            way.append(next(parent for parent in parents if self._shows(parent)))
        way.reverse()
        rows = [self._shown(tops).index(way[0])]
        for above, below in pairwise(way):
            rows.append(self._shown(self._shape.children[above]).index(below))
        return rows

    def _shows(self, node: int) -> bool:
        return self._kept is None or bool(self._kept[node])

    def _shown(self, nodes: tuple[int, ...]) -> tuple[int, ...]:
        kept = self._kept
        return nodes if kept is None else tuple(node for node in nodes if kept[node])

    def _ids(self, above: int) -> list[int]:
        """Return the places below a place, made at the first time."""
        if self._shape is None:
            return []
        if above not in self._rows:
            node = _TOP if above == _TOP else self._places[above].node
            below = self._shape.tops if node == _TOP else self._shape.children[node]
            first = len(self._places)
            shown = self._shown(below)
            self._places += [_Place(child, above, row) for row, child in enumerate(shown)]
            self._rows[above] = list(range(first, first + len(shown)))
        return self._rows[above]

    # Qt's face

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        """Return a place's index."""
        ids = self._ids(parent.internalId() if parent.isValid() else _TOP)
        inside = 0 <= row < len(ids) and 0 <= column < len(self.titles)
        return self.createIndex(row, column, ids[row]) if inside else QModelIndex()

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]
        """Return the place above (Qt has a second `parent`, of the object)."""
        if not index.isValid():
            return QModelIndex()
        above = self._places[index.internalId()].above
        if above == _TOP:
            return QModelIndex()
        return self.createIndex(self._places[above].row, CATEGORY, above)

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of places below one."""
        if parent.isValid() and parent.column() != CATEGORY:
            return 0
        return len(self._ids(parent.internalId() if parent.isValid() else _TOP))

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802, ARG002 - Qt's name
        """Return the number of columns."""
        return len(self.titles)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a title, or the side to which a column leans."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.titles):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if section == CATEGORY else RIGHT
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
        return self._tip(node) if role == Qt.ItemDataRole.ToolTipRole else None

    def _text(self, index: Index, node: int) -> str:
        if index.column() != CATEGORY:
            counts = self._own if index.column() == RECORDS else self._below
            return number(int(counts[node]))
        label = self._labels[node] if self._labels else ""
        name = self.name(index)
        shown = f"{name} · {label}" if label and label != name else name
        others = self._other_parents(index, node)
        if not others:
            return shown
        return tr("{category} (also below {others})", category=shown, others=", ".join(others))

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
        lines += [f"{system}: {known[node]}" for system, known in taxonomy.labels.items()]
        own, below = int(self._own[node]), int(self._below[node])
        lines.append(tr_n("{count} record", "{count} records", own))
        lines.append(tr("{count} with those below", count=below))
        return "\n".join(line for line in lines if not line.endswith(": "))


def _bold() -> QFont:
    font = sizes.text_font()
    font.setBold(True)
    return font
