"""The two halves of a release folder, and the sections of their logs in words."""

from __future__ import annotations

from core.messages import CATALOGUE, text

PUBLIC, INTERNAL = "public", "internal"


def section_text(name: str) -> str:
    """Return what a section of a log is about, in a phrase.

    Parameters
    ----------
    name : str
        Its key, or the path of an entry in it.
    """
    code = f"log-section-{name.partition('.')[0].partition('[')[0]}"
    return text(code if code in CATALOGUE else "log-section-other")
