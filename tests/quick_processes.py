"""Processes that read files start quickly: they are forked from one that has loaded the libraries.

The program starts a new Python for each file, which takes up to a second; tests read thousands of
files. Those with the fixture `spawned` read as the program does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context

import pytest

from core.jobs import processes

# Only what is installed: the process from which others are forked does not find the tests.
_LOADED = [
    "arro3.io",
    "openpyxl",
    "pandas",
    "pyarrow.dataset",
    "pyarrow.pandas_compat",
    "python_calamine",
    "core.io.arrow.arrow_reader",
    "core.io.format_registry",
    "core.io.spreadsheets.ods.ods_reader",
    "core.io.spreadsheets.workbook_process",
    "core.io.spreadsheets.xls_reader",
    "core.io.spreadsheets.xlsx.xlsx_child",
    "core.io.statistical.pyreadstat_reader",
    "core.io.statistical.pyreadstat_writer",
    "core.io.typed_tables.table_reader",
]


@contextmanager
def quick_processes() -> Iterator[None]:
    """Have files read in forked processes, if the system can fork them."""
    if "forkserver" not in get_all_start_methods():
        yield
        return
    context = get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "context", lambda: context)
        yield
