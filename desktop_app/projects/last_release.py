"""Where the last release of an input file was written, kept among the settings."""

from __future__ import annotations

import json
from dataclasses import dataclass

from PySide6.QtCore import QDateTime, QLocale, QSettings, Qt

from desktop_app.settings import RELEASES, texts

MOST = 20


@dataclass(frozen=True, slots=True)
class LastRelease:
    """A release that was written from an input file.

    Attributes
    ----------
    source : str
        Absolute path of the input.
    folder : str
        Where the release was written.
    written : str
        When, as ISO 8601 in UTC.
    """

    source: str
    folder: str
    written: str

    @property
    def when(self) -> str:
        """The local date and time, as the user writes them."""
        moment = QDateTime.fromString(self.written, Qt.DateFormat.ISODate).toLocalTime()
        return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def last_release(source: str) -> LastRelease | None:
    """Return the last release of an input; the folder is not looked up on the disk."""
    return next((known for known in _known() if known.source == source), None)


def remember_release(source: str, folder: str) -> None:
    """Note that a release of `source` was written to `folder` now."""
    now = QDateTime.currentDateTimeUtc().toString(Qt.DateFormat.ISODate)
    others = [known for known in _known() if known.source != source]
    kept = (LastRelease(source, folder, now), *others[: MOST - 1])
    rows = [json.dumps([one.source, one.folder, one.written]) for one in kept]
    QSettings().setValue(RELEASES, rows)


def _known() -> tuple[LastRelease, ...]:
    found = []
    for row in texts(QSettings(), RELEASES):
        try:
            source, folder, written = json.loads(row)
        except ValueError:
            continue
        found.append(LastRelease(str(source), str(folder), str(written)))
    return tuple(found)
