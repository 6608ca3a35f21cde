"""The small picture beside the method's settings; of a private method, the noise of a column."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from core.model import Attribute, Implications, Plan, Scale
from core.protect import METHODS
from core.protect.privacy.preview import NoisePreview
from desktop_app.jobs import Runner
from desktop_app.plots.noise import Noise
from desktop_app.plots.price_of_t import PriceOfT
from desktop_app.presenters.privacy_facts import PrivacyFacts
from desktop_app.text import explain, number, tr
from desktop_app.theme import sizes
from desktop_app.views.pictures.cluster_sketch import ClusterSketch
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.pictures.runs_sketch import RunsSketch
from desktop_app.wizard.results.results_map import date_number

_POINTS = 80
_LEAST_END = 0.002
_LONGEST_WORD = 9


class MethodPicture(QWidget):
    """A sketch of one cluster or of sorted runs; where t fixes the least size, that size over t."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sketch, self.runs = ClusterSketch(), RunsSketch()
        self.price = PictureFrame(tr("Cluster size for t"), runner, meaning=explain("t-closeness"))
        self.price.setMinimumHeight(26 * sizes.UNIT)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.sketch)
        layout.addWidget(self.runs)
        layout.addWidget(self.price)
        self.noise = PictureFrame(tr("Noise"), runner)
        self.noise.setMinimumHeight(30 * sizes.UNIT)
        layout.addWidget(self.noise)
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
        spec = METHODS[method]
        # Such a method sorts the records and cuts the list into runs.
        sorts = spec.column_by_column or spec.uses_domain or spec.quasi_identifiers == 1
        self.sketch.setVisible(not priced and not sorts)
        self.runs.setVisible(not priced and sorts)
        if priced:
            self.price.show_drawing(price_of_t(method, parameters, ahead))
        (self.runs if sorts else self.sketch).show_size(ahead.cluster_size)

    def show_noise(self, plan: Plan, facts: PrivacyFacts | None) -> None:
        """Draw what the noise does to made-up values of the column that is looked at."""
        for other in (self.sketch, self.runs, self.price):
            other.hide()
        self.noise.show()
        if facts is None or facts.plan is not plan or facts.shown is None:
            return
        if facts.preview is not None:
            self.noise.set_title(facts.shown.name)
            self.noise.show_drawing(preview_picture(facts.shown, facts.preview))


def price_of_t(method: str, parameters: Mapping[str, object], ahead: Implications) -> PriceOfT:
    """Return the picture of cluster size over t, with the present setting marked."""
    now = float(str(parameters["t"]))
    # As far as the price falls, and a little beyond: from there on k alone is enough.
    end = min(1.0, max(2 * now, 3 * (ahead.t_promised_by_k or 0.0), _LEAST_END))
    t = np.linspace(min(end / _POINTS, now or end), end, _POINTS)
    spec = METHODS[method]
    sized = [
        spec.implications({**parameters, "t": round(float(value), 6)}, ahead.records, 0)
        for value in t
    ]
    here = tr("{count} records", count=ahead.cluster_size)
    return PriceOfT(
        t=t,
        sizes=np.array([each.cluster_size for each in sized], dtype=np.int64),
        now=(now, ahead.cluster_size),
        x_title=tr("t (largest EMD allowed)"),
        y_title=tr("Least records in a cluster"),
        here=here,
        sentence=tr(
            "Least cluster size over t: {count} records at t = {t}.",
            count=ahead.cluster_size,
            t=now,
        ),
        number=number,
        count=number,
    )


def preview_picture(attribute: Attribute, preview: NoisePreview) -> Noise:
    """Return the picture of a preview, in words of the user's language."""
    names = preview.categories or attribute.order

    def written(place: float) -> str:
        if attribute.scale is Scale.DATE:
            # The year.
            return date_number(place)[:4]
        if not names:
            return number(place)
        at = round(place)
        name = names[at] if at == place and 0 <= at < len(names) else ""
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
        number=written,
    )
