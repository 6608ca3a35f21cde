"""The distances between the categories that occur: a picture, and any two of them in words."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.jobs import Runner
from desktop_app.presenters.taxonomies.distance_insight import DistanceInsight
from desktop_app.text import explain, fixed, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import named, note
from desktop_app.views.pictures.picture_frame import PictureFrame

_LEAST_LETTERS = 6


class DistanceView(QWidget):
    """A click in the picture chooses two categories, as the two lists do."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._insight: DistanceInsight | None = None
        self.picture = PictureFrame(tr("Distances"), runner, meaning=explain("semantic-distance"))
        self.one, self.other = ChoiceBox(), ChoiceBox()
        named(self.one, tr("First category"))
        named(self.other, tr("Second category"))
        for box in (self.one, self.other):
            box.setMinimumContentsLength(_LEAST_LETTERS)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.activated.connect(self._choose)
        self.distance = ElidedLabel()
        self.said = note()
        row = QHBoxLayout()
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.one, 1)
        row.addWidget(self.other, 1)
        row.addWidget(self.distance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(sizes.UNIT,) * 4)
        layout.setSpacing(sizes.UNIT)
        layout.addWidget(self.picture, 1)
        layout.addWidget(self.said)
        layout.addLayout(row)
        self.picture.picked.connect(self._pick)

    def show_insight(self, found: DistanceInsight | None) -> None:
        """Show the distances; `None` where fewer than two categories occur."""
        if found is self._insight:
            return
        self._insight = found
        for box in (self.one, self.other):
            box.clear()
        if found is None:
            self.picture.show_empty(tr("Fewer than two categories occur."))
            return
        for box, name in ((self.one, found.near.one), (self.other, found.near.other)):
            box.addItems(list(found.names))
            box.setCurrentIndex(found.names.index(name))
        left_out = tr_n(
            "The {shown} most frequent categories; {count} rarer one is left out.",
            "The {shown} most frequent categories; {count} rarer ones are left out.",
            found.left_out,
            shown=len(found.names),
        )
        self.said.setText(left_out)
        self.said.setVisible(found.left_out > 0)
        self._choose()

    @Slot()
    @Slot(int)
    def _choose(self, _: int = 0) -> None:
        """Show the two categories that the lists name."""
        from desktop_app.plots.distance_map import DistanceMap

        found = self._insight
        if found is None:
            return
        chosen = (self.one.currentIndex(), self.other.currentIndex())
        distance = float(found.distances[chosen])
        self.distance.setText(tr("are {distance} of 1 apart", distance=fixed(distance, 2)))
        sentence = tr(
            "Distances among {count} categories in the order of the taxonomy, near ones dark: from "
            "{near} to {far} of 1 between different ones.",
            count=len(found.names),
            near=fixed(found.near.distance, 2),
            far=fixed(found.far.distance, 2),
        )
        self.picture.show_drawing(
            DistanceMap(
                found.names,
                found.distances,
                chosen,
                tr("Distance"),
                sentence,
                _written,
            )
        )

    @Slot(object)
    def _pick(self, number: int) -> None:
        from desktop_app.plots.distance_map import pair_of

        if self._insight is not None:
            row, column = pair_of(number, self._insight.names)
            self.one.setCurrentIndex(row)
            self.other.setCurrentIndex(column)
            self._choose()


def _written(value: float) -> str:
    return fixed(value, 1)
