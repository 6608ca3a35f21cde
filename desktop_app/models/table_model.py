"""What the models of all tables share: the roles of a cell are asked for together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QModelRoleData,
    QModelRoleDataSpan,
    QPersistentModelIndex,
)


class TableModel(QAbstractTableModel):
    """Answers once for each cell that is painted, not once for each of its seven roles.

    Each question from Qt to a model in Python may wait for a thread that runs Python code. While
    a file of 200,000 rows was examined, a painting of 100 cells waited for 65 of its 75 ms.
    """

    def multiData(
        self,
        index: QModelIndex | QPersistentModelIndex,
        roles: QModelRoleDataSpan | QModelRoleData,
    ) -> None:
        """Fill in what `data` returns for each role."""
        for part in cast("Sequence[QModelRoleData]", roles):
            value = self.data(index, part.role())
            if value is None:
                part.clearData()
            else:
                part.setData(value)
