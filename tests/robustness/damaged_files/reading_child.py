"""Loaded once by the process from which the readers' processes are forked."""

from __future__ import annotations

from multiprocessing.connection import Connection

import openpyxl  # noqa: F401
import pandas  # noqa: F401
import pyarrow
import pyarrow.dataset
import python_calamine  # noqa: F401

import core.io.arrow.arrow_reader
import core.io.format_registry
import core.io.spreadsheets.ods.ods_reader
import core.io.spreadsheets.workbook_process
import core.io.spreadsheets.xls_reader
import core.io.spreadsheets.xlsx.xlsx_child
import core.io.statistical.pyreadstat_reader
import core.io.typed_tables.table_process  # noqa: F401
from tests.robustness.damaged_files.peak import note_peak

_send = Connection.send


def noting(connection: Connection, message: object) -> None:
    """Send a message; note before how much memory was taken so far."""
    note_peak()
    _send(connection, message)


Connection.send = noting  # type: ignore[method-assign]
# Its first array has it look for what pandas offers.
pyarrow.array([0.5], from_pandas=True)
