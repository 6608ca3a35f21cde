"""What a user does to import a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QComboBox

from desktop_app.wizard.data import DataPage


def begin(page: DataPage, path: Path) -> None:
    page.accepts_file(str(path))
    page.runner.finish()


def forward(page: DataPage) -> None:
    assert page.main_action().enabled, page.main_action().reason
    page.trigger()
    page.runner.finish()


def choose(combo: QComboBox, value: str) -> None:
    row = combo.findData(value)
    assert row >= 0
    combo.setCurrentIndex(row)
    combo.activated.emit(row)
