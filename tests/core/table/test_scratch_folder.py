"""The scratch folder of large tables: the same arrays, and nothing left in any case."""

from __future__ import annotations

import errno
import mmap
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from core.errors import Refused, StorageFull
from core.table import empty, forget, keep, keep_mask, pieces, spool, spooling, use_scratch
from tests.core.table.spooled import linux, mapped_files

ROOT = Path(__file__).parents[3]


@linux
@pytest.mark.parametrize("dtype", ["f8", "i8", "i4", "i2", "i1", "?"])
def test_a_kept_array_is_equal_and_its_file_has_no_name(scratch: Path, dtype: str) -> None:
    array = np.arange(3000).astype(dtype).reshape(1000, 3)
    with spooling(scratch):
        kept = keep(array)
        assert mapped_files("self", scratch) == 1
        forget(kept)
        assert kept.dtype == array.dtype
        assert (kept == array).all()
        assert keep(kept) is kept
        assert list(scratch.iterdir()) == []
        made = empty((7, 2), np.int32)
        made[:] = 5
        assert made.tolist() == [[5, 5]] * 7
        del kept, made
        assert mapped_files("self", scratch) == 0
    assert keep(array) is array


@linux
def test_what_was_mapped_can_be_read_after_its_folder_is_no_longer_used(scratch: Path) -> None:
    with spooling(scratch):
        kept = keep(np.arange(100))
    assert kept.sum() == 4950


def test_a_mask_without_a_true_cell_takes_one_byte() -> None:
    mask = keep_mask(np.zeros(1000, dtype=np.bool_))
    assert mask.strides == (0,)
    assert mask.shape == (1000,)
    assert not mask.any()
    true = np.arange(1000) == 999
    with spooling(None):
        assert keep_mask(true) is true


def test_pieces_are_all_positions_once_and_in_order() -> None:
    positions = np.arange(1_234_567)
    assert np.concatenate([positions[piece] for piece in pieces(len(positions))]).tolist() == (
        positions.tolist()
    )
    assert list(pieces(0)) == []


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    for place in (file, tmp_path / "gone"):
        with pytest.raises(Refused, match=r"^scratch-not-folder$"):
            use_scratch(place)
    assert keep(np.arange(9)).sum() == 36


def test_a_folder_that_is_removed_under_the_run_is_refused(scratch: Path) -> None:
    with spooling(scratch):
        kept = keep(np.arange(100))
        scratch.rmdir()
        with pytest.raises(Refused, match=r"^scratch-unwritable$"):
            keep(np.arange(50))
        assert kept.sum() == 4950


def test_a_full_disk_is_reported_when_an_array_is_made(scratch: Path, monkeypatch) -> None:
    def refuse(_descriptor: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    with spooling(scratch):
        monkeypatch.setattr(spool, "_reserve", refuse)
        with pytest.raises(StorageFull) as full:
            empty(100)
    assert [problem.code for problem in full.value.problems] == ["scratch-full"]
    assert list(scratch.iterdir()) == []


@linux
def test_what_windows_lacks_is_done_without(scratch: Path, monkeypatch) -> None:
    """Windows removes a named file when nobody has it open, if it was opened to be removed."""
    opened: list[tuple[int, int]] = []
    temporary = 1 << 28

    def open_file(name: str, flags: int, mode: int) -> int:
        opened.append((flags & temporary, mode))
        return os.open(name, flags & ~temporary, mode)

    windows = SimpleNamespace(**vars(os))
    windows.name, windows.O_TEMPORARY, windows.open = "nt", temporary, open_file
    monkeypatch.setattr(tempfile, "_os", windows)
    monkeypatch.setattr(tempfile, "TemporaryFile", tempfile.NamedTemporaryFile)
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.delattr(os, "posix_fallocate")
    monkeypatch.delattr(mmap, "MADV_DONTNEED")
    with spooling(scratch):
        kept = keep(np.arange(1000))
    assert opened == [(temporary, 0o600)] * 2
    # This system removed the files of the program when it closed them, and not before.
    assert list(scratch.iterdir()) == []
    assert kept.sum() == 499_500


@linux
def test_runs_at_the_same_time_in_one_folder_do_not_disturb_each_other(scratch: Path) -> None:
    code = f"""
import os, sys
from pathlib import Path
import numpy as np
from core.table import keep, spool, spooling
spool.LEAST_BYTES = 1
children = []
for number in range(8):
    child = os.fork()
    if child == 0:
        try:
            for turn in range(40):
                with spooling(Path({str(scratch)!r})):
                    kept = keep(np.full(10_000, number))
                    assert (kept == number).all()
        except BaseException:
            os._exit(1)
        os._exit(0)
    children.append(child)
sys.exit(max(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))
"""
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
    assert list(scratch.iterdir()) == []
