"""Puts the wheels that a lock names into one archive, with their licences and a bill of materials.

Run by ``installer/bundle`` with the Python of the project's environment, which has pip only.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from pathlib import Path

# pip has a copy of the library that evaluates the conditions of a lock.
from pip._vendor.packaging.markers import Marker

PYTHONS = ("3.11", "3.12", "3.13")
# The newest C library that Debian 12 has is 2.36.
_GLIBC = 36
SYSTEMS = {
    "linux_x86_64": (
        *("linux_x86_64", "manylinux1_x86_64", "manylinux2010_x86_64", "manylinux2014_x86_64"),
        *(f"manylinux_2_{minor}_x86_64" for minor in range(5, _GLIBC + 1)),
    ),
    "win_amd64": ("win_amd64",),
}
_MARKERS = {
    "linux_x86_64": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "win_amd64": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}
_MACHINE = {"linux_x86_64": "x86_64", "win_amd64": "AMD64"}
_TEXT = re.compile(
    r"(^|/)(licen[cs]e|copying|notice)[^/]*$|\.dist-info/licen[cs]es/", re.IGNORECASE
)
_NOT_TEXT = (".py", ".pyc", ".pyi", ".json", ".html", ".so", ".dll")


@dataclass(frozen=True)
class Part:
    """A wheel: its name, version, licence, the texts of its licences, and its SHA-256."""

    name: str
    version: str
    licence: str
    texts: tuple[tuple[str, str], ...]
    file: str
    sha256: str


def main() -> None:
    """Make the archive that the arguments ask for."""
    given = _arguments()
    root = given.root
    with (root / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        lock = applicable(
            (root / "installer/locks/desktop.txt").read_text(encoding="utf-8"),
            given.python,
            given.system,
        )
        (folder / "lock.txt").write_text(lock, encoding="utf-8")
        _fetch(folder, given.python, given.system)
        parts = [part_of(wheel) for wheel in sorted((folder / "wheels").glob("*.whl"))]
        texts = licences(parts, root / "resources/licences", (root / "LICENSE").read_text("utf-8"))
        (folder / "LICENCES.txt").write_text(texts, encoding="utf-8")
        document = json.dumps(bill(parts, version), indent=1, ensure_ascii=False) + "\n"
        (folder / "sbom.cdx.json").write_text(document, encoding="utf-8")
        place = root / "dist" / archive_name(version, given.python, given.system)
        place.parent.mkdir(exist_ok=True)
        _pack(folder, place)
    write_sums(place.parent)
    megabytes = place.stat().st_size // 1_000_000
    sys.stdout.write(f"Statveil: wrote {place} ({len(parts)} parts, {megabytes} MB).\n")


def archive_name(version: str, python: str, system: str) -> str:
    """Return the name of the archive of parts for a version, a Python and a system."""
    return f"statveil-parts-{version}-cp{python.replace('.', '')}-{system}.tar"


def _arguments() -> argparse.Namespace:
    own = sysconfig.get_platform().replace("-", "_")
    parser = argparse.ArgumentParser(prog="sh installer/bundle")
    parser.add_argument("root", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--python", choices=PYTHONS, default="{}.{}".format(*sys.version_info[:2]))
    parser.add_argument("--system", choices=tuple(SYSTEMS), default=own)
    given = parser.parse_args()
    if given.system not in SYSTEMS:
        parser.error(f"an archive for {given.system} cannot be made; name one with --system")
    return given


def applicable(lock: str, python: str, system: str) -> str:
    """Return the entries of a lock that apply to a Python and a system, without conditions.

    An entry is ``name==version ; condition`` with a backslash, and lines of hashes, indented.

    Parameters
    ----------
    lock : str
        The text of the lock.
    python, system : str
        Such as ``3.11`` and one of `SYSTEMS`.
    """
    values = {
        **_MARKERS[system],
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": _MACHINE[system],
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    entries = re.split(r"^(?=\S)", lock, flags=re.MULTILINE)
    kept = []
    for entry in entries:
        first, _, hashes = entry.partition("\n")
        what, _, condition = first.removesuffix("\\").strip().partition(" ; ")
        if what and (not condition or Marker(condition).evaluate(values)):
            kept.append(f"{what.strip()} \\\n{hashes}")
    return "".join(kept)


def _fetch(folder: Path, python: str, system: str) -> None:
    """Fetch the wheels of the lock in `folder`; pip compares their hashes."""
    digits = python.replace(".", "")
    target = ["--python-version", python, "--implementation", "cp"]
    target += [word for abi in (f"cp{digits}", "abi3", "none") for word in ("--abi", abi)]
    target += [word for name in SYSTEMS[system] for word in ("--platform", name)]
    command = [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:"]
    command += ["--dest", str(folder / "wheels"), "--requirement", str(folder / "lock.txt")]
    if subprocess.run([*command, *target], check=False).returncode != 0:
        sys.exit("Statveil: the parts could not be fetched; see above. Nothing was written.")


def part_of(wheel: Path) -> Part:
    """Return what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (n for n in names if n.endswith(".dist-info/METADATA") and n.count("/") == 1)
        said = Parser().parsestr(archive.read(metadata).decode("utf-8"))
        texts = tuple(
            (name, archive.read(name).decode("utf-8", "replace"))
            for name in sorted(names)
            if _TEXT.search(name) and not name.endswith((*_NOT_TEXT, "/"))
        )
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return Part(said["Name"], said["Version"], _licence(said), texts, wheel.name, digest)


def _licence(said: Message) -> str:
    """Return the licence in a line: as an expression if there is one."""
    trove = [
        line.rsplit(" :: ", 1)[-1]
        for line in said.get_all("Classifier", [])
        if line.startswith("License :: ")
    ]
    given = said["License-Expression"] or "; ".join(trove) or said["License"] or "not stated"
    return str(given).strip().splitlines()[0]


def licences(parts: Sequence[Part], own: Path, licence: str) -> str:
    """Return the licences of Statveil and of all parts in one text.

    Parameters
    ----------
    parts : sequence of Part
        Texts that are the same in several files are given once for each part.
    own : Path
        Folder with texts named by the licence, for wheels that have none of their own.
    licence : str
        Statveil's own.
    """
    chapters = [("Statveil", licence)]
    for part in parts:
        texts = dict.fromkeys(text.strip() for _, text in part.texts)
        if not texts:
            given = (path for path in sorted(own.glob("*.txt")) if path.stem in part.licence)
            texts = dict.fromkeys(path.read_text(encoding="utf-8").strip() for path in given)
        if not texts:
            sys.exit(f"Statveil: {part.file} has no text of its licence; add one in {own}.")
        chapters.append((f"{part.name} {part.version}: {part.licence}", "\n\n".join(texts)))
    line = "=" * 96
    return (
        "\n\n".join(f"{line}\n{title}\n{line}\n\n{text.strip()}" for title, text in chapters) + "\n"
    )


def bill(parts: Sequence[Part], version: str) -> dict[str, object]:
    """Return the bill of materials (CycloneDX 1.6).

    It lists the wheels. Libraries inside a wheel, such as OpenBLAS, LLVM and ICU, are named in the
    licences and not here.
    """
    program = {"type": "application", "bom-ref": "statveil", "name": "statveil", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": [
            {
                "type": "library",
                "bom-ref": part.file,
                "name": part.name,
                "version": part.version,
                "hashes": [{"alg": "SHA-256", "content": part.sha256}],
                "licenses": [{"license": {"name": part.licence}}],
            }
            for part in parts
        ],
    }


def _pack(folder: Path, place: Path) -> None:
    """Pack a folder so that the same files give the same bytes."""
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    partial = place.with_suffix(".partial")
    with tarfile.open(partial, "w", format=tarfile.GNU_FORMAT) as archive:
        for path in _files(folder):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            content = path.read_bytes()
            entry.size, entry.mtime, entry.mode = len(content), moment, 0o644
            archive.addfile(entry, io.BytesIO(content))
    partial.replace(place)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def write_sums(folder: Path) -> None:
    """List the SHA-256 of every product in ``SHA256SUMS``, as ``sha256sum --check`` reads it.

    A signature of earlier sums is removed.
    """
    lines = []
    for path in sorted(folder.glob("statveil[-_]*")):
        if path.name.endswith((".tar", ".tar.xz", ".deb", ".zip", ".exe")):
            with path.open("rb") as file:
                lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    place, text = folder / "SHA256SUMS", "".join(lines)
    if not place.is_file() or place.read_text(encoding="utf-8") != text:
        (folder / "SHA256SUMS.asc").unlink(missing_ok=True)
    place.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
