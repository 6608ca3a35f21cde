"""What is asked before the window or the project closes, or is saved over another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_app.text import tr, tr_n
from desktop_app.views.plain import plain_box


class Answer(Enum):
    """What the user wants done."""

    STAY = 0
    CLOSE = 1
    SAVE = 2


class Closing(Enum):
    """What is to be closed."""

    WINDOW = 0
    PROJECT = 1
    FOR_ANOTHER = 2


class Version(Enum):
    """Which version of a project its file shall hold."""

    OTHER = 0
    THIS = 1
    BOTH = 2


@dataclass(frozen=True, slots=True)
class Loss:
    """What closing would lose.

    Attributes
    ----------
    name : str
        Of the project.
    unsaved : bool
        Whether it has changes that are not saved.
    edited : int
        How many changed taxonomies are in no file.
    working : bool
        Whether the user's own work is under way.
    comparing, protecting : bool
        Whether that is a comparison, or a run.
    unreleased : bool
        Whether there is a result of which no release was written.
    rows : int
        How many rows of a comparison are in no file; only closing the window loses them.
    """

    name: str = ""
    unsaved: bool = False
    edited: int = 0
    working: bool = False
    comparing: bool = False
    protecting: bool = False
    unreleased: bool = False
    rows: int = 0

    @property
    def anything(self) -> bool:
        """Whether anything would be lost."""
        return self.unsaved or self.edited > 0 or self.run

    @property
    def run(self) -> bool:
        """Whether work under way or its result would be lost."""
        return self.working or self.unreleased


def confirm_closing(window: QWidget, loss: Loss, what: Closing = Closing.WINDOW) -> Answer:
    """Ask whether to close although changes are not saved, or a run would be lost."""
    role = QMessageBox.ButtonRole
    box = plain_box(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(
        {
            Closing.WINDOW: tr("Close Statveil"),
            Closing.PROJECT: tr("Close the project"),
            Closing.FOR_ANOTHER: tr("Open another file"),
        }[what]
    )
    sentences = _sentences(loss, what)
    box.setText(sentences[0])
    box.setInformativeText("\n\n".join(sentences[1:]))
    save = box.addButton(tr("&Save and close"), role.AcceptRole) if loss.unsaved else None
    title = tr("Close &without saving") if loss.unsaved else tr("&Close anyway")
    if what is Closing.FOR_ANOTHER:
        title = tr("&Open the other file")
    close = box.addButton(title, role.DestructiveRole)
    stay = box.addButton(tr("S&tay"), role.RejectRole)
    box.setDefaultButton(save or stay)
    box.setEscapeButton(stay)
    box.exec()
    chosen = box.clickedButton()
    if save is not None and chosen is save:
        return Answer.SAVE
    return Answer.CLOSE if chosen is close else Answer.STAY


def choose_version(window: QWidget, name: str) -> Version:
    """Ask what to save where another window has saved the project `name` since."""
    role = QMessageBox.ButtonRole
    box = plain_box(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(tr("Save the project"))
    box.setText(tr("{name} was changed outside this window.", name=name))
    box.setInformativeText(
        tr("It may be open in a second window. Overwriting it would lose those changes.")
    )
    save_button = box.addButton(tr("Save &as…"), role.AcceptRole)
    this = box.addButton(tr("&Overwrite"), role.DestructiveRole)
    discard_button = box.addButton(tr("&Do not save"), role.RejectRole)
    box.setDefaultButton(save_button)
    box.setEscapeButton(discard_button)
    box.exec()
    chosen = box.clickedButton()
    if chosen is this:
        return Version.THIS
    return Version.BOTH if chosen is save_button else Version.OTHER


def _sentences(loss: Loss, what: Closing) -> list[str]:
    """Return what would be lost, what matters most first."""
    sentences = []
    if loss.unsaved:
        sentences.append(tr("The project {name} has changes that are not saved.", name=loss.name))
    if loss.edited:
        sentences.append(
            tr_n(
                "{count} changed taxonomy is in no file yet and would be lost.",
                "{count} changed taxonomies are in no file yet and would be lost.",
                loss.edited,
            )
        )
    if loss.unsaved and what is Closing.WINDOW:
        sentences.append(tr("If you close without saving, they are offered at the next start."))
    if loss.unsaved and what is Closing.PROJECT:
        sentences.append(tr("If you close without saving, a copy is kept until you delete it."))
    if loss.run:
        stops = []
        if loss.comparing:
            stops.append(
                tr("A comparison of methods is running. It will stop, and what it found is lost.")
            )
        if loss.protecting:
            stops.append(tr("The protection is running. It will stop and must be repeated."))
        if loss.unreleased:
            stops.append(
                tr("The protected data have not been released yet. The run must then be repeated.")
            )
        sentences += stops or [tr("Work is still running. It will stop.")]
    if loss.rows and what is Closing.WINDOW and not loss.comparing:
        sentences.append(
            tr_n(
                "The comparison of methods has {count} row, which is in no file and would be lost. "
                "To keep it, stay and save the table on the step Method with a right click.",
                "The comparison of methods has {count} rows, which are in no file and would be "
                "lost. To keep them, stay and save the table on the step Method with a right "
                "click.",
                loss.rows,
            )
        )
    return sentences
