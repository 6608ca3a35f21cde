"""The records of the selected cluster, before and after."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.model import Role
from desktop_app.models.cluster_records import ClusterRecordsModel
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import explain, number, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import note
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.results.results_selection import Selection


class ClusterRecords(QWidget):
    """Size and EMD of the selected cluster in a line, its records in a table beneath."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self.said = QLabel()
        self.said.setFont(sizes.strong_font())
        self.said.setToolTip(explain("emd"))
        self._invitation = _invitation()
        self.model = ClusterRecordsModel(self)
        self.table = DataTable()
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Records of the selected cluster"))
        self.copy_button = QPushButton(tr("Copy recor&ds"))
        self.copy_button.setProperty("kind", "flat")
        self.copy_button.clicked.connect(self._copy)
        top = QHBoxLayout()
        top.addWidget(self.said, 1)
        top.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addLayout(top)
        layout.addWidget(self._invitation, 1)
        layout.addWidget(self.table, 1)
        selection.cluster_changed.connect(self._show)
        self._show()

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result."""
        self._insight = insight
        masked = {a.name for a in insight.attributes if a.role is Role.QUASI_IDENTIFIER}
        # The records of a block's cluster share nothing in the columns of the other blocks.
        own = {attribute.name for attribute in insight.masked}
        apart = masked - own if insight.block is not None else ()
        names = [a.name for a in insight.attributes if a.name not in apart]
        self.model.set_columns(
            tuple(insight.before[name] for name in names),
            tuple(insight.after[name] if name in masked else None for name in names),
        )
        self._show()

    @Slot()
    def _show(self) -> None:
        insight, cluster = self._insight, self._selection.cluster
        chosen = insight is not None and cluster is not None
        self.table.setVisible(chosen)
        self.copy_button.setVisible(chosen)
        self._invitation.setVisible(not chosen)
        if insight is None or cluster is None:
            self.said.setText(tr("Records of a cluster"))
            return
        members = insight.members(cluster)
        self.model.show_cluster(members, insight.numbers[members], insight.rows[members])
        clusters = insight.grouping
        said = tr_n(
            "Cluster {number}: {count} record",
            "Cluster {number}: {count} records",
            int(clusters.sizes[cluster]),
            number=cluster + 1,
        )
        distances = [
            tr("EMD of {name}: {emd}", name=name, emd=number(float(emd[cluster]), 3))
            for name, emd in clusters.emd.items()
        ]
        self.said.setText(" · ".join((said, *distances)))

    @Slot()
    def _copy(self) -> None:
        self.table.selectAll()
        self.table.copy()


def _invitation() -> QFrame:
    frame = QFrame()
    frame.setObjectName("picture")
    said = note(tr("Click a cluster in the map or in the table to see its records."))
    said.setAlignment(Qt.AlignmentFlag.AlignCenter)
    QVBoxLayout(frame).addWidget(said)
    return frame
