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

_PORTABLE = "portable"


def main() -> None:
    """Make the packages that the arguments name."""
    given = _arguments()
    commit = read_commit(given.root)
    for name in given.packages or (*RELEASES, _PORTABLE):
        sys.stdout.write(f"Statveil: making the package {name}, which takes some minutes\n")
        sys.stdout.flush()
        place = _make(commit, name)
        # After each, so that one that cannot be made takes nothing from the others.
        bundling.write_sums(place.parent)
        megabytes = place.stat().st_size // 1_000_000
        sys.stdout.write(f"Statveil: wrote {place} ({megabytes} MB).\n")


def _make(commit: Commit, name: str) -> Path:
    return make_archive(commit) if name == _PORTABLE else make_package(commit, RELEASES[name])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sh installer/build")
    parser.add_argument("root", type=Path, help=argparse.SUPPRESS)
    parser.add_argument(
        "packages", nargs="*", choices=(*RELEASES, _PORTABLE, []), metavar="PACKAGE"
    )
    return parser.parse_args()
