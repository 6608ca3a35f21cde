"""What is selected in the results, everywhere at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot


class Selection(QObject):
    """The selected cluster and the selected attribute.

    Signals
    -------
    cluster_changed(), attribute_changed()
        Another one, or none, is selected.
    """

    cluster_changed = Signal()
    attribute_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # The selected cluster, from 0.
        self.cluster: int | None = None
        # Name of the selected attribute.
        self.attribute: str | None = None

    @Slot(object)
    def select_cluster(self, cluster: int | None) -> None:
        """Select a cluster, or none."""
        if cluster != self.cluster:
            self.cluster = cluster
            self.cluster_changed.emit()

    @Slot(object)
    def select_attribute(self, attribute: str | None) -> None:
        """Select an attribute, or none."""
        if attribute != self.attribute:
            self.attribute = attribute
            self.attribute_changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.select_cluster(None)
        self.select_attribute(None)
