"""Archives of which the same files always give the same bytes."""

from __future__ import annotations

import io
import lzma
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

# Twice the size takes a fifth of the time of the strongest.
_STRENGTH = 3


def write_tar_xz(folder: Path, place: Path, moment: int, prefix: str = ".") -> None:
    """Pack a folder: sorted by name, owned by root, dated to one moment.

    Parameters
    ----------
    folder : Path
        Files that their owner may run may be run by everybody; everybody may read all of them.
    place : Path
        The archive; written whole or not at all.
    moment : int
        Seconds since 1970.
    prefix : str, optional
        What the names in the archive begin with.
    """
    partial = place.with_name(place.name + ".partial")
    with (
        lzma.open(partial, "wb", preset=_STRENGTH) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in (folder, *below(folder)):
            name = "/".join((prefix, *path.relative_to(folder).parts))
            _add(archive, path, name, moment)
    partial.replace(place)


def below(folder: Path) -> Iterator[Path]:
    """Yield all that lies in a folder, each folder before its content, sorted by name."""
    for path in sorted(folder.iterdir()):
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from below(path)


def _add(archive: tarfile.TarFile, path: Path, name: str, moment: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.mtime, entry.uname, entry.gname = moment, "root", "root"
    if path.is_symlink():
        entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, str(path.readlink()), 0o777
        archive.addfile(entry)
    elif path.is_dir():
        entry.type, entry.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(entry)
    else:
        status = path.stat()
        entry.size, entry.mode = status.st_size, 0o755 if status.st_mode & 0o100 else 0o644
        with path.open("rb") as content:
            archive.addfile(entry, content)


def unpack_tar(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack an archive whose content is known, with the filter for data where Python has one."""
    if hasattr(tarfile, "data_filter"):
        archive.extraction_filter = tarfile.data_filter
    # Python 3.11.0 to 3.11.3, such as that of Debian 12, have no filters.
    archive.extractall(folder)


def write_zip(folder: Path, place: Path, moment: int, prefix: str) -> None:
    """Pack the files of a folder as Windows unpacks them, sorted and dated as `write_tar_xz` does.

    The dates are those of Greenwich, in steps of two seconds, because the format knows no others.
    """
    partial = place.with_name(place.name + ".partial")
    dated = time.gmtime(moment)[:6]
    with zipfile.ZipFile(partial, "w") as archive:
        for path in below(folder):
            if path.is_file():
                name = "/".join((prefix, *path.relative_to(folder).parts))
                entry = zipfile.ZipInfo(name, dated)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                # Else the entry would name the system on which it was made.
                entry.create_system = 0
                archive.writestr(entry, path.read_bytes(), compresslevel=9)
    partial.replace(place)


def write_ar(members: list[tuple[str, Path | bytes]], place: Path, moment: int) -> None:
    """Write an archive in the format of ``ar``, of which a Debian package is made."""
    partial = place.with_name(place.name + ".partial")
    with partial.open("wb") as file:
        file.write(b"!<arch>\n")
        for name, content in members:
            with _opened(content) as source:
                size = source.seek(0, io.SEEK_END)
                source.seek(0)
                file.write(f"{name:<16}{moment:<12}{0:<6}{0:<6}{'100644':<8}{size:<10}`\n".encode())
                while block := source.read(1 << 20):
                    file.write(block)
                file.write(b"\n" * (size % 2))
    partial.replace(place)


def _opened(content: Path | bytes) -> IO[bytes]:
    return io.BytesIO(content) if isinstance(content, bytes) else content.open("rb")
