"""The two halves of a release folder, the kinds of logs and their sections in words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from core.messages import CATALOGUE, text

PUBLIC, INTERNAL = "public", "internal"

PUBLIC_FORMAT = "statveil-audit/2"
INTERNAL_FORMAT = "statveil-internal/2"


class LogKind(Enum):
    """Kinds of logs, by content and by the location of the files that they describe."""

    PUBLIC = PUBLIC
    """What may be handed out, beside the files that may."""
    INTERNAL = INTERNAL
    """Everything, in the half that stays in the office."""

    @property
    def is_complete(self) -> bool:
        """Whether the log contains all measures unrounded and all settings."""
        return self is LogKind.INTERNAL


def kind_of(document: Mapping[str, Any]) -> LogKind:
    """Return the kind of the log `document`."""
    is_internal = document.get("format") == INTERNAL_FORMAT
    return LogKind.INTERNAL if is_internal else LogKind.PUBLIC


def path_of(entry: Mapping[str, Any], document: Mapping[str, Any], log: Path) -> Path:
    """Return the path of a released file.

    Parameters
    ----------
    entry : Mapping of str to object
        An entry of the log's ``files``. Only the last part of its name is used, so that a log
        cannot point outside the release.
    """
    name = Path(str(entry["name"])).name
    if kind_of(document) is not LogKind.INTERNAL:
        return log.parent / name
    half = INTERNAL if entry.get("half") == INTERNAL else PUBLIC
    return log.absolute().parent.parent / half / name


def section_text(name: str) -> str:
    """Return what a section of a log is about, in a phrase.

    Parameters
    ----------
    name : str
        Its key, or the path of an entry in it.
    """
    code = f"log-section-{name.partition('.')[0].partition('[')[0]}"
    return text(code if code in CATALOGUE else "log-section-other")
