"""The languages of texts: where their words are, and how they write numbers and dates.

Reports are written in the first of `LANGUAGES`, so that a language in which they are to be written
is an entry in front of English. Its texts are a file in the folder `catalogues`, named by its code:
for each code of the catalogue the forms between which `form_of` chooses, or a single one. What is
not translated yet is written in English.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from core.messages.catalogue import CATALOGUE

FOLDER = Path(__file__).parent / "catalogues"


@dataclass(frozen=True)
class Language:
    """A language.

    Attributes
    ----------
    code : str
        As HTML names it; also the name of the file of its texts.
    decimal, thousands : str
        The signs before decimals and between thousands.
    day, month : str
        Dates to the day and to the month, as for `date.strftime`.
    form_of : callable
        Which of a text's forms a count takes, from 0.
    """

    code: str
    decimal: str = "."
    thousands: str = ","
    day: str = "%Y-%m-%d"
    month: str = "%Y-%m"
    form_of: Callable[[int], int] = lambda count: int(count != 1)

    def form(self, code: str, count: object) -> str:
        """Look up the text `code` in the form for `count`; in English if it is not translated."""
        forms = _read_catalogue(FOLDER, self.code).get(code)
        if forms is None:
            return CATALOGUE[code].form(count)
        return forms[self.form_of(count)] if isinstance(count, int) and forms[1:] else forms[-1]

    def place(self, name: str) -> str:
        """Name the key of a recipe, or the option, by which the setting `name` is changed."""
        return self.form(f"place-{name}", None).format()

    def number(self, value: int | float) -> str:
        """Write a number with signs between thousands and at most six significant digits.

        From 10^15 on, nobody counts digits any more: 1.5e+20.
        """
        if isinstance(value, int):
            return self.written(f"{value:,}")
        has_thousands = 1e6 <= abs(value) < 1e15
        return self.written(f"{value:,.0f}" if has_thousands else f"{value:.6g}")

    def written(self, number: str) -> str:
        """Give an English number the signs of this language."""
        return number.translate({ord(","): self.thousands, ord("."): self.decimal})

    def date(self, iso: str) -> str:
        """Write a year, a month or a day, such as 2026, 2026-11 or 2026-11-28."""
        if iso.count("-") == 2:
            return date.fromisoformat(iso).strftime(self.day)
        return date.fromisoformat(f"{iso}-01").strftime(self.month) if "-" in iso else iso


@cache
def _read_catalogue(folder: Path, code: str) -> Mapping[str, list[str]]:
    file = folder / f"{code}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


ENGLISH = Language("en")
LANGUAGES = (ENGLISH,)
"""The languages of reports; they are written in the first."""

_CURRENT: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current_language() -> Language:
    """Return the language of the texts that are being written."""
    return _CURRENT.get()


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """Write texts in `language`."""
    token = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(token)
