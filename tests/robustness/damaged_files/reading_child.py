"""Loaded once by the process from which the readers' processes are forked."""

from __future__ import annotations

from multiprocessing.connection import Connection

import openpyxl  # noqa: F401
import pandas  # noqa: F401
import pyarrow
import pyarrow.dataset
import python_calamine  # noqa: F401

from core.io import (
    arrow_child,  # noqa: F401
    book_child,  # noqa: F401
    ods_book,  # noqa: F401
    sheet_child,  # noqa: F401
    statistics_child,  # noqa: F401
    table_child,  # noqa: F401
    xls_book,  # noqa: F401
    xlsb_book,  # noqa: F401
)
from tests.robustness.damaged_files.peak import note_peak

_send = Connection.send


def noting(connection: Connection, message: object) -> None:
    """Send a message; note before how much memory was taken so far."""
    note_peak()
    _send(connection, message)


Connection.send = noting  # type: ignore[method-assign]
# Its first array has it look for what pandas offers.
pyarrow.array([0.5], from_pandas=True)
