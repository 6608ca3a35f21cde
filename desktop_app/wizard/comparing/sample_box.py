"""Whether methods are compared on all records or on a random sample of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.compare.basis import Basis
from core.compare.sampling import SIZES, proposed_size
from core.compare.sweep import Sweep
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import named, note

_ALL = 0


class SampleBox(QWidget):
    """A list of sizes; begins with the largest on which no method takes long.

    Signals
    -------
    chosen()
        The user chose another size.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = ChoiceBox()
        self._records = -1
        self._is_chosen = False
        named(self.box, tr("Records that methods are compared on"))
        self.box.activated.connect(self._choose)
        self.about = note(
            tr(
                "The same records are drawn each time. Loss and linked records depend on the "
                "number of records, so figures of a sample rank the methods; they are not those "
                "of the whole file."
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self.box, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.about)

    @property
    def sample(self) -> int | None:
        """How many records are drawn; ``None`` for all."""
        found = self.box.currentData()
        return found if isinstance(found, int) and found != _ALL else None

    def show_basis(self, basis: Basis, sweep: Sweep) -> None:
        """Offer the sizes that are smaller than the file, and propose one until one is chosen."""
        if basis.records != self._records:
            self._records, self._is_chosen = basis.records, False
            self.box.clear()
            self.box.addItem(tr("All {count} records", count=basis.records), _ALL)
            for size in SIZES:
                if size < basis.records:
                    said = tr("A random sample of {count} records", count=size)
                    self.box.addItem(said, size)
        if not self._is_chosen:
            self.box.setCurrentIndex(self.box.findData(proposed_size(basis, sweep) or _ALL))
        self.about.setVisible(self.sample is not None)

    def forget(self) -> None:
        """Propose a size again, for another file."""
        self._records = -1

    @Slot()
    def _choose(self) -> None:
        self._is_chosen = True
        self.chosen.emit()
