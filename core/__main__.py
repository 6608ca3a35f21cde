"""``python -m core``: the command line, which needs no window."""

if __name__ == "__main__":
    # Not above: a child process imports this file, too, and needs none of it.
    from core.command_line import main

    raise SystemExit(main())
