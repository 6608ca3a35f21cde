"""Makes the packages for Windows, on Linux: an archive that needs no installation, and a setup."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from installer import bundling
from installer.packaging.archives import below, write_zip
from installer.packaging.commit import Commit
from installer.packaging.libraries import Parts, fill, licences_of, read_parts
from installer.packaging.windows_launchers import write_launchers
from installer.packaging.windows_python import (
    PYTHON,
    Given,
    Interpreter,
    Tools,
    fetch_tools,
    read_python,
)

_HERE = Path(__file__).parent / "windows"
_SYSTEM = "win_amd64"
# What nobody imports: databases, sounds, encrypted connections; and the list of signatures.
NO_FILES = (
    *("_sqlite3.pyd", "sqlite3.dll", "winsound.pyd", "_ssl.pyd", "libssl-3.dll"),
    *("python.cat", "python313._pth"),
)
# A library of Microsoft's that some parts need and Python lacks; Qt brings a copy.
_RUNTIME = "msvcp140.dll"
_PATHS = "python313.zip\n.\nLib\\site-packages\n"


def make_packages(commit: Commit, given: Given | None = None) -> list[Path]:
    """Write the archive and the setup into ``dist`` and return their places.

    Parameters
    ----------
    commit : Commit
        What is packed.
    given : Given or None
        The Python to pack; without it the one that the lock names.
    """
    for needed in ("osslsigncode", "makensis"):
        if shutil.which(needed) is None:
            sys.exit(f"Statveil: the packages for Windows need the command {needed}; install it.")
    name = f"statveil-{commit.version}"
    archive = commit.root / "dist" / f"{name}-{_SYSTEM}.zip"
    setup = commit.root / "dist" / f"{name}-{_SYSTEM}-setup.exe"
    with tempfile.TemporaryDirectory(prefix="statveil-build-") as made:
        folder = Path(made)
        parts = read_parts(commit, PYTHON, folder, _SYSTEM)
        tools = fetch_tools(commit, parts.wheels, folder, given)
        python = read_python(tools, folder, given)
        tree = folder / name
        _interpreter(tree / "python", python)
        site = tree / "python/Lib/site-packages"
        site.mkdir(parents=True)
        fill(site, parts, commit, PYTHON, _SYSTEM)
        shutil.copyfile(site / "PySide6" / _RUNTIME, tree / "python" / _RUNTIME)
        write_launchers(tree, tools.distlib)
        _documents(tree, parts, python, tools, commit)
        _date(tree, commit.moment)
        archive.parent.mkdir(exist_ok=True)
        write_zip(tree, archive, commit.moment, prefix=name)
        _make_setup(tree, setup, commit, folder)
    return [archive, setup]


def _interpreter(home: Path, python: Interpreter) -> None:
    shutil.copytree(python.folder, home, ignore=shutil.ignore_patterns(*NO_FILES))
    # Where Python imports from, and nowhere else.
    (home / "python313._pth").write_text(_PATHS)


def _documents(tree: Path, parts: Parts, python: Interpreter, tools: Tools, commit: Commit) -> None:
    text = (python.folder / "LICENSE.txt").read_text(encoding="utf-8", errors="replace")
    own = bundling.Part(
        "Python",
        python.version,
        "PSF-2.0, and those of the libraries in it",
        (("LICENSE.txt", text),),
        f"python-{python.version}",
        python.sha256,
    )
    everything = [own, bundling.part_of(tools.distlib), *parts.of]
    bill = json.dumps(bundling.bill(everything, commit.version), indent=1, ensure_ascii=False)
    readme = (_HERE / "README.txt").read_text(encoding="utf-8")
    _write(tree / "LICENCE.txt", (commit.root / "LICENSE").read_text(encoding="utf-8"))
    _write(tree / "LICENCES.txt", licences_of(everything, commit))
    _write(tree / "sbom.cdx.json", bill + "\n")
    _write(tree / "README.txt", readme)
    shutil.copyfile(commit.root / "resources/icons/statveil.ico", tree / "statveil.ico")


def _write(place: Path, text: str) -> None:
    """Write a text as programs on Windows read it: older ones need its line ends."""
    place.write_text(text, encoding="utf-8", newline="\r\n")


def _date(tree: Path, moment: int) -> None:
    for path in (tree, *below(tree)):
        os.utime(path, (moment, moment))


def _make_setup(tree: Path, setup: Path, commit: Commit, made: Path) -> None:
    files = made / "files.nsh"
    files.write_text(files_script(tree), encoding="utf-8")
    partial = setup.with_name(setup.name + ".partial")
    given = {
        "VERSION": commit.version,
        "TREE": str(tree),
        "ICON": str(tree / "statveil.ico"),
        "FILES": str(files),
        "OUT": str(partial),
    }
    command = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8"]
    command += [f"-D{name}={value}" for name, value in given.items()]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(commit.moment)}
    command += [str(_HERE / "statveil.nsi")]
    if subprocess.run(command, check=False, env=environment).returncode != 0:
        partial.unlink(missing_ok=True)
        sys.exit("Statveil: the setup for Windows could not be made; see above.")
    partial.replace(setup)


def files_script(tree: Path) -> str:
    """Return the lines of NSIS that pack every file of a folder, sorted by name.

    NSIS itself would take files in the order of the disk.
    """
    lines = []
    for folder in (tree, *(path for path in below(tree) if path.is_dir())):
        files = [path for path in sorted(folder.iterdir()) if path.is_file()]
        if files:
            place = "\\".join(("$INSTDIR", *folder.relative_to(tree).parts))
            lines.append(f'SetOutPath "{place}"')
            lines += [f'File "{path}"' for path in files]
    return "\n".join(lines) + "\n"
