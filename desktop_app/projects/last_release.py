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
    """Look up the last release of an input; its folder may be gone."""
    return next((release for release in _read_releases() if release.source == source), None)


def remember_release(source: str, folder: str) -> None:
    """Note that a release of `source` was written to `folder` now."""
    now = QDateTime.currentDateTimeUtc().toString(Qt.DateFormat.ISODate)
    earlier_releases = [earlier for earlier in _read_releases() if earlier.source != source]
    releases = (LastRelease(source, folder, now), *earlier_releases[: MOST - 1])
    rows = [json.dumps([release.source, release.folder, release.written]) for release in releases]
    QSettings().setValue(RELEASES, rows)


def _read_releases() -> tuple[LastRelease, ...]:
    releases = []
    for row in texts(QSettings(), RELEASES):
        try:
            source, folder, written = json.loads(row)
        except ValueError:
            continue
        releases.append(LastRelease(str(source), str(folder), str(written)))
    return tuple(releases)
