"""What can be chosen for a file's layout, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.model import FileKind
from desktop_app.text import message, tr

if TYPE_CHECKING:
    from core.io import Guess


def encodings() -> tuple[tuple[str, str], ...]:
    """Return encodings with their titles."""
    return (
        ("utf-8", tr("UTF-8")),
        ("utf-8-sig", tr("UTF-8 with a mark at the start")),
        ("cp1252", tr("Western Europe (Windows-1252)")),
        ("iso-8859-1", tr("Western Europe (Latin-1)")),
        ("iso-8859-15", tr("Western Europe with euro sign (Latin-9)")),
        ("cp1250", tr("Central Europe (Windows-1250)")),
        ("iso-8859-2", tr("Central Europe (Latin-2)")),
        ("cp1251", tr("Cyrillic (Windows-1251)")),
        ("cp1253", tr("Greek (Windows-1253)")),
        ("cp1254", tr("Turkish (Windows-1254)")),
        ("utf-16", tr("UTF-16")),
        ("cp437", tr("DOS (437)")),
        ("cp850", tr("DOS, Western Europe (850)")),
        ("mac_roman", tr("Macintosh")),
    )


def delimiters() -> tuple[tuple[str, str], ...]:
    """Return signs between two values with their titles."""
    return (
        (",", tr("Comma  ,")),
        (";", tr("Semicolon  ;")),
        ("\t", tr("Tab")),
        ("|", tr("Vertical bar  |")),
        (" ", tr("Space")),
        (":", tr("Colon  :")),
    )


def decimals() -> tuple[tuple[str, str], ...]:
    """Return decimal signs with their titles."""
    return ((".", tr("Point  .")), (",", tr("Comma  ,")))


def text_kinds() -> tuple[tuple[str, str], ...]:
    """Return how the columns of a text file may be told apart."""
    return (
        (FileKind.CSV.value, tr("By a sign between them")),
        (FileKind.FIXED_WIDTH.value, tr("By their places")),
    )


def thousands() -> tuple[tuple[str, str], ...]:
    """Return signs between groups of three digits."""
    return (
        ("", tr("None")),
        (",", tr("Comma  1,000")),
        (".", tr("Point  1.000")),
        (" ", tr("Space  1 000")),
        ("\u00a0", tr("Fixed space  1 000")),
        ("\u202f", tr("Narrow fixed space  1 000")),
        ("'", tr("Apostrophe  1'000")),
        ("\u2019", tr("Curved apostrophe  1’000")),
    )


def date_layouts() -> tuple[tuple[str, str], ...]:
    """Return what dates may be declared to look like."""
    return (
        ("", tr("Only what leaves no doubt")),
        ("%Y-%m-%d", tr("Year-month-day  2020-01-31")),
        ("%d.%m.%Y", tr("Day.month.year  31.01.2020")),
        ("%d/%m/%Y", tr("Day/month/year  31/01/2020")),
        ("%m/%d/%Y", tr("Month/day/year  01/31/2020")),
        ("%d-%m-%Y", tr("Day-month-year  31-01-2020")),
        ("%m-%d-%Y", tr("Month-day-year  01-31-2020")),
        ("%Y/%m/%d", tr("Year/month/day  2020/01/31")),
        ("%Y.%m.%d", tr("Year.month.day  2020.01.31")),
    )


def guess_text(guess: Guess) -> str:
    """Return why an option was taken, with the option's value as it is called here."""
    params = dict(guess.params)
    if "encoding" in params:
        params["encoding"] = value_text("encoding", params["encoding"])
    return message(guess.code, **params)


def value_text(option: str, value: object) -> str:
    """Return the value of an option in words."""
    if isinstance(value, bool):
        return tr("column names") if value else tr("no column names")
    known = {
        "kind": text_kinds,
        "encoding": encodings,
        "delimiter": delimiters,
        "decimal": decimals,
        "thousands": thousands,
        "dates": date_layouts,
    }
    titles = dict(known[option]()) if option in known else {}
    return titles.get(str(value), str(value))
