"""Times that are guesses, in words as coarse as the guess."""

from __future__ import annotations

from desktop_app.text.translate import tr, tr_n

_MINUTE, _HOUR = 60.0, 3600.0


def duration_text(seconds: float) -> str:
    """Return about how long something takes."""
    if seconds < 1.5:
        return tr("about a second")
    if seconds < 10:
        return tr("about {count} seconds", count=round(seconds))
    if seconds < 1.5 * _MINUTE:
        return tr("about {count} seconds", count=10 * round(seconds / 10))
    if seconds < 1.5 * _HOUR:
        minutes = round(seconds / _MINUTE)
        return tr_n("about {count} minute", "about {count} minutes", minutes)
    hours = round(seconds / _HOUR)
    return tr_n("about {count} hour", "about {count} hours", hours)
