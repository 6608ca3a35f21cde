"""``python -m core``: the command line, which needs no window."""

from core.command_line import main

if __name__ == "__main__":
    raise SystemExit(main())
