"""``python -m desktop_app [FILE]``: what the installed command ``statveil`` does."""

from desktop_app.entry import main

if __name__ == "__main__":
    raise SystemExit(main())
