"""The keys of the menus on X11, where the standard keys differ from those offscreen."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.desktop.processes import run_python

# Prints every key of the menus.
_KEYS = """
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
application = QApplication([])
from desktop_app.main_window import MainWindow
window = MainWindow()
window.show()
assert QTest.qWaitForWindowExposed(window)
print("platform", application.platformName(), "", sep="|")
for action in window.findChildren(QAction):
    for key in action.shortcuts():
        print("key", action.text().replace("&", ""), key.toString(), sep="|")
import os
os._exit(0)
"""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """Return an X display that nobody sees."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("Xvfb is not installed, so there is no X display to try the keys on")
    read, write = os.pipe()
    command = [server, "-displayfd", str(write), "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as said:
        number = said.readline().strip()
    try:
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(120)


def test_no_key_of_the_menus_is_given_twice(display, tmp_path) -> None:
    # A key that is given twice is ambiguous to Qt, and pressing it does nothing.
    surroundings = {
        "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data"),
    }  # fmt: skip
    done = run_python("-c", _KEYS, **surroundings)
    if "platform|xcb" not in done.stdout:
        pytest.skip(f"Qt cannot open an X display here: {done.stderr.strip()[-200:]}")
    keys = [line.split("|")[1:] for line in done.stdout.splitlines() if line.startswith("key|")]
    assert ["Redo", "Ctrl+Shift+Z"] in keys
    assert [key for key, count in Counter(k for _, k in keys).items() if count > 1] == []
