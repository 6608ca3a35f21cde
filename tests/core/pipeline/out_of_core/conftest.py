"""Files are read in processes that start quickly, as each of these tests reads many."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_all_start_methods, get_context

import pytest

from core.jobs import processes

_LOADED = ["core.io.arrow.arrow_reader", "core.io.typed_tables.table_process", "arro3.io"]


@pytest.fixture(scope="module", autouse=True)
def _quick_processes() -> Iterator[None]:
    """Have children forked from a process that has loaded what they need.

    The program starts a new Python for each file, which takes a third of a second: more than half
    the time of these tests. That way is taken by the tests of `core.io` and of the command line.
    """
    if "forkserver" not in get_all_start_methods():
        yield
        return
    context = get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "context", lambda: context)
        yield
