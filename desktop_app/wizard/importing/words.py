"""What the step Data says while a file is imported: its meaning, and what comes next."""

from __future__ import annotations

from core.model import FileKind
from desktop_app.projects.opening import Gone
from desktop_app.text import define, percent, tr, tr_n
from desktop_app.views.frame.page import MainAction
from desktop_app.wizard.importing.session import ImportSession, ReadingState
from desktop_app.wizard.importing.wizard import FILE, LAYOUT, VALUES


def import_action(session: ImportSession, page: int) -> MainAction:
    """Name what the main button does on a page of the import."""
    if page <= FILE:
        looking = session.looking or session.previewing
        waiting = tr("Looking at the file…") if looking else ""
        blocked = waiting or tr("This file cannot be read.")
        ready = session.readable
        return MainAction(tr("Check the &layout"), ready, "" if ready else blocked)
    if page == LAYOUT:
        ready = session.laid_out
        waiting = tr("Preparing the preview…") if session.previewing else ""
        reason = waiting or tr("Change the layout until the list below is empty.")
        return MainAction(tr("Check the va&lues"), ready, "" if ready else reason)
    if session.opened is not None:
        rows = session.opened.dataset.rows
        if session.opened.dataset.sampling is not None:
            said = tr_n("&Work on {count} record", "&Work on {count} records", rows)
            return MainAction(said)
        return MainAction(tr_n("&Import {count} row", "&Import {count} rows", rows))
    reading = session.reading is ReadingState.RUNNING
    reason = tr("The whole file is being read.") if reading else tr("The file was not read.")
    return MainAction(tr("&Import"), False, reason)


def empty_words() -> tuple[str, ...]:
    """Return what is said while no file is open."""
    return (
        tr("Statveil reads your file and never changes it. The protected data go into a new file."),
        tr("Nothing leaves this computer."),
    )


def astray_words() -> tuple[str, ...]:
    """Return what is said while a project's input is not the one it was saved with."""
    return (
        tr("A project holds your decisions and the fingerprint of its input, but no record."),
        define("fingerprint"),
    )


def gone_words(gone: Gone) -> str:
    """Return what is said of a project file that is not where it was."""
    name, folder = gone.path.name, str(gone.path.parent)
    if gone.folder:
        return tr(
            "{name} is no longer in the folder {folder}. If you moved it, open it from where it "
            "is now.",
            name=name,
            folder=folder,
        )
    return tr(
        "{name} cannot be reached: the folder {folder} is not there now. Connect the drive and "
        "try again.",
        name=name,
        folder=folder,
    )


def import_words(page: int, kind: FileKind) -> tuple[str, ...]:
    """Return what is said on a page of the import."""
    if page == LAYOUT and not kind.is_text:
        return _typed_words(kind)
    if page == LAYOUT:
        return (
            tr("A wrong layout shows at once below: all in one column, or odd signs in words."),
            define("delimiter"),
            define("encoding"),
        )
    if page == VALUES:
        return (
            define("missing-code"),
            tr("A value such as -9 or 999 counts as a number unless you tick it here."),
            tr("The types come from the whole file, not only from its first rows."),
            *_declared_words(kind),
        )
    return (
        tr("The kind of file is recognised by its contents, not by its name."),
        tr("The next two pages let you change what was recognised."),
    )


def _typed_words(kind: FileKind) -> tuple[str, ...]:
    if kind.is_sheet:
        return (
            tr("Formulas count by their values, and merged cells for all that they cover."),
            tr("Skip the rows above the table, such as a title; blank rows are no records."),
        )
    return (
        tr("The file itself says what its columns are; there is nothing to choose here."),
        *((tr("Codes are shown with their labels."),) if kind.is_labelled else ()),
    )


def _declared_words(kind: FileKind) -> tuple[str, ...]:
    if not kind.is_labelled:
        return ()
    return (tr("Codes that the file declares as missing need no tick."),)


def open_words(share: float) -> tuple[str, ...]:
    """Return what is said of an open file, of whose cells a share is missing."""
    missing = (
        tr("No cell is missing.")
        if share == 0
        else tr(
            "{share} of the cells are missing. On the step Method you choose what is done with "
            "such records.",
            share=percent(share),
        )
    )
    return missing, tr("Next you say what each column is.")
