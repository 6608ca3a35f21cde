"""The texts that a Debian package consists of besides its files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import formatdate

from installer.packaging.commit import Commit

MAINTAINER = "The Statveil founders <statveil@localhost>"
# What the package has besides the libraries of the window.
_ALWAYS = ("libc6 (>= 2.34)", "libstdc++6", "zlib1g", "fonts-dejavu-core | fonts-freefont-ttf")


@dataclass(frozen=True, slots=True)
class Debian:
    """A release of Debian: its mark in versions, its name, and the Python that it has."""

    mark: str
    name: str
    python: str


RELEASES = {
    "deb12": Debian("deb12", "bookworm", "3.11"),
    "deb13": Debian("deb13", "trixie", "3.13"),
}


def version(commit: Commit, debian: Debian) -> str:
    """Return the version of the package; that of a newer Debian is higher."""
    return f"{commit.version}+{debian.mark}"


def window_packages(set_up: str) -> list[str]:
    """Return the packages of the libraries that the window needs, as ``set_up.sh`` lists them."""
    listed = re.search(r"^qt_libraries='\n(.*?)^'$", set_up, re.MULTILINE | re.DOTALL)
    assert listed is not None
    return [line.split()[1] for line in listed[1].splitlines()]


def control(commit: Commit, debian: Debian, kibibytes: int, packages: list[str]) -> str:
    """Return the package's description, with its dependencies."""
    depends = [f"python{debian.python}", *_ALWAYS, *packages]
    return f"""\
Package: statveil
Version: {version(commit, debian)}
Architecture: amd64
Maintainer: {MAINTAINER}
Installed-Size: {kibibytes}
Depends: {", ".join(depends)}
Recommends: desktop-file-utils, hicolor-icon-theme, shared-mime-info
Section: science
Priority: optional
Description: protection of confidential microdata for release
 Statveil turns confidential microdata into files that a statistical agency
 can release: by microaggregation with k-anonymity and t-closeness, or with
 noise for differential privacy. Each promise is counted again in the written
 file, and anyone can check a release.
 .
 The package holds the window, the command line and all libraries in the
 versions that they were tested with. Its installation needs no network.
 Statveil opens no network connection, except on the command line with
 --scheduler.
"""


def changelog(commit: Commit, debian: Debian) -> str:
    """Return the changelog in Debian's form; what changed is in ``CHANGELOG.md.gz``."""
    return f"""\
statveil ({version(commit, debian)}) {debian.name}; urgency=medium

  * Version {commit.version}; see CHANGELOG.md.gz.

 -- {MAINTAINER}  {formatdate(commit.moment)}
"""


def copyright_file(licence: str) -> str:
    """Return the copyright file; the licences of the libraries are in a file of their own."""
    holder = next(line for line in licence.splitlines() if line.startswith("Copyright"))
    text = licence.split(holder, 1)[1].strip()
    lines = "\n".join(f" {line}" if line.strip() else " ." for line in text.splitlines())
    return f"""\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Statveil
Comment: The licences of all libraries in /opt/statveil/lib are in LICENCES.txt.gz, and
 sbom.cdx.json lists them. Qt for Python is used under the LGPL 3: its libraries are
 files of their own, which may be replaced.

Files: *
Copyright: {holder.removeprefix("Copyright").strip()}
License: BSD-3-Clause
{lines}
"""


def after_installing(debian: Debian) -> str:
    """Return the script that runs after the package is unpacked: it needs no network."""
    return f"""\
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    # Libraries bring files for other Pythons, too, which cannot be compiled.
    python{debian.python} -I -m compileall -q -j 0 /opt/statveil/lib >/dev/null 2>&1 || true
fi
"""


def before_removing() -> str:
    """Return the script that removes what the other one has made."""
    return """\
#!/bin/sh
set -e
if [ -d /opt/statveil/lib ]; then
    find /opt/statveil/lib -type d -name __pycache__ -prune -exec rm -rf {} +
fi
"""


def after_removing() -> str:
    """Return the script that makes Debian's ``/opt`` again, which dpkg removes when it is empty."""
    return """\
#!/bin/sh
set -e
mkdir -p -m 755 /opt
"""
