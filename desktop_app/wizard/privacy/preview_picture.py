"""The picture of a column's noise, on made-up values."""

from __future__ import annotations

from collections.abc import Callable

from core.model import Attribute, Scale
from core.protect.privacy.preview import NoisePreview
from desktop_app.plots.noise import Noise
from desktop_app.text import number, tr
from desktop_app.wizard.results.results_map import date_number

_LONGEST_WORD = 9


def preview_picture(attribute: Attribute, preview: NoisePreview) -> Noise:
    """Return the picture of a preview, in words of the user's language."""
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
        number=_writer(attribute, preview),
    )


def _writer(attribute: Attribute, preview: NoisePreview) -> Callable[[float], str]:
    names = preview.categories or attribute.order
    if attribute.scale is Scale.DATE:
        return _year
    if not names:
        return number

    def named(place: float) -> str:
        at = round(place)
        return _shortened(names[at]) if at == place and 0 <= at < len(names) else ""

    return named


def _year(days: float) -> str:
    return date_number(days)[:4]


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_WORD else f"{name[: _LONGEST_WORD - 1]}…"
