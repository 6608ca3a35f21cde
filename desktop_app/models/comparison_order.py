"""The rows of a comparison in the order of a column."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt

from desktop_app.models.comparison import SORTED_BY, ComparisonModel


class ComparisonOrder(QSortFilterProxyModel):
    """Sorts by figures, not by their text; rows without a figure stay below."""

    def lessThan(
        self,
        left: QModelIndex | QPersistentModelIndex,
        right: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Return whether `left` comes before `right` in ascending order."""
        one, other = left.data(SORTED_BY), right.data(SORTED_BY)
        if one is None or other is None:
            falls = self.sortOrder() is Qt.SortOrder.DescendingOrder
            return (one is None) is falls and (other is None) is not falls
        return bool(one < other)

    def rows(self) -> list[int]:
        """Return the rows of the model in the order in which they are shown."""
        return [self.source_row(row) for row in range(self.rowCount())]

    def source_row(self, row: int) -> int:
        """Return the model's number of a shown row."""
        return self.mapToSource(self.index(row, 0)).row()

    def shown_row(self, row: int) -> int:
        """Return where a row of the model is shown."""
        model = self.sourceModel()
        assert isinstance(model, ComparisonModel)
        return self.mapFromSource(model.index(row, 0)).row()
