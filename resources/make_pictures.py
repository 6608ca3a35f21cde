"""Writes the pictures of README and guide: ``python -m resources.make_pictures [FOLDER]``.

The window is the real one, with a sample survey in it, drawn without a display. Nothing of the
user's is read or written: settings and copies for recovery go to a temporary folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from desktop_app.main_window import MainWindow
from desktop_app.preferences import in_force
from desktop_app.state import Step
from desktop_app.wizard.results_page import RECORDS
from resources import FOLDER, MANUAL
from resources.picture_makers import business_example, household_example
from resources.picture_makers.drawing import application, save_picture
from resources.picture_makers.hands import Hands

PICTURES = FOLDER / "pictures"
GUIDE_PICTURES = MANUAL / "pictures"
COMPARISON = "comparison.png"
"""The step Method: four methods with the suggested values of k, compared on a sample."""
RESULTS = "results.png"
"""The step Results: original and protected records side by side."""

RELEASES = Path("/tmp/releases")
"""Where releases go: pictures show the path, so that chance and the user are not in it."""

_SAMPLE = FOLDER / "samples" / "household_survey.recipe.json"
_METHODS = {"mdav", "best", "best-t", "t-closeness-first"}
_SIZE = (1280, 760)
# Pages are narrower than the README: the words in a picture stay larger.
_GUIDE_SIZE = (1120, 800)


def make(readme: Path, guide: Path) -> None:
    """Write all pictures, replacing them.

    Parameters
    ----------
    readme, guide : Path
        Existing folders. The figures of time in a picture are those of this machine.

    Raises
    ------
    FileExistsError
        If there is a folder `RELEASES` already: what is in it is not this script's to remove.
    """
    with TemporaryDirectory() as settings, _releases_folder() as releases:
        # Windows stay until the end: what their threads still deliver needs them.
        kept: list[object] = [application(Path(settings))]
        in_force.choose(in_force.RELEASES, str(releases))
        hands = _hands(_SIZE)
        kept.append(hands)
        _readme(hands, readme)
        hands.close()
        for example in (household_example, business_example):
            hands = _hands(_GUIDE_SIZE)
            kept.append(hands)
            _example(hands, example.walk, releases / example.SAMPLE.stem, guide)
            hands.close()


@contextmanager
def _releases_folder() -> Iterator[Path]:
    """Make the folder `RELEASES`, and remove it in the end with all that is in it."""
    RELEASES.mkdir()
    try:
        yield RELEASES
    finally:
        rmtree(RELEASES)


def _hands(size: tuple[int, int]) -> Hands:
    """Return hands in front of a new window without a file."""
    window = MainWindow()
    window.resize(*size)
    window.show()
    return Hands(window)


def _readme(hands: Hands, folder: Path) -> None:
    window = hands.window
    window.open_path(str(_SAMPLE))
    hands.until(lambda: window.store.dataset is not None)
    hands.rest()
    window.show_step(Step.METHOD)
    _compare(hands)
    save_picture(window, folder / COMPARISON)
    hands.show(Step.RUN)
    hands.run()
    hands.show(Step.RESULTS, RECORDS)
    save_picture(window, folder / RESULTS)


def _compare(hands: Hands) -> None:
    """Compare four methods, each with the suggested values of k."""
    page = hands.method
    page.compare_button.click()
    page.compare.panel.cancel()
    hands.rest()
    page.compare.set_up()
    page.compare.setup.vary("k")
    for name, box in page.compare.setup.methods.boxes.items():
        if box.isChecked() is not (name in _METHODS):
            box.click()
    hands.window.footer.main_button.click()
    hands.rest()


_Walk = Callable[[Hands, Path, Callable[[str], None]], None]


def _example(hands: Hands, walk: _Walk, release: Path, folder: Path) -> None:
    def take(name: str) -> None:
        save_picture(hands.window, folder / name)

    walk(hands, release, take)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        given = Path(sys.argv[1])
        make(given, given)
    else:
        make(PICTURES, GUIDE_PICTURES)
