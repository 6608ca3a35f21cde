"""The commands that every package brings."""

# Name, and the function of the program's entry that it calls.
COMMANDS = {"statveil": "main", "statveil-gui": "window"}


def command(function: str) -> str:
    """Return the Python file that runs a function of the entry.

    Child processes import it, too, so it does nothing unless it is run.
    """
    return (
        "import sys\n\n"
        f"from desktop_app.entry import {function}\n\n"
        'if __name__ == "__main__":\n'
        f"    sys.exit({function}())\n"
    )
