"""Where the nodes of a taxonomy stand in a tree view: a node once below each of its parents."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex

from desktop_app.presenters.taxonomies.taxonomy_shape import TaxonomyShape

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
CATEGORY, RECORDS, BELOW = range(3)
_TOP = -1


class _Place(NamedTuple):
    """A node in its place below one of its parents."""

    node: int
    above: int
    row: int


class TaxonomyPlaces(QAbstractItemModel):
    """Places are made when they are first asked for, so that graphs do not explode."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shape: TaxonomyShape | None = None
        self._kept: NDArray[np.bool_] | None = None
        self._clear()

    def _clear(self) -> None:
        self._places: list[_Place] = []
        self._rows: dict[int, list[int]] = {}

    @property
    def shape(self) -> TaxonomyShape | None:
        """The taxonomy that is shown."""
        return self._shape

    def node(self, index: Index) -> int:
        """Return the node at a place."""
        return self._places[index.internalId()].node

    def name(self, index: Index) -> str:
        """Return the category at a place."""
        assert self._shape is not None
        return self._shape.taxonomy.nodes[self.node(index)]

    def parent_name(self, index: Index) -> str:
        """Return the name of the category above this place; empty for the root."""
        assert self._shape is not None
        above = index.parent()
        if above.isValid():
            return self.name(above)
        return self._shape.taxonomy.nodes[0] if self.node(index) else ""

    def place_of(self, node: int) -> QModelIndex:
        """Return a place of a node; an invalid index if it is not shown."""
        assert self._shape is not None
        index, tops = NOWHERE, self._shape.tops
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
        visible = self._kept
        return nodes if visible is None else tuple(node for node in nodes if visible[node])

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

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """Return a place's index."""
        ids = self._ids(parent.internalId() if parent.isValid() else _TOP)
        inside = 0 <= row < len(ids) and 0 <= column <= BELOW
        return self.createIndex(row, column, ids[row]) if inside else QModelIndex()

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override]
        """Return the place above (Qt has a second `parent`, of the object)."""
        if not index.isValid():
            return QModelIndex()
        above = self._places[index.internalId()].above
        if above == _TOP:
            return QModelIndex()
        return self.createIndex(self._places[above].row, CATEGORY, above)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Count the places below a parent."""
        if parent.isValid() and parent.column() != CATEGORY:
            return 0
        return len(self._ids(parent.internalId() if parent.isValid() else _TOP))

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: ARG002 - Qt's name
        """Count the columns."""
        return BELOW + 1

    def refresh_cells(self) -> None:
        """Notify the view that every cell may have changed."""
        for ids in list(self._rows.values()):
            if ids:
                first, last = self._places[ids[0]].row, self._places[ids[-1]].row
                self.dataChanged.emit(
                    self.createIndex(first, CATEGORY, ids[0]),
                    self.createIndex(last, BELOW, ids[-1]),
                )
