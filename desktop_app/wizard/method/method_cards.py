"""The methods as cards in plain words or all in a list, and a small picture of one in force."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QSizePolicy, QWidget

from core.compare.ways import ways
from core.model import Attribute, Implications, Plan, Scale, Schema
from core.pipeline.resolve.file_implications import implications_for_file
from core.protect import METHODS
from core.protect.privacy.plans import NoisePreview
from desktop_app.jobs import Runner
from desktop_app.plots.curves import PriceOfT
from desktop_app.plots.noise import Noise
from desktop_app.presenters.method.intents import intent_of
from desktop_app.presenters.method.method_groups import method_groups, why_not
from desktop_app.presenters.privacy_facts import PrivacyFacts
from desktop_app.text import explain, number, tr
from desktop_app.text.methods import method_line, method_meaning, method_title, method_when
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_card import ChoiceCard
from desktop_app.views.forms import named, one_tab_stop
from desktop_app.views.layouts import in_column
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.pictures.sketch import ClusterSketch, RunsSketch
from desktop_app.views.plain import set_tip
from desktop_app.wizard.results.results_map import date_number

_POINTS = 80
_LEAST_END = 0.002
_LONGEST_WORD = 9


class MethodCards(QWidget):
    """One card for each way to use a method; those in sight serve the same aim.

    Signals
    -------
    chosen(object)
        The way that the user chose (`method_ways`).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The way whose card is open; empty before the first.
        self.open_way = ""
        self._shown: tuple[str, Schema] | None = None
        self.setAccessibleName(tr("Method"))
        self._group = QButtonGroup(self)
        self.cards = {way: self._card(way) for way in ways()}
        in_column(*self.cards.values(), inside=self, spacing=sizes.HALF)

    def show_method(self, way: str, schema: Schema) -> None:
        """Show the way in force among those that serve the same.

        Parameters
        ----------
        way : str
            One of `method_ways.ways`; of another one no card is shown.
        schema : Schema
            The columns: a card that they do not allow is hidden unless it is the one in force.
        """
        self.open_way = way
        if (way, schema) == self._shown:
            return
        self._shown = way, schema
        if way not in self.cards:
            for card in self.cards.values():
                card.hide()
            return
        self.cards[way].set_chosen(True)
        for name, card in self.cards.items():
            # The method in force stays chosen; the problem bar says what is wrong with it.
            reason = "" if name == way else why_not(name, schema)
            card.set_possible(reason)
            in_sight = intent_of(name) == intent_of(way) and not reason
            card.setVisible(in_sight)
            # The arrow keys go to any button of the group that is not hidden itself.
            card.button.setVisible(in_sight)
        one_tab_stop(self._group.buttons())

    @property
    def in_sight(self) -> tuple[str, ...]:
        """The ways whose cards are shown, from the top."""
        return tuple(way for way, card in self.cards.items() if not card.isHidden())

    def take_focus(self) -> None:
        """Put the keyboard on the method in force."""
        button = self._group.checkedButton()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _card(self, name: str) -> ChoiceCard:
        card = ChoiceCard(
            method_title(name), method_meaning(name), method_when(name), method_line(name)
        )
        card.setObjectName(name)
        card.chosen.connect(self.chosen)
        self._group.addButton(card.button)
        return card


class AllMethods(QPushButton):
    """A button that opens the list.

    Signals
    -------
    chosen(object)
        The way that the user chose (`method_ways`).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("&All methods"), parent)
        named(self, tr("All methods"), tr("Lists every method under the guarantee it gives."))
        self.menu_of_methods = QMenu(self)
        self.menu_of_methods.setToolTipsVisible(True)
        self.menu_of_methods.setAccessibleName(tr("All methods"))
        self.actions_by_way: dict[str, QAction] = {}
        self._shown: tuple[str, Schema] | None = None
        self._group = QActionGroup(self)
        for position, group in enumerate(method_groups()):
            if position:
                self.menu_of_methods.addSeparator()
            # The style sheet draws sections without their words.
            heading = self.menu_of_methods.addAction(group.title)
            heading.setFont(sizes.strong_font())
            set_tip(heading, group.promise)
            heading.setEnabled(False)
            for way in group.methods:
                self._add(way)
        self.clicked.connect(self._open)

    def _add(self, way: str) -> None:
        action = self.menu_of_methods.addAction(method_title(way))
        action.setCheckable(True)
        action.setData(way)
        action.triggered.connect(self._choose)
        self._group.addAction(action)
        self.actions_by_way[way] = action

    def show_method(self, current: str, schema: Schema) -> None:
        """Mark the way in force, and bar those that the columns do not allow."""
        if (current, schema) == self._shown:
            return
        self._shown = current, schema
        for way, action in self.actions_by_way.items():
            reason = "" if way == current else why_not(way, schema)
            action.setChecked(way == current)
            action.setEnabled(not reason)
            set_tip(action, reason or method_line(way))
            title = method_title(way)
            text = tr("{method} – {reason}", method=title, reason=reason) if reason else title
            action.setText(text)

    @Slot()
    def _open(self) -> None:
        self.menu_of_methods.popup(self.mapToGlobal(QPoint(0, self.height())))

    @Slot()
    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(action.data())


class MethodPicture(QWidget):
    """A sketch of one cluster or of sorted runs; where t fixes the least size, that size over t."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sketch, self.runs = ClusterSketch(), RunsSketch()
        self.price = PictureFrame(tr("Cluster size for t"), runner, meaning=explain("t-closeness"))
        self.price.setMinimumHeight(26 * sizes.UNIT)
        self.noise = PictureFrame(tr("Noise"), runner)
        self.noise.setMinimumHeight(30 * sizes.UNIT)
        in_column(self.sketch, self.runs, self.price, self.noise, inside=self, spacing=-1)
        for picture in (self.price, self.noise):
            # As narrow as the panel, whose words would be cut beside a wider one.
            picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.price.hide()
        self.noise.hide()

    def show_settings(
        self, method: str, parameters: Mapping[str, object], ahead: Implications
    ) -> None:
        """Draw what these settings mean."""
        self.noise.hide()
        # Known ahead only where the cluster size follows from t.
        priced = ahead.t_bound is not None
        self.price.setVisible(priced)
        protection = METHODS[method]
        # Such a method sorts the records and cuts the list into runs.
        sorts = (
            protection.column_by_column
            or protection.uses_domain
            or protection.quasi_identifiers == 1
        )
        self.sketch.setVisible(not priced and not sorts)
        self.runs.setVisible(not priced and sorts)
        if priced:
            self.price.show_drawing(price_of_t(method, parameters, ahead))
        (self.runs if sorts else self.sketch).show_size(ahead.cluster_size)

    def show_noise(self, plan: Plan, facts: PrivacyFacts | None) -> None:
        """Draw what the noise does to made-up values of the column that is looked at."""
        for picture in (self.sketch, self.runs, self.price):
            picture.hide()
        self.noise.show()
        if facts is None or facts.plan is not plan or facts.previewed is None:
            return
        if facts.preview is not None:
            self.noise.set_title(facts.previewed.name)
            self.noise.show_drawing(preview_picture(facts.previewed, facts.preview))


def price_of_t(method: str, parameters: Mapping[str, object], ahead: Implications) -> PriceOfT:
    """Return the picture of cluster size over t, with the present setting marked."""
    now = float(str(parameters["t"]))
    # As far as the price falls, and a little beyond: from there on k alone is enough.
    end = min(1.0, max(2 * now, 3 * (ahead.t_promised_by_k or 0.0), _LEAST_END))
    t = np.linspace(min(end / _POINTS, now or end), end, _POINTS)
    records = np.array([ahead.records], dtype=np.int64)
    sized = [
        implications_for_file(method, {**parameters, "t": round(float(value), 6)}, records, 0)
        for value in t
    ]
    here = tr("{count} records", count=ahead.cluster_size)
    return PriceOfT(
        t=t,
        sizes=np.array([implied.cluster_size for implied in sized], dtype=np.int64),
        now=(now, ahead.cluster_size),
        x_title=tr("t (largest EMD allowed)"),
        y_title=tr("Minimum cluster size"),
        here=here,
        sentence=tr(
            "Minimum cluster size over t: {count} records at t = {t}.",
            count=ahead.cluster_size,
            t=now,
        ),
        number=number,
        count=number,
    )


def preview_picture(attribute: Attribute, preview: NoisePreview) -> Noise:
    """Return the picture of a preview, in words of the user's language."""
    names = preview.categories or attribute.order

    def write_value(value: float) -> str:
        if attribute.scale is Scale.DATE:
            # The year.
            return date_number(value)[:4]
        if not names:
            return number(value)
        position = round(value)
        name = names[position] if position == value and 0 <= position < len(names) else ""
        return name if len(name) <= _LONGEST_WORD else f"{name[: _LONGEST_WORD - 1]}…"

    return Noise(
        before=preview.before,
        after=preview.after,
        x_title=tr("Made-up average"),
        y_title=tr("Released with noise"),
        sentence=tr(
            "Made-up averages all over the domain of {name}, and what the noise makes of them. "
            "Nothing of your file is in this picture.",
            name=attribute.name,
        ),
        number=write_value,
    )
