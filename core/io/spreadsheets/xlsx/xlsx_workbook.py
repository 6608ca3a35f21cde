"""Opens XLSX workbooks: zip archives of untrusted XML parts."""

from __future__ import annotations

import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.errors import Problem, Refused
from core.io.child_processes.unreadable import CannotRead
from core.io.files.input_files import open_watched, refuse
from core.io.signatures import BINARY_WORKBOOK, SIGN_BYTES, ZIP, sign_of
from core.io.spreadsheets.zipped_workbook import is_bomb, refuse_twins

# Size limit of parts that are read into memory completely.
_LARGEST_SMALL_PART = 64 << 20


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A sheet's name, its part in the archive and its visibility."""

    name: str
    part: str
    visible: bool


@dataclass(frozen=True, slots=True, eq=False)
class Workbook:
    """An open workbook.

    Attributes
    ----------
    sheets : tuple of SheetPart
        The worksheets, in the workbook's order.
    shared, styles : str or None
        Parts with the shared strings and with the styles.
    """

    path: Path
    archive: zipfile.ZipFile
    sheets: tuple[SheetPart, ...]
    shared: str | None
    styles: str | None
    from_1904: bool

    def sheet(self, name: str | None) -> SheetPart:
        """Find the sheet called `name`, or the first visible one without a name.

        Raises
        ------
        Refused
            If the sheet does not exist.
        """
        if name is None:
            return next((s for s in self.sheets if s.visible), self.sheets[0])
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        names = tuple(sheet.name for sheet in self.sheets)
        raise Refused(Problem("sheet-not-found", params={"sheet": name, "sheets": names}))

    def size(self, part_name: str) -> int:
        """Compute the unpacked size of a sheet's part and the shared strings in bytes.

        Raises
        ------
        Refused
            If they are larger than any table, or the part is missing.
        """
        if part_name not in self.archive.NameToInfo:
            raise refuse("workbook-damaged", self.path)
        infos = [self.archive.getinfo(name) for name in (part_name, self.shared) if name]
        for info in infos:
            if is_bomb(info):
                raise refuse("workbook-bomb", self.path)
        return sum(info.file_size for info in infos)


@contextmanager
def open_workbook(path: Path) -> Iterator[tuple[Workbook, BinaryIO]]:
    """Open a workbook; raise `Refused` if it is invalid, damaged, encrypted or changes.

    Yields
    ------
    tuple of Workbook and binary file
        The workbook and its open file.
    """
    with open_watched(path) as handle:
        head = handle.read(SIGN_BYTES)
        if not head.startswith(ZIP):
            sign = sign_of(head)
            damaged = sign == "file-is-zip"
            raise refuse("workbook-damaged" if damaged else sign or "file-is-no-workbook", path)
        handle.seek(0)
        try:
            with zipfile.ZipFile(handle) as archive:
                refuse_twins(archive)
                if BINARY_WORKBOOK in archive.NameToInfo:
                    raise refuse("file-is-xlsb", path)
                try:
                    workbook = _workbook(path, archive)
                except DefusedXmlException:
                    raise refuse("workbook-hostile", path) from None
                except (LookupError, ParseError, ValueError):  # also for an unknown encoding
                    raise refuse("workbook-damaged", path) from None
                yield workbook, handle
        except CannotRead as error:
            raise refuse(error.code, path) from None
        except (zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError, struct.error):
            raise refuse("workbook-damaged", path) from None
        except NotImplementedError:  # a compression method that no spreadsheet uses
            raise refuse("workbook-damaged", path) from None
        except RuntimeError:  # raised by zipfile for an encrypted part
            raise refuse("file-is-ole", path) from None


def _workbook(path: Path, archive: zipfile.ZipFile) -> Workbook:
    """Build the workbook from its small parts; raise if one is missing or malformed."""
    names = set(archive.namelist())
    if "_rels/.rels" not in names:
        raise refuse("file-is-no-workbook", path)
    main = _target(_relations(path, archive, "_rels/.rels"), "officeDocument", "")
    if main is None or main.endswith(".bin"):
        raise refuse("file-is-no-workbook", path)
    root = _xml(path, archive, main)
    if _local(root) != "workbook":
        raise refuse("file-is-no-workbook", path)
    folder, name = posixpath.split(main)
    relations = _relations(path, archive, f"{folder}/_rels/{name}.rels".lstrip("/"))
    sheets = _sheets(root, relations, folder)
    if not sheets:
        raise refuse("workbook-without-sheet", path)
    if len({sheet.name for sheet in sheets}) < len(sheets):
        raise refuse("sheet-twice", path)
    shared, styles = (_target(relations, kind, folder) for kind in ("sharedStrings", "styles"))
    if not {shared, styles} <= {*names, None}:
        raise refuse("workbook-damaged", path)
    return Workbook(
        path,
        archive,
        sheets,
        shared,
        styles,
        any(element.get("date1904") in ("1", "true") for element in root.iter()),
    )


def _local(element: Element) -> str:
    """Find an element's name without its namespace, which differs between editions."""
    return element.tag.rpartition("}")[2]


def _xml(path: Path, archive: zipfile.ZipFile, part_name: str) -> Element:
    """Parse the XML of a small part; entities and document types are refused."""
    info = archive.getinfo(part_name)
    if info.file_size > _LARGEST_SMALL_PART:
        raise refuse("workbook-bomb", path)
    root: Element = fromstring(archive.read(info), forbid_dtd=True)
    return root


def _relations(path: Path, archive: zipfile.ZipFile, part_name: str) -> list[Element]:
    return list(_xml(path, archive, part_name))


def _join(folder: str, target: str) -> str:
    """Find the target part of a relation of a part in `folder`."""
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


def _target(relations: list[Element], kind: str, folder: str) -> str | None:
    """Find the target part of the relation of a kind."""
    for relation in relations:
        if relation.get("Type", "").endswith(f"/{kind}"):
            return _join(folder, relation.get("Target", ""))
    return None


def _sheets(root: Element, relations: list[Element], folder: str) -> tuple[SheetPart, ...]:
    """List the worksheets (others contain a chart or a macro)."""
    parts = {
        relation.get("Id", ""): _join(folder, relation.get("Target", ""))
        for relation in relations
        if relation.get("Type", "").endswith("/worksheet")
    }
    sheet_parts = []
    for element in root.iter():
        if _local(element) != "sheet":
            continue
        key = next((v for k, v in element.items() if k.rpartition("}")[2] == "id"), "")
        if key in parts:
            visible = element.get("state", "visible") == "visible"
            sheet_parts.append(SheetPart(element.get("name", ""), parts[key], visible))
    return tuple(sheet_parts)
