"""``python -m core``: the command line, which needs no window.

``python -m`` puts the current folder in front of the standard library, so a file called ``csv.py``
in that folder would run instead of the library's. ``statveil`` and ``python -P -m core`` avoid
this; here is the earliest place where the module itself can remove the folder.
"""

import sys

if __name__ == "__main__":
    # Imported here because child processes import this file, too, and do not need it.
    if not sys.flags.safe_path:
        del sys.path[0]
    from pathlib import Path

    home = str(Path(__file__).resolve().parents[1])
    if home not in sys.path:
        sys.path.insert(0, home)

    from core.starting import start

    raise SystemExit(start())
