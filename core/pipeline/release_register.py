"""The files of the register of releases; confidential, and never in a release."""

from __future__ import annotations

import os
import secrets
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from core.errors import Problem, Refused, StorageFull
from core.io.files.atomic_writing import replace_file, replacing_file
from core.io.files.locking import hold_lock
from core.jobs import Job
from core.model.release import RegisteredRelease
from core.table import pieces
from core.user_data import user_data_folder

VARIABLE = "STATVEIL_REGISTER"
_SUFFIX, _ABOUT, _KEY_NAME, _KEY_BYTES = ".release", "about", "key", 32
# ``zlib`` finds what the archive's own sums do not.
_NO_ARCHIVE = (zipfile.BadZipFile, zlib.error, struct.error)
_ADAPTER = TypeAdapter(RegisteredRelease)

Value = TypeVar("Value")
Arrays = Mapping[str, NDArray[Any]]


def register_folder() -> Path:
    """Return the folder of the register: the user's, or the one that the environment names."""
    path = os.environ.get(VARIABLE)
    return Path(path) if path else user_data_folder() / "releases"


@contextmanager
def register_in(folder: Path) -> Iterator[None]:
    """Keep releases in another register for a while: those of a test are no releases."""
    usual = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(folder)
    try:
        yield
    finally:
        if usual is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = usual


def unless_unusable(use: Callable[[], Value]) -> tuple[Value | None, Problem | None]:
    """Use the register; give a problem where it cannot be used: no release depends on it.

    A computer without a home, such as one that runs checks, keeps no register.
    """
    try:
        return use(), None
    except (Refused, StorageFull) as error:
        (problem, *_) = error.problems
        if problem.code == "register-malformed":
            return None, problem
        return None, Problem("register-unusable", params={"folder": str(register_folder())})


def list_releases(folder: Path) -> list[RegisteredRelease]:
    """List the releases in a register, the oldest first; none if there is no register.

    Raises
    ------
    Refused
        If the register, or a file in it, cannot be read.
    """
    paths = [_path_of(folder, number) for number in release_numbers(folder)]
    return sorted((_read(path, ())[0] for path in paths), key=lambda about: about.when)


def release_numbers(folder: Path) -> list[str]:
    """List the hashes that name the releases in a register, readable or not."""
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except OSError:
        raise _unusable(folder) from None
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def read_groups(folder: Path, about: RegisteredRelease, names: tuple[str, ...]) -> Arrays:
    """Read arrays of a release by their names; the errors are those of `list_releases`."""
    return _read(_path_of(folder, about.records_sha256), names)[1]


def write_release(folder: Path, about: RegisteredRelease, arrays: Arrays, job: Job) -> None:
    """Write a release, or replace the one of the same records, with each array as narrow as it is.

    Raises
    ------
    Refused, StorageFull
        If it cannot be written.
    """
    about_json = np.frombuffer(_ADAPTER.dump_json(about), dtype=np.uint8)
    entries: dict[str, Any] = {**arrays, _ABOUT: about_json}
    with (
        hold_lock(_make_folder(folder) / "register", job),
        replacing_file(_path_of(folder, about.records_sha256), private=True) as file,
    ):
        _write_archive(file, entries)


def _write_archive(file: BinaryIO, entries: Arrays) -> None:
    """Write what `numpy.savez_compressed` does, in pieces: it takes 50 bytes a record of hashes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in entries.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                header = np.lib.format.header_data_from_array_1_0(array)
                np.lib.format.write_array_header_2_0(entry, header)
                for piece in pieces(len(array)):
                    entry.write(array[piece].tobytes())


def forget_release(folder: Path, records_sha256: str, job: Job) -> None:
    """Remove a release from the register; raise `Refused` if it cannot be removed."""
    with hold_lock(folder / "register", job):
        try:
            _path_of(folder, records_sha256).unlink(missing_ok=True)
        except OSError:
            raise _unusable(folder) from None


def register_key(folder: Path, job: Job) -> bytes:
    """Read the key of the register, by which identifiers are hashed; draw it the first time."""
    path = _make_folder(folder) / _KEY_NAME
    with hold_lock(folder / "register", job):
        try:
            if len(key := path.read_bytes()) == _KEY_BYTES:
                return key
        except FileNotFoundError:
            pass
        except OSError:
            raise _unusable(folder) from None
        key = secrets.token_bytes(_KEY_BYTES)
        replace_file(path, key, private=True)
    return key


def size_of_release(folder: Path, about: RegisteredRelease) -> int:
    """Return the bytes that a release takes in the register."""
    try:
        return _path_of(folder, about.records_sha256).stat().st_size
    except OSError:
        return 0


def _make_folder(folder: Path) -> Path:
    """Make the folder, for its owner alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        raise _unusable(folder) from None
    return folder


def _path_of(folder: Path, records_sha256: str) -> Path:
    return folder / f"{records_sha256}{_SUFFIX}"


def _read(path: Path, names: tuple[str, ...]) -> tuple[RegisteredRelease, Arrays]:
    try:
        with np.load(path, allow_pickle=False) as file:
            about = _ADAPTER.validate_json(file[_ABOUT].tobytes(), strict=False)
            if about.records_sha256 != path.stem:
                raise ValueError("not the release of this name")
            arrays = {name: file[name] for name in names}
            if any(a.shape != (about.rows,) or a.dtype.kind != "u" for a in arrays.values()):
                raise ValueError("not a number for each record")
            return about, arrays
    except (OSError, ValueError, KeyError, EOFError, NotImplementedError, *_NO_ARCHIVE):
        raise Refused(Problem("register-malformed", params={"file": path.name})) from None


def _unusable(folder: Path) -> Refused:
    return Refused(Problem("register-unusable", params={"folder": str(folder)}))
