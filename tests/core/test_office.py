"""The office's settings come from a place that only an administrator fills, and stop no start."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from core import office


def test_on_windows_no_other_user_can_lay_down_the_settings(monkeypatch) -> None:
    monkeypatch.delenv(office.VARIABLE)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("PROGRAMDATA", "anybody-may-create-folders-here")
    monkeypatch.setenv("PROGRAMFILES", "administrators-alone")
    assert office.office_file() == Path("administrators-alone/Statveil/office.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "office.toml")
    laid_down = office.read_office(tmp_path / "office.toml")
    assert laid_down.fault is not None
    assert laid_down.fault.code == "office-unread"


def test_a_file_without_end_fills_no_memory() -> None:
    laid_down = office.read_office(Path("/dev/zero"))
    assert laid_down.fault is not None
