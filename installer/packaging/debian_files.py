"""Takes files out of Debian's own packages: an interpreter, and libraries below it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# What the interpreter is made of, and the libraries that it loads.
PYTHON = ("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib")
BELOW_PYTHON = {
    "libexpat1": ("libexpat.so.1",),
    "zlib1g": ("libz.so.1",),
    "libffi8": ("libffi.so.8",),
    "libbz2-1.0": ("libbz2.so.1.0",),
    "liblzma5": ("liblzma.so.5",),
    "libssl3": ("libcrypto.so.3", "libssl.so.3"),
}
# Libraries of the window, each after those that it needs itself.
BELOW_WINDOW = {
    "libpcre2-8-0": ("libpcre2-8.so.0",),
    "libglib2.0-0": ("libglib-2.0.so.0", "libgthread-2.0.so.0"),
    "libpng16-16": ("libpng16.so.16",),
    "libbrotli1": ("libbrotlicommon.so.1", "libbrotlidec.so.1"),
    "libfreetype6": ("libfreetype.so.6",),
    "libfontconfig1": ("libfontconfig.so.1",),
    "libmd0": ("libmd.so.0",),
    "libbsd0": ("libbsd.so.0",),
    "libxau6": ("libXau.so.6",),
    "libxdmcp6": ("libXdmcp.so.6",),
    "libxcb1": ("libxcb.so.1",),
    "libx11-6": ("libX11.so.6",),
    "libx11-xcb1": ("libX11-xcb.so.1",),
    "libxcb-render0": ("libxcb-render.so.0",),
    "libxcb-shm0": ("libxcb-shm.so.0",),
    "libxcb-util1": ("libxcb-util.so.1",),
    "libxcb-image0": ("libxcb-image.so.0",),
    "libxcb-render-util0": ("libxcb-render-util.so.0",),
    "libxcb-cursor0": ("libxcb-cursor.so.0",),
    "libxcb-icccm4": ("libxcb-icccm.so.4",),
    "libxcb-keysyms1": ("libxcb-keysyms.so.1",),
    "libxcb-randr0": ("libxcb-randr.so.0",),
    "libxcb-shape0": ("libxcb-shape.so.0",),
    "libxcb-sync1": ("libxcb-sync.so.1",),
    "libxcb-xfixes0": ("libxcb-xfixes.so.0",),
    "libxcb-xkb1": ("libxcb-xkb.so.1",),
    "libxkbcommon0": ("libxkbcommon.so.0",),
    "libxkbcommon-x11-0": ("libxkbcommon-x11.so.0",),
    "libglvnd0": ("libGLdispatch.so.0",),
    "libglx0": ("libGLX.so.0",),
    "libgl1": ("libGL.so.1",),
    "libegl1": ("libEGL.so.1",),
    "libwayland-client0": ("libwayland-client.so.0",),
    "libwayland-cursor0": ("libwayland-cursor.so.0",),
    "libcap2": ("libcap.so.2",),
    "libgpg-error0": ("libgpg-error.so.0",),
    "libgcrypt20": ("libgcrypt.so.20",),
    "liblz4-1": ("liblz4.so.1",),
    "libzstd1": ("libzstd.so.1",),
    "libsystemd0": ("libsystemd.so.0",),
    "libdbus-1-3": ("libdbus-1.so.3",),
}


@dataclass(frozen=True, slots=True)
class Package:
    """A package of Debian's: its name, version and SHA-256, and where it was unpacked."""

    name: str
    version: str
    sha256: str
    folder: Path

    def library(self, name: str) -> Path:
        """Return the file of a library, behind all links."""
        for place in ("usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"):
            if (self.folder / place / name).exists():
                return (self.folder / place / name).resolve()
        sys.exit(f"Statveil: Debian's package {self.name} has no {name}.")

    def licence(self, others: Mapping[str, Package]) -> bytes:
        """Return what the package says of its licences; some refer to the text of another one."""
        texts = self.folder / "usr/share/doc" / self.name
        if texts.is_symlink():
            return others[texts.readlink().name].licence(others)
        return (texts / "copyright").read_bytes()


def fetch(made: Path) -> dict[str, Package]:
    """Fetch and unpack the packages, of which apt checks the signatures.

    They must be those of Debian 12, whose C library is the oldest that all parts run on.
    """
    system = Path("/etc/os-release")
    if not system.is_file() or 'VERSION_ID="12"' not in system.read_text(encoding="utf-8"):
        sys.exit("Statveil: the portable archive can be made on Debian 12 only.")
    names = (*PYTHON, *BELOW_PYTHON, *BELOW_WINDOW)
    (made / "debs").mkdir()
    command = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", *names]
    if subprocess.run(command, cwd=made / "debs", check=False).returncode != 0:
        sys.exit(
            "Statveil: Debian's packages could not be fetched; see above. "
            "Run this again after: apt-get update"
        )
    found = {}
    for archive in sorted((made / "debs").glob("*.deb")):
        said = subprocess.run(
            ["dpkg-deb", "--show", "--showformat=${Package} ${Version}", archive],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        name, version = said.split(" ")
        folder = made / "unpacked" / name
        folder.mkdir(parents=True)
        subprocess.run(["dpkg-deb", "--extract", archive, folder], check=True)
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        found[name] = Package(name, version, digest, folder)
    return found
