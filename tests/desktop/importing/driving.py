"""What a user does to import a file."""

from __future__ import annotations

from pathlib import Path

from desktop_app.wizard.data_page import DataPage
from desktop_app.wizard.importing.layout_page import LayoutPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose_value, press_main


def begin(page: DataPage, path: Path) -> None:
    page.runner.do(page.accepts_file, str(path))


def titled_file(folder: Path, rows: str) -> Path:
    """Write a file with a title above its names, columns separated by semicolons."""
    path = folder / "titled.csv"
    path.write_text("People asked in spring\n" + rows, encoding="utf-8")
    return path


def declare_layout(page: DataPage, skipped: str, **chosen: str) -> LayoutPage:
    """Choose options of the layout by their values, and type how many rows are skipped."""
    layout = page.wizard.layout_page
    for option, value in chosen.items():
        page.runner.do(choose_value, layout.controls[option], value)
    page.runner.do(type_into, layout.controls["skip"], skipped)
    return layout


def forward(page: DataPage) -> None:
    page.runner.do(press_main, page)
