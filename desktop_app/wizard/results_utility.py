"""The tab Utility: how much the released data still says."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.measure_table import MeasureTable
from desktop_app.wizard.results_insight import Insight
from desktop_app.wizard.results_risk import is_risk
from desktop_app.wizard.results_selection import Selection


class UtilityTab(QWidget):
    """Measures of utility, for the file and for each attribute."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self.measures = MeasureTable(tr("Measures of utility"), "utility")
        self.measures.attribute_picked.connect(selection.select_attribute)
        selection.attribute_changed.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(sizes.UNIT + sizes.HALF,) * 4)
        layout.addWidget(self.measures)

    def show_insight(self, insight: Insight) -> None:
        """Take another result."""
        measures = insight.result.measures
        self.measures.show_measures(tuple(m for m in measures if not is_risk(m)))
        self._follow()

    @Slot()
    def _follow(self) -> None:
        self.measures.select_attribute(self._selection.attribute)
