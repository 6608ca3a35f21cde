"""The two halves of a release folder, and the phrases on the sections of their logs."""

from __future__ import annotations

from core.messages import CATALOGUE

PUBLIC, INTERNAL = "public", "internal"


def section_code(name: str) -> str:
    """Return the code of the phrase on a section of a log.

    Parameters
    ----------
    name : str
        Its key, or the path of an entry in it.
    """
    code = f"log-section-{name.partition('.')[0].partition('[')[0]}"
    return code if code in CATALOGUE else "log-section-other"
