"""Tables of very many columns and few rows."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.inspect.profiling.column_profiles import profile
from core.jobs import Job
from tests.core.io.files import csv, read_file, shown


def test_no_column_of_few_cells_waits_for_a_thread_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen thousand columns took 23 s to read, most of it for starting threads."""
    started: list[threading.Thread] = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda self: (started.append(self), start(self)))
    columns = 500
    cells = [[str(r * c % 97) if c % 3 else f"a{r}" for c in range(columns)] for r in range(20)]
    lines = [[f"c{c}" for c in range(columns)], *cells]
    dataset = read_file(csv(tmp_path, "".join(",".join(line) + "\n" for line in lines)))
    profile(dataset, Job())
    assert len(started) < 20
    assert [shown(dataset.columns[1])[r] for r in (0, 19)] == [0, 19]
    assert shown(dataset.columns[3])[19] == "a19"
