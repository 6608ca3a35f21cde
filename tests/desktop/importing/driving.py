"""What a user does to import a file."""

from __future__ import annotations

from pathlib import Path

from desktop_app.wizard.data import DataPage
from tests.desktop.mouse import press_main


def begin(page: DataPage, path: Path) -> None:
    page.accepts_file(str(path))
    page.runner.finish()


def forward(page: DataPage) -> None:
    press_main(page)
    page.runner.finish()
