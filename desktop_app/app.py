"""Builds the application: its name, its look, its housekeeping, its window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, QSettings, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from core import __version__
from desktop_app import theme
from desktop_app.defects import install_hooks, sentence_instead_of_abort
from desktop_app.jobs import JobRunner, Lane
from desktop_app.main_window import MainWindow
from desktop_app.preferences.in_force import SCRATCH, complaints, value_of
from desktop_app.preferences.scratch_folder import apply_scratch
from desktop_app.settings import upgrade
from desktop_app.state import Step
from desktop_app.text import tr
from desktop_app.text.translate import speak
from desktop_app.theme.fonts import settle_fonts
from desktop_app.theme.magnification import magnified
from desktop_app.warming import Collector, WarmUp
from desktop_app.wizard.data_page import DataPage

_WARM_UP_MILLISECONDS = 200


class FirstPaint(QObject):
    """Waits until a widget is painted, however long that takes.

    Signals
    -------
    came()
        It is, for the first time.
    """

    came = Signal()

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the event pass."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.came.emit)
        return False


def build(arguments: Sequence[str]) -> QApplication:
    """Return the application, named and themed."""
    QCoreApplication.setOrganizationName("Statveil")
    QCoreApplication.setApplicationName("Statveil")
    QCoreApplication.setApplicationVersion(__version__)
    with sentence_instead_of_abort(), magnified():
        app = QApplication([sys.argv[0], *arguments])
    app.setStyle("Fusion")
    upgrade(QSettings())
    if QLocale.system().language() is QLocale.Language.C:
        # Where the system names no language, numbers are still readable: C groups no thousands.
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    speak(app, QLocale())
    settle_fonts()
    theme.manager()
    app.setWindowIcon(theme.icon("statveil"))
    # By it a desktop finds the window's entry, and so its name and icon.
    app.setDesktopFileName("statveil")
    return app


def run(arguments: Sequence[str]) -> int:
    """Show the window until it is closed; return the exit status.

    Parameters
    ----------
    arguments : sequence of str
        The first, if any, is a project, a recipe or a data file to open.
    """
    install_hooks()
    app = build(arguments)
    collector = Collector(app)
    window = MainWindow()
    first_paint = FirstPaint(window)
    window.show()
    ignored = complaints()
    if ignored:
        window.notice.say("\n".join(ignored), icon="attention")
    if value_of(SCRATCH):
        # The lane reads files one after the other, so the first one finds the folder in use.
        title = tr("Looking at the folder for scratch files")
        window.runner.run(lambda _job: apply_scratch(), Lane.IO, title, quiet=True)
    if arguments:
        window.open_path(arguments[0])
    # Its lane imports the engine first.
    first_paint.came.connect(window.keeper.storage.look_for_left)
    warming = WarmUp(window.runner, window)
    warming.finished.connect(collector.settle)
    warming.finished.connect(window.say_nothing)
    say_first_start(warming, window)
    window.say_quietly(tr("Preparing computations…"), _while_ready())
    first_paint.came.connect(lambda: QTimer.singleShot(_WARM_UP_MILLISECONDS, warming.begin))
    status = app.exec()
    runner = window.runner
    if isinstance(runner, JobRunner) and not runner.close():
        # A thread hangs in the system, such as in a read from a dead network drive; Python would
        # wait for it for ever. Everything of ours is written by now, except what was printed.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status)
    return status


def say_first_start(warming: WarmUp, window: MainWindow) -> None:
    """Let the window say, where files are opened and in the corner, that a first start takes long.

    When it is over, a notice says so. It is shown already, and `warming` is not begun yet.
    """
    page = window.page(Step.DATA)
    if isinstance(page, DataPage):
        warming.compiles.connect(page.empty.say_first_start)
        warming.finished.connect(page.empty.end_first_start)
    warming.compiles.connect(
        lambda: window.say_quietly(tr("First start: preparing for some minutes…"), _while_ready())
    )
    warming.compiled.connect(
        lambda: window.notice.say_briefly(tr("Preparing is done. Every run now starts at once."))
    )


def _while_ready() -> str:
    return tr(
        "You can go on working. On the first start on a computer this takes some minutes; until "
        "then, the first run and the first pictures may take longer."
    )
