"""Writes SPSS and Stata files with pyreadstat, in a child process.

The writer holds the interpreter's lock from the first record to the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyreadstat

from core.io.child_processes.batches import unpack
from core.io.child_processes.worker import silence_stderr
from core.model import FileKind

# Files contain their creation time. The duration of a private run depends on its noise, and a table
# must always give the same bytes.
_SPSS_MADE, _SPSS_AT = b"01 Jan 0000:00:00", 92
_STATA_MADE, _STATA_MARK, _STATA_HEAD = b"01 Jan 2000 00:00", b"<timestamp>\x11", 1024


@dataclass(frozen=True, slots=True)
class VariableHead:
    """The metadata of a variable, sent before its cells."""

    name: str
    label: str
    format: str
    measure: str
    values: dict[float | str, str]
    missing: list[object]
    integer: bool
    lettered: bool


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A request to write a file with its variables, whose cells follow one by one."""

    path: str
    kind: FileKind
    variables: tuple[VariableHead, ...]


def serve(request: WriteRequest, connection: Connection) -> None:
    """Receive the cells of each variable, write the file, and send the result."""
    silence_stderr()
    try:
        cells = [_receive(head, connection) for head in request.variables]
        frame = pd.DataFrame(dict(zip((v.name for v in request.variables), cells, strict=True)))
        variables = request.variables
        is_spss = request.kind is FileKind.SPSS
        writer: Callable[..., None] = pyreadstat.write_sav if is_spss else pyreadstat.write_dta
        write = partial(
            writer,
            frame,
            request.path,
            column_labels=[v.label or None for v in variables],
            variable_value_labels={v.name: v.values for v in variables if v.values},
            variable_format={v.name: v.format for v in variables if v.format},
        )
        missing = {v.name: v.missing for v in variables if v.missing}
        if is_spss:
            measures = {v.name: v.measure for v in variables if v.measure}
            write(missing_ranges=missing, variable_measure=measures)
        else:
            write(missing_user_values=missing)
        _STAMPS[request.kind](request.path)
        connection.send(("done",))
    except BaseException as error:
        connection.send(("failed", type(error).__name__, "write" in str(error)))
    finally:
        connection.close()


def _receive(head: VariableHead, connection: Connection) -> Any:
    batch = unpack(connection.recv_bytes())
    cells = batch.column(0)
    if pa.types.is_string(cells.type):
        return pd.Series(cells.to_pylist(), dtype=object)
    values = cells.to_numpy(zero_copy_only=False)
    if head.lettered:
        return pd.Series(
            _insert_letters(values, batch.column(1).to_numpy(), head.integer), dtype=object
        )
    if not head.integer:
        return values
    if np.isnan(values).any():
        return pd.Series(_insert_letters(values, np.zeros(len(values)), True), dtype=object)
    return values.astype(np.int32)


def _insert_letters(values: Any, letters: Any, integer: bool) -> list[object]:
    """Insert letters for special missing values."""
    make = int if integer else float
    return [
        chr(letter) if letter else (None if np.isnan(value) else make(value))
        for value, letter in zip(values.tolist(), letters.tolist(), strict=True)
    ]


def _stamp_spss(path: str) -> None:
    """Overwrite the creation time in the header with a fixed one."""
    with Path(path).open("r+b") as file:
        file.seek(_SPSS_AT)
        file.write(_SPSS_MADE)


def _stamp_stata(path: str) -> None:
    """Overwrite the timestamp after the data label in the header with a fixed one."""
    with Path(path).open("r+b") as file:
        mark_start = file.read(_STATA_HEAD).find(_STATA_MARK)
        if mark_start < 0:
            raise ValueError(path)
        file.seek(mark_start + len(_STATA_MARK))
        file.write(_STATA_MADE)


_STAMPS = {FileKind.SPSS: _stamp_spss, FileKind.STATA: _stamp_stata}
