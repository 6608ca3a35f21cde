"""Makes the packages that ``installer/build`` is asked for."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from installer import bundling
from installer.packaging.commit import Commit, read_commit
from installer.packaging.debian_package import make_package
from installer.packaging.debian_texts import RELEASES
from installer.packaging.portable_archive import make_archive
from installer.packaging.windows_packages import make_packages
from installer.packaging.windows_python import Given, sum_given

_PORTABLE, _WINDOWS = "portable", "windows"


def main() -> None:
    """Make the packages that the arguments name."""
    given = _arguments()
    commit = read_commit(given.root)
    python = Given(given.python, given.sha256) if given.python else None
    for name in given.packages or (*RELEASES, _PORTABLE, _WINDOWS):
        sys.stdout.write(f"Statveil: making the package {name}, which takes some minutes\n")
        sys.stdout.flush()
        for place in _make(commit, name, python):
            # After each, so that one that cannot be made takes nothing from the others.
            bundling.write_sums(place.parent)
            megabytes = place.stat().st_size // 1_000_000
            sys.stdout.write(f"Statveil: wrote {place} ({megabytes} MB).\n")


def _make(commit: Commit, name: str, python: Given | None) -> list[Path]:
    if name == _WINDOWS:
        return make_packages(commit, python)
    return [make_archive(commit) if name == _PORTABLE else make_package(commit, RELEASES[name])]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sh installer/build")
    parser.add_argument("root", type=Path, help=argparse.SUPPRESS)
    parser.add_argument(
        "packages", nargs="*", choices=(*RELEASES, _PORTABLE, _WINDOWS, []), metavar="PACKAGE"
    )
    parser.add_argument("--python", type=Path, help="an embeddable Python for Windows (ZIP)")
    parser.add_argument("--sha256", type=sum_given, help="its published SHA-256")
    given = parser.parse_args()
    if (given.python is None) != (given.sha256 is None):
        parser.error("--python and --sha256 belong together")
    return given
