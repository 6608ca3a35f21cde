"""Loads the libraries of the window that the system lacks, before Qt asks for them.

Python runs this module at its start. The system's own libraries come first, because they fit its
drivers, and so do its settings of fonts.
"""

import ctypes
import os
import sys
from pathlib import Path

_FOLDER = Path(sys.prefix) / "window"
_FONTS = Path("/etc/fonts/fonts.conf")


class _BeforeQt:
    """Hears of every import and finds nothing itself."""

    def find_spec(self, name, *_):
        """Load the libraries when Qt is about to be imported."""
        if name == "PySide6":
            if not _FONTS.is_file() and "FONTCONFIG_PATH" not in os.environ:
                os.environ.setdefault("FONTCONFIG_FILE", str(_FOLDER / "fonts.conf"))
            for library in (_FOLDER / "order.txt").read_text().split():
                _load(library)


def _load(name):
    for place in (name, _FOLDER / name):
        try:
            ctypes.CDLL(str(place))
        except OSError:
            continue
        return


sys.meta_path.insert(0, _BeforeQt())
