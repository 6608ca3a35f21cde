"""Layouts of dates in words."""

from __future__ import annotations

import re

from desktop_app.text.translate import tr

_DIRECTIVE = re.compile("%(.)")


def layout_text(layout: str) -> str:
    """Return a layout such as ``%d.%m.%Y`` as people write it: day.month.year."""
    words = {
        "Y": tr("year"),
        "y": tr("year of two digits"),
        "m": tr("month"),
        "b": tr("month's name"),
        "B": tr("month's name"),
        "d": tr("day"),
        "H": tr("hours"),
        "M": tr("minutes"),
        "S": tr("seconds"),
    }
    return _DIRECTIVE.sub(lambda found: words.get(found[1], found[0]), layout)
