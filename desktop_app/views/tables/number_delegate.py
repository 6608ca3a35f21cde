"""Paints the numbers of a table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.text.minus import HYPHEN, with_minus


class NumberDelegate(QStyledItemDelegate):
    """Paints negative numbers, which stand on the right, with a true minus sign.

    The model keeps the hyphen: what is copied, saved, searched or typed does not change.
    """

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Take what the model says, but for the sign."""
        super().initStyleOption(option, index)
        if HYPHEN in option.text and option.displayAlignment & Qt.AlignmentFlag.AlignRight:
            option.text = with_minus(option.text)
