"""The two programs in the folder for Windows, which start the Python beside them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from installer.packaging.commands import COMMANDS, command

# Name, the starter in distlib's wheel (with a console, or without), and the interpreter.
_STARTERS = {
    "statveil": ("distlib/t64.exe", "python.exe"),
    "statveil-gui": ("distlib/w64.exe", "pythonw.exe"),
}
# Nothing of the user's own, and nothing from the folder in which it is called.
_OPTIONS = "-I"


def write_launchers(folder: Path, distlib: Path) -> None:
    """Write ``statveil.exe`` and ``statveil-gui.exe`` into a folder that holds ``python``.

    Parameters
    ----------
    folder : Path
        The folder may be moved: the programs look for Python beside themselves.
    distlib : Path
        The wheel of distlib, from which pip takes the same starters for every command.
    """
    with zipfile.ZipFile(distlib) as wheel:
        for name, function in COMMANDS.items():
            starter, python = _STARTERS[name]
            content = launcher(wheel.read(starter), python, command(function))
            (folder / f"{name}.exe").write_bytes(content)


def launcher(starter: bytes, python: str, script: str) -> bytes:
    """Return a program: a starter, the line that names the interpreter, and a script in an archive.

    Parameters
    ----------
    starter : bytes
        Reads the two others from its own end.
    python : str
        The interpreter's file in the folder ``python`` beside the program.
    script : str
        What the interpreter runs.
    """
    line = f"#!<launcher_dir>\\python\\{python} {_OPTIONS}\r\n"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        # Without a date, the same script gives the same bytes.
        packed.writestr(zipfile.ZipInfo("__main__.py"), script)
    return starter + line.encode() + archive.getvalue()
