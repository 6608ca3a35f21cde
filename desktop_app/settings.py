"""What the window remembers of itself: every key, and how older settings are brought up to date.

Nothing of the data is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSettings

VERSION = "settings/version"
GEOMETRY = "window/geometry"
MEANING_FOLDED = "window/meaning_folded"
THEME = "look/theme"
MAGNIFICATION = "look/magnification"
LAST_FOLDER = "folders/last"
FILES_FOLDER = "folders/files"
RELEASES_FOLDER = "folders/releases"
SCRATCH_FOLDER = "folders/scratch"
NEW_K = "new_projects/k"
NEW_T = "new_projects/t"
NEW_FIGURES = "new_projects/figures"
OPENED = "start/opened"
RECENT = "projects/recent"
RELEASES = "releases/written"
WIDTHS = "tables/{name}/widths"

Upgrade = Callable[[QSettings], None]


def _group_by_subject(settings: QSettings) -> None:
    """Move theme and last folder to the groups they belong to."""
    _rename(settings, "window/theme", THEME)
    _rename(settings, "files/last_folder", LAST_FOLDER)


def _know_who_has_worked(settings: QSettings) -> None:
    """Note that a file was opened where one must have been: this is no first start."""
    if settings.contains(RECENT) or settings.contains(LAST_FOLDER):
        settings.setValue(OPENED, "true")


# In order; the number of settings that went through all of them is their count. Only append.
UPGRADES: tuple[Upgrade, ...] = (_group_by_subject, _know_who_has_worked)


def upgrade(settings: QSettings, upgrades: Sequence[Upgrade] = UPGRADES) -> None:
    """Bring settings of an older version up to date, one upgrade after the other.

    Each is noted when it is done, so that an interrupted one is made again and no other. What
    a newer version wrote is left alone: its keys that are known here mean the same.
    """
    done = _number(settings.value(VERSION, 0))
    for number, step in enumerate(upgrades, start=1):
        if number > done:
            step(settings)
            settings.setValue(VERSION, number)
            settings.sync()


def texts(settings: QSettings, key: str) -> list[str]:
    """Return a list of texts; Qt gives a list of one back as a text, and an empty one as none."""
    value = settings.value(key)
    if isinstance(value, str):
        return [value] if value else []
    return [str(text) for text in value] if isinstance(value, list) else []


def numbers(settings: QSettings, key: str) -> list[int]:
    """Return a list of whole numbers; empty if it is not one."""
    try:
        return [int(text) for text in texts(settings, key)]
    except ValueError:
        return []


def _number(value: object) -> int:
    try:
        return int(str(value))
    except ValueError:
        return 0


def _rename(settings: QSettings, old: str, new: str) -> None:
    if settings.contains(old):
        if not settings.contains(new):
            settings.setValue(new, settings.value(old))
        settings.remove(old)
