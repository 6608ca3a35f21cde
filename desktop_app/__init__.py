"""The window: shows and steers the engine; nothing in `core` knows it."""

import sys

# ``python -m desktop_app`` puts the current folder in front of the standard library, so a file
# called ``csv.py`` there would run instead of the library's; see ``core/__main__.py``.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    del sys.path[0]
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# Before numpy, whose number of threads it sets.
import core  # noqa: F401
from desktop_app.lost_references import add_references

add_references()
