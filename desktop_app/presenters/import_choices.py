"""What can be chosen for a file's layout, in words, and what follows from a new guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from core.model import FileKind, ReadOptions
from desktop_app.text import message, tr

if TYPE_CHECKING:
    from core.io import Guess


def encodings() -> tuple[tuple[str, str], ...]:
    """Return encodings with titles that begin with what differs, for a narrow box."""
    return (
        ("utf-8", tr("UTF-8")),
        ("utf-8-sig", tr("UTF-8 with a mark in front")),
        ("cp1252", tr("Windows-1252 (Western Europe)")),
        ("iso-8859-1", tr("Latin-1 (Western Europe)")),
        ("iso-8859-15", tr("Latin-9 (Western Europe, €)")),
        ("cp1250", tr("Windows-1250 (Central Europe)")),
        ("iso-8859-2", tr("Latin-2 (Central Europe)")),
        ("cp1251", tr("Windows-1251 (Cyrillic)")),
        ("cp1253", tr("Windows-1253 (Greek)")),
        ("cp1254", tr("Windows-1254 (Turkish)")),
        ("utf-16", tr("UTF-16")),
        ("cp437", tr("Code page 437 (DOS)")),
        ("cp850", tr("Code page 850 (DOS, Western)")),
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
    """Return the ways in which the columns of a text file may be separated."""
    return (
        (FileKind.CSV.value, tr("Delimiter")),
        (FileKind.FIXED_WIDTH.value, tr("Fixed positions")),
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
    """List the layouts of dates that can be declared."""
    return (
        ("", tr("Only unambiguous dates")),
        ("%Y-%m-%d", tr("2020-01-31  year-month-day")),
        ("%d.%m.%Y", tr("31.01.2020  day.month.year")),
        ("%d/%m/%Y", tr("31/01/2020  day/month/year")),
        ("%m/%d/%Y", tr("01/31/2020  month/day/year")),
        ("%d-%m-%Y", tr("31-01-2020  day-month-year")),
        ("%m-%d-%Y", tr("01-31-2020  month-day-year")),
        ("%Y/%m/%d", tr("2020/01/31  year/month/day")),
        ("%Y.%m.%d", tr("2020.01.31  year.month.day")),
    )


def guess_text(guess: Guess) -> str:
    """Return why an option was taken, with the option's value as it is called here."""
    params = dict(guess.params)
    if "encoding" in params:
        params["encoding"] = value_text("encoding", params["encoding"])
    return message(guess.code, **params)


def value_text(option: str, value: object) -> str:
    """Write the value of an option in words."""
    if isinstance(value, bool):
        return tr("column names") if value else tr("no column names")
    titles_of_options = {
        "kind": text_kinds,
        "encoding": encodings,
        "delimiter": delimiters,
        "decimal": decimals,
        "thousands": thousands,
        "dates": date_layouts,
    }
    titles = dict(titles_of_options[option]()) if option in titles_of_options else {}
    return titles.get(str(value), str(value))


# What a file is cut by: the other guesses follow from it.
_CUT_BY = ("skip", "encoding", "delimiter", "decimal", "sheet")


def cuts_otherwise(earlier: ReadOptions, later: ReadOptions) -> bool:
    """Check whether guesses under `earlier` may not hold under `later`."""
    return any(getattr(earlier, name) != getattr(later, name) for name in _CUT_BY)


def said_of(options: ReadOptions, guessed: ReadOptions) -> Mapping[str, object]:
    """Select the options of cutting the file that the user changed."""
    return {
        name: getattr(options, name)
        for name in _CUT_BY
        if getattr(options, name) != getattr(guessed, name)
    }


def follow_guesses(options: ReadOptions, earlier: ReadOptions, later: ReadOptions) -> ReadOptions:
    """Update `options` with the guesses of `later` wherever they are still those of `earlier`.

    Missing codes are looked at one by one: those that the user ticked stay, those that he
    unticked stay away.
    """
    new = {
        field.name: getattr(later, field.name)
        for field in fields(ReadOptions)
        if getattr(options, field.name) == getattr(earlier, field.name)
    }
    ticked = tuple(code for code in options.missing if code not in earlier.missing)
    unticked = {code for code in earlier.missing if code not in options.missing}
    guessed_codes = tuple(code for code in later.missing if code not in unticked)
    new["missing"] = tuple(dict.fromkeys((*guessed_codes, *ticked)))
    return replace(options, **new)
