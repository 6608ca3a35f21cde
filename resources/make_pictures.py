"""Writes the README's pictures: ``python -m resources.make_pictures [FOLDER]``.

The window is the real one, with a sample survey in it, drawn without a display. Nothing of the
user's is read or written: settings and copies for recovery go to a temporary folder.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import numpy as np
from PIL import Image
from PySide6.QtCore import QBuffer, QEventLoop, QSettings
from PySide6.QtWidgets import QApplication

from desktop_app import theme
from desktop_app.app import build
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.wizard.method_page import MethodPage
from desktop_app.wizard.results_page import RECORDS
from resources import FOLDER

PICTURES = FOLDER / "pictures"
COMPARISON = "comparison.png"
"""The step Method: four methods with the suggested values of k, compared on a sample."""
RESULTS = "results.png"
"""The step Results: original and protected records side by side."""

_SAMPLE = FOLDER / "samples" / "household_survey.recipe.json"
_METHODS = {"mdav", "best", "best-t", "t-closeness-first"}
_SCREEN = {"name": "screen", "x": 0, "y": 0, "width": 1600, "height": 1000}
_SIZE = (1280, 760)
# Of about two thousand; the others are smoothed edges, for which the nearest of these will do.
_COLOURS = 192
_LONGEST_WAIT_SECONDS = 300
_QUIET_SECONDS = 1.0


def make(folder: Path) -> None:
    """Write both pictures into `folder`, replacing them.

    Parameters
    ----------
    folder : Path
        An existing folder. The figures of time in the picture are those of this machine.
    """
    with TemporaryDirectory() as place:
        app = _application(Path(place))
        window = MainWindow()
        window.resize(*_SIZE)
        window.show()
        window.open_path(str(_SAMPLE))
        _until(app, lambda: window.store.dataset is not None)
        _until_idle(app, window)
        window.show_step(Step.METHOD)
        _compare(app, window)
        _save(window, folder / COMPARISON)
        window.show_step(Step.RUN)
        _until_idle(app, window)
        window.footer.main_button.click()
        _until(app, lambda: window.step is Step.RESULTS)
        window.show_part(Step.RESULTS, RECORDS)
        _until_idle(app, window)
        _save(window, folder / RESULTS)
        _close(app, window)


def _application(place: Path) -> QApplication:
    """Return the application on a screen of its own, whose settings stay in `place`."""
    screens = place / "screens.json"
    screens.write_text(json.dumps({"screens": [_SCREEN]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"
    os.environ["XDG_DATA_HOME"] = str(place)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(place))
    app = build([])
    theme.manager().choose(theme.ThemeChoice.LIGHT)
    return app


def _compare(app: QApplication, window: MainWindow) -> None:
    """Compare four methods, each with the suggested values of k."""
    page = window.page(Step.METHOD)
    assert isinstance(page, MethodPage)
    page.compare_button.click()
    page.compare.panel.cancel()
    _until_idle(app, window)
    page.compare.set_up()
    page.compare.setup.vary("k")
    for name, box in page.compare.setup.methods.boxes.items():
        if box.isChecked() is not (name in _METHODS):
            box.click()
    window.footer.main_button.click()
    _until_idle(app, window)


def _until(app: QApplication, holds: Callable[[], bool]) -> None:
    """Let the window work until `holds` does."""
    end = monotonic() + _LONGEST_WAIT_SECONDS
    while not holds():
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        if monotonic() > end:
            raise TimeoutError("the window did not get there")


def _until_idle(app: QApplication, window: MainWindow) -> None:
    """Let the window work until nothing has run in it for a while."""
    since = monotonic()

    def is_idle() -> bool:
        nonlocal since
        if window.runner.operations:
            since = monotonic()
        return monotonic() - since > _QUIET_SECONDS

    _until(app, is_idle)


def _save(window: MainWindow, path: Path) -> None:
    """Write a picture of the window in its most frequent colours."""
    drawn = QBuffer()
    window.grab().save(drawn, "PNG")
    pixels = np.asarray(Image.open(io.BytesIO(drawn.data().data())).convert("RGB"))
    found, place, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    palette = found[np.argsort(-counts, kind="stable")[:_COLOURS]]
    distances = ((found[:, None, :].astype(np.int64) - palette) ** 2).sum(axis=2)
    nearest = distances.argmin(axis=1).astype(np.uint8)
    picture = Image.fromarray(nearest[place].reshape(pixels.shape[:2]))
    picture.putpalette(palette.tobytes())
    picture.save(path, optimize=True)


def _close(app: QApplication, window: MainWindow) -> None:
    """Close the window without the question what becomes of the result."""
    window.ask_again()
    window.keeper.storage.close(keep=False)
    window.runner.cancel_all()
    _until(app, lambda: not window.runner.operations)
    window.hide()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
