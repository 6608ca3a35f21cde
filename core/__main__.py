"""``python -m core``: the command line, which needs no window.

Python puts the folder in which the user stands before its own library here, so a file such as
``csv.py`` in it would run in place of the library's. ``statveil`` and ``python -P -m core`` never
do that; this is the earliest place where the module itself can take the folder away.
"""

import sys

if __name__ == "__main__":
    # Not above: a child process imports this file, too, and needs none of it.
    if not sys.flags.safe_path:
        del sys.path[0]
    from pathlib import Path

    home = str(Path(__file__).resolve().parents[1])
    if home not in sys.path:
        sys.path.insert(0, home)

    from core.starting import start

    raise SystemExit(start())
