"""What can be chosen for a file's layout, in words."""

from __future__ import annotations

from desktop_app.text import tr


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


def value_text(option: str, value: object) -> str:
    """Return the value of an option in words."""
    if isinstance(value, bool):
        return tr("column names") if value else tr("no column names")
    known = {"encoding": encodings, "delimiter": delimiters, "decimal": decimals}
    titles = dict(known[option]()) if option in known else {}
    return titles.get(str(value), str(value))
