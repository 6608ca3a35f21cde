"""A shuffle on disk draws the order that the shuffle in memory draws from the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from core.pipeline.out_of_core.noise.long_shuffle import shuffled_rows

from core.protect.privacy import shuffled, supply
from core.protect.privacy.noise import heap_bits

KINDS = np.dtype([("at", "<i8")])


def on_disk(folder: Path, count: int, rows: int, seed: int | None) -> list[int]:
    folder.mkdir(exist_ok=True)
    whole = np.arange(count).astype(KINDS)
    parts = (whole[start : start + rows] for start in range(0, count, rows))
    found = shuffled_rows(parts, KINDS, folder / "dealt", count, supply(seed))
    return [at for part in found for at in part["at"].tolist()]


@pytest.mark.parametrize(("count", "heaps"), [(1, 1), (4095, 1), (9000, 4), (70_000, 32)])
@pytest.mark.parametrize("rows", [997, 100_000])
def test_the_order_is_that_of_memory_whatever_the_parts(tmp_path, count, heaps, rows):
    assert 1 << heap_bits(count) == heaps
    found = on_disk(tmp_path / "scratch", count, rows, seed=3)
    assert found == shuffled(np.arange(count), supply(3)).tolist()
    assert sorted(found) == list(range(count))
    assert list((tmp_path / "scratch").iterdir()) == []


def test_without_a_seed_every_order_is_another(tmp_path):
    one, other = (on_disk(tmp_path, 5000, 700, seed=None) for _ in range(2))
    assert one != other
    assert sorted(one) == sorted(other)


def test_the_bits_of_a_shuffle_end_where_those_of_memory_end(tmp_path):
    """What is drawn afterwards is the same, too."""
    disk, memory = supply(9), supply(9)
    whole = np.arange(6000).astype(KINDS)
    parts = [whole[:17], whole[17:]]
    (tmp_path / "scratch").mkdir()
    for _ in shuffled_rows(parts, KINDS, tmp_path / "scratch" / "dealt", 6000, disk):
        pass
    shuffled(np.arange(6000), memory)
    assert shuffled(np.arange(50), disk).tolist() == shuffled(np.arange(50), memory).tolist()
