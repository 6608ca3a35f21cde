"""Fills a folder with the parts that the lock names, and with the program itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from installer import bundling
from installer.packaging.archives import unpack_tar
from installer.packaging.commit import Commit
from installer.packaging.leaving_out import correct_records, leave_out

SYSTEM = "linux_x86_64"
# Builds the project; not needed where it is installed.
_BUILDER = "setuptools"
_PROGRAM = ("core", "desktop_app", "resources")
# Scripts that make what the folder holds.
_MAKERS = (
    "make_icon.py",
    "make_language.py",
    "make_pictures.py",
    "make_reference.py",
    "make_samples.py",
    "picture_makers",
    "sample_makers",
    "taxonomy_makers",
    "pictures",
)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that a package holds: their wheels, licences and bill of materials."""

    wheels: Path
    lock: str
    of: tuple[bundling.Part, ...]


def read_parts(commit: Commit, python: str, made: Path, system: str = SYSTEM) -> Parts:
    """Return the parts for a Python, from the archive in ``dist``, which is made if it is missing.

    Parameters
    ----------
    commit : Commit
        Its lock says which parts there are.
    python : str
        Such as ``3.11``.
    made : Path
        A folder for the wheels.
    system : str, optional
        One of `bundling.SYSTEMS`.
    """
    archive = commit.root / "dist" / bundling.archive_name(commit.version, python, system)
    if not archive.is_file():
        command = [sys.executable, "-I", str(commit.root / "installer/bundling.py")]
        given = [str(commit.root), "--python", python, "--system", system]
        if subprocess.run([*command, *given], check=False).returncode != 0:
            sys.exit(2)
    with tarfile.open(archive) as packed:
        unpack_tar(packed, made)
    lock = (commit.root / "installer/locks/desktop.txt").read_text(encoding="utf-8")
    wheels = sorted((made / "wheels").glob("*.whl"))
    parts = (bundling.part_of(wheel) for wheel in wheels)
    return Parts(
        made / "wheels",
        bundling.applicable(lock, python, system),
        tuple(part for part in parts if part.name != _BUILDER),
    )


def fill(site: Path, parts: Parts, commit: Commit, python: str, system: str = SYSTEM) -> None:
    """Install parts and program into a folder from which a Python imports them.

    pip compares the hash of every part with the lock of the commit.
    """
    lock = site.parent / "lock.txt"
    lock.write_text(_without_builder(parts.lock), encoding="utf-8")
    target = [word for name in bundling.SYSTEMS[system] for word in ("--platform", name)]
    digits = python.replace(".", "")
    target += [word for abi in (f"cp{digits}", "abi3", "none") for word in ("--abi", abi)]
    target += ["--python-version", python, "--implementation", "cp", "--target", str(site)]
    command = [sys.executable, "-I", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--disable-pip-version-check", "--no-compile", "--only-binary", ":all:"]
    command += ["--require-hashes", "--find-links", str(parts.wheels), "--requirement", str(lock)]
    # It would ask for the Python of the build; the lock was read for the other one.
    command += ["--ignore-requires-python"]
    if subprocess.run([*command, *target], check=False).returncode != 0:
        sys.exit("Statveil: the parts could not be installed; see above. No package was written.")
    lock.unlink()
    # Their first lines name the Python of the build.
    shutil.rmtree(site / "bin", ignore_errors=True)
    commit.unpack(site, *_PROGRAM)
    for name in _MAKERS:
        made = site / "resources" / name
        shutil.rmtree(made) if made.is_dir() else made.unlink()
    leave_out(site)
    correct_records(site)
    for path in site.rglob("*"):
        if path.is_file() and not path.is_symlink():
            path.chmod(0o644)


def licences_of(parts: Sequence[bundling.Part], commit: Commit) -> str:
    """Return the licences of the program and of some parts in one text."""
    own = (commit.root / "LICENSE").read_text(encoding="utf-8")
    return bundling.licences(parts, commit.root / "resources/licences", own)


def _without_builder(lock: str) -> str:
    kept, keep = [], True
    for line in lock.splitlines(keepends=True):
        if not line.startswith(" "):
            keep = not line.startswith(f"{_BUILDER}==")
        if keep:
            kept.append(line)
    return "".join(kept)
