"""The quick lane names tests that there are."""

from __future__ import annotations

from tests.conftest import ROOT
from tests.quick import FOLDERS, MODULES


def test_each_module_and_folder_of_the_lane_exists() -> None:
    assert [name for name in MODULES if not (ROOT / name).is_file()] == []
    assert [name for name in FOLDERS if not list((ROOT / name).glob("test_*.py"))] == []
