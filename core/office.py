"""The settings that an office lays down for all users of a computer, in one file."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from core.errors import Problem

VARIABLE = "STATVEIL_OFFICE_SETTINGS"
LOCKED = "locked"
RELEASE = "release"
DRAWING = ("spread", "hybrid", "swap")
"""The settings that allow to draw records from a core, by the names of representatives."""
_NAME = "office.toml"


@dataclass(frozen=True, slots=True)
class Office:
    """What the file says, not judged yet.

    Attributes
    ----------
    file : Path
        Where it is, or would be.
    is_there : bool
        Whether it could be read.
    values : Mapping of str to object
        By the name of a setting.
    release : object
        What it says of the checklist: by profile, the limits that are changed.
    locked : tuple of str
        Names of settings that users cannot change.
    fault : Problem or None
        Why it could not be read; ``None`` if it could, or if there is none.
    """

    file: Path
    is_there: bool = False
    values: Mapping[str, object] = field(default_factory=dict)
    release: object = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    fault: Problem | None = None


def office_file() -> Path:
    """Return where the file is looked for."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        # In the folder of program data any user could create the file before the office does.
        return Path(os.environ.get("PROGRAMFILES", r"C:\Program Files")) / "Statveil" / _NAME
    if sys.platform == "darwin":
        return Path("/Library/Application Support/Statveil") / _NAME
    return Path("/etc/statveil") / _NAME


def office() -> Office:
    """Return what the office lays down; read once, when it is first asked for."""
    return read_office(office_file())


@lru_cache(maxsize=8)
def read_office(file: Path) -> Office:
    """Read the file of an office; one that cannot be read lays nothing down."""
    unread = Office(file, fault=Problem("office-unread", params={"file": str(file)}))
    try:
        if file.exists() and not file.is_file():
            # A pipe would never end.
            return unread
        values = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        # Most offices have none; one that is named must be there.
        return unread if os.environ.get(VARIABLE) else Office(file)
    except OSError:
        return unread
    except tomllib.TOMLDecodeError as error:
        params = {"file": str(file), "reason": str(error).rstrip(".")}
        return Office(file, fault=Problem("office-no-toml", params=params))
    except (ValueError, RecursionError):
        return Office(file, fault=Problem("office-damaged", params={"file": str(file)}))
    locked, release = values.pop(LOCKED, []), values.pop(RELEASE, {})
    names = locked if isinstance(locked, list) else [locked]
    return Office(
        file, is_there=True, values=values, release=release, locked=tuple(map(str, names))
    )


def office_scratch() -> Path | None:
    """Read the scratch folder that the office lays down or proposes; ``None`` without one."""
    folder = office().values.get("scratch")
    # An empty entry, as a relative one, names no folder.
    return Path(folder) if isinstance(folder, str) and Path(folder).is_absolute() else None


def scratch_obstacle() -> Problem:
    """State that the scratch folder of the office cannot be used, and who names it."""
    laid = office()
    params = {"file": str(laid.file), "folder": str(office_scratch())}
    return Problem("office-scratch", params=params)
