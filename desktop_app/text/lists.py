"""Names and sentences in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from desktop_app.text.translate import tr

_MOST = 4


def listed(names: Sequence[str], most: int = _MOST) -> str:
    """Return names separated by commas; of many the first, and how many more there are."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return tr("{names} and {count} more", names=shown, count=more) if more > 0 else shown


def joined(sentences: Iterable[str]) -> str:
    """Put sentences in a row; if one has markup, the others are escaped."""
    parts = list(sentences)
    is_rich = any(isinstance(part, Markup) for part in parts)
    return Markup(" ").join(parts) if is_rich else " ".join(parts)
