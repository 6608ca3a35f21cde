"""The attributes of a result as a short table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from core.model import Attribute, Measure, Recipe
from desktop_app.models.measures import measure_value
from desktop_app.models.titled import ListModel
from desktop_app.state.parts import Part, part_of
from desktop_app.text import explain, tr
from desktop_app.text.schema import part_title

NAME, ROLE, LOSS = range(3)


class AttributeListModel(ListModel[Attribute]):
    """Name, role and information loss of each attribute."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts: list[Part] = []
        self._loss: dict[str, str] = {}
        self._otherwise = tr("unchanged")
        self.titles = (tr("Column"), tr("Role"), tr("Loss (%)"))
        self.figures = frozenset({LOSS})

    def show_attributes(
        self,
        attributes: tuple[Attribute, ...],
        measures: tuple[Measure, ...],
        paired: bool = True,
        recipe: Recipe | None = None,
    ) -> None:
        """Show these, with the information loss that `measures` has of them.

        Where released records are not `paired` with original ones, none has any. The `recipe` says
        which column is a stratum or the survey weight.
        """
        self._parts = [part_of(attribute, recipe) for attribute in attributes]
        self._otherwise = tr("unchanged") if paired else "–"
        self._loss = {
            m.attribute: measure_value(m)
            for m in measures
            if m.name == "information-loss" and m.attribute is not None
        }
        self.show_items(attributes)

    def shown(self, row: int, column: int) -> str:
        """Return name, role or loss of an attribute."""
        attribute = self.items[row]
        if column == NAME:
            return attribute.name
        if column == ROLE:
            return part_title(self._parts[row])
        return self._loss.get(attribute.name, self._otherwise)

    def said(self, row: int, column: int, role: int) -> object:
        """Explain the attribute's role."""
        if role == Qt.ItemDataRole.ToolTipRole and column == ROLE:
            return explain(self._parts[row].value)
        return None
