"""Makes the archive that needs no installation: an interpreter, the parts and the program."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from installer import bundling
from installer.packaging import debian_files
from installer.packaging.archives import write_tar_xz
from installer.packaging.commands import COMMANDS, command
from installer.packaging.commit import Commit
from installer.packaging.debian_files import Package
from installer.packaging.kernels_ahead import compile_kernels
from installer.packaging.libraries import SYSTEM, Parts, fill, licences_of, read_parts

_HERE = Path(__file__).parent / "portable"
_PYTHON = "3.11"
# Modules of the library whose own libraries are left out: nobody imports them.
_NO_MODULES = (
    *("_sqlite3", "_curses", "_curses_panel", "readline", "_dbm", "_gdbm", "nis"),
    *("_crypt", "_uuid", "_tkinter", "_testcapi", "_testinternalcapi", "_ctypes_test"),
)
_NO_FOLDERS = ("test", "idlelib", "lib2to3", "pydoc_data", "turtledemo", "__pycache__")


def make_archive(commit: Commit) -> Path:
    """Write the archive into ``dist`` and return its place."""
    name = f"statveil-{commit.version}"
    place = commit.root / "dist" / f"{name}-{SYSTEM}.tar.xz"
    if shutil.which("patchelf") is None:
        sys.exit("Statveil: the portable archive needs the command patchelf; install it first.")
    with tempfile.TemporaryDirectory(prefix="statveil-build-") as made:
        packages = debian_files.fetch(Path(made))
        parts = read_parts(commit, _PYTHON, Path(made))
        tree = Path(made) / name
        _interpreter(tree / "python", packages)
        _window(tree / "python/window", packages)
        # Debian's Python looks for them there.
        site = tree / "python/lib/python3/dist-packages"
        site.mkdir(parents=True)
        fill(site, parts, commit, _PYTHON)
        compile_kernels(site, str(tree / f"python/bin/python{_PYTHON}"))
        _commands(tree)
        _documents(tree, parts, packages, commit)
        _compile(tree / "python")
        place.parent.mkdir(exist_ok=True)
        write_tar_xz(tree, place, commit.moment, prefix=name)
    return place


def _interpreter(home: Path, packages: dict[str, Package]) -> None:
    """Put Debian's Python into a folder in such a way that it may be moved."""
    library = home / f"lib/python{_PYTHON}"
    for name in debian_files.PYTHON:
        source = packages[name].folder / "usr/lib" / f"python{_PYTHON}"
        if source.is_dir():
            ignore = shutil.ignore_patterns("sitecustomize.py")
            shutil.copytree(source, library, symlinks=True, dirs_exist_ok=True, ignore=ignore)
    for name in _NO_FOLDERS:
        shutil.rmtree(library / name, ignore_errors=True)
    for name in _NO_MODULES:
        for path in (library / "lib-dynload").glob(f"{name}.*"):
            path.unlink()
    shutil.copyfile(_HERE / "sitecustomize.py", library / "sitecustomize.py")
    for name, wanted in debian_files.BELOW_PYTHON.items():
        for file in wanted:
            shutil.copyfile(packages[name].library(file), home / "lib" / file)
    program = home / "bin" / f"python{_PYTHON}"
    program.parent.mkdir()
    shutil.copy(packages[debian_files.PYTHON[0]].folder / f"usr/bin/python{_PYTHON}", program)
    # Where it and the modules of its library look for libraries before the system's folders.
    subprocess.run(
        ["patchelf", "--force-rpath", "--set-rpath", "$ORIGIN/../lib", program], check=True
    )


def _window(folder: Path, packages: dict[str, Package]) -> None:
    folder.mkdir()
    order = []
    for name, wanted in debian_files.BELOW_WINDOW.items():
        for file in wanted:
            shutil.copyfile(packages[name].library(file), folder / file)
            order.append(file)
    (folder / "order.txt").write_text("\n".join(order) + "\n")
    shutil.copyfile(_HERE / "fonts.conf", folder / "fonts.conf")


def _commands(tree: Path) -> None:
    for name, function in COMMANDS.items():
        shutil.copyfile(_HERE / "launcher", tree / name)
        (tree / name).chmod(0o755)
        (tree / "python/bin" / f"{name}.py").write_text(command(function))


def _documents(tree: Path, parts: Parts, packages: dict[str, Package], commit: Commit) -> None:
    (tree / "LICENCES.txt").write_text(licences_of(parts.of, commit), encoding="utf-8")
    folder = tree / "python/licences"
    folder.mkdir()
    for package in packages.values():
        (folder / f"{package.name}.txt").write_bytes(package.licence(packages))
    document = bill(bundling.bill(parts.of, commit.version), packages)
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    (tree / "sbom.cdx.json").write_text(text, encoding="utf-8")
    readme = (_HERE / "README.txt").read_text().replace("VERSION", commit.version)
    (tree / "README.txt").write_text(readme)


def bill(document: dict[str, object], packages: dict[str, Package]) -> dict[str, object]:
    """Return a bill of materials that also lists packages of Debian's."""
    components = document["components"]
    assert isinstance(components, list)
    more = [
        {
            "type": "library",
            "bom-ref": f"debian/{package.name}",
            "name": package.name,
            "version": package.version,
            "purl": f"pkg:deb/debian/{package.name}@{package.version}?arch=amd64&distro=bookworm",
            "hashes": [{"alg": "SHA-256", "content": package.sha256}],
            "licenses": [{"license": {"name": f"see python/licences/{package.name}.txt"}}],
        }
        for package in packages.values()
    ]
    return {**document, "components": [*components, *more]}


def _compile(home: Path) -> None:
    """Compile Python's files with the interpreter they are for, so that no start has to do it."""
    python = home / f"bin/python{_PYTHON}"
    how = ["-m", "compileall", "-f", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash"]
    # What does not name the folder of the build is the same wherever it is made.
    subprocess.run(
        [python, "-P", "-s", "-B", *how, "-s", str(home), str(home / "lib")],
        check=False,
        stdout=subprocess.DEVNULL,
        env={"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
    )
