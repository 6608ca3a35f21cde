"""Names in a row."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.text.translate import tr

_MOST = 4


def listed(names: Sequence[str], most: int = _MOST) -> str:
    """Return names separated by commas; of many the first, and how many more there are."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return tr("{names} and {count} more", names=shown, count=more) if more > 0 else shown
