"""The step Columns of a file, opened as the program opens it."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from core.inspect.profiling.column_profiles import profile
from core.io import ColumnProfile, read
from core.jobs import Job
from core.model import Dataset, FileKind, Source
from desktop_app.store import ProjectStore
from desktop_app.wizard.columns_page import ColumnsPage
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner

ReadFile = tuple[Source, Dataset, tuple[ColumnProfile, ...]]


def open_columns(qtbot: QtBot, store: ProjectStore, runner: SyncRunner) -> ColumnsPage:
    """Show the page of the file that `store` has."""
    runner.finish()
    return show_page(qtbot, ColumnsPage(store, runner), (1000, 700))


def read_columns(path: Path, text: str) -> ReadFile:
    """Write a CSV file and read it, so that several tests can show it."""
    path.write_text(text, encoding="utf-8")
    source = Source(str(path), FileKind.CSV)
    dataset = read(source, Job())
    return source, dataset, profile(dataset, None, source)


def columns_of(qtbot: QtBot, runner: SyncRunner, file: ReadFile) -> ColumnsPage:
    """Show the page of the columns of a file."""
    store = ProjectStore(runner)
    store.open_dataset(*file)
    return open_columns(qtbot, store, runner)
