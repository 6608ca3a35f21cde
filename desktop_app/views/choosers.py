"""File choosers; they remember the last folder and nothing else."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from PySide6.QtCore import QMimeData, QSettings, Qt, QTimer
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHeaderView,
    QMessageBox,
    QTreeView,
    QWidget,
)

from desktop_app.preferences.in_force import FILES, value_of
from desktop_app.settings import LAST_FOLDER
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.plain import plain_box

_CHOOSER_WIDTH = 105 * sizes.UNIT


def first_folder() -> str:
    """Return the folder for files, if one was chosen, or the one used last; else the home folder.

    A folder that is not there, such as one on a drive that was taken out, is passed over.
    """
    stored = (value_of(FILES), str(QSettings().value(LAST_FOLDER, "")))
    return next((folder for folder in stored if folder and Path(folder).is_dir()), str(Path.home()))


def remember_folder(path: Path) -> None:
    """Note the folder of `path`."""
    QSettings().setValue(LAST_FOLDER, str(path.parent))


def choose_folder(parent: QWidget, title: str) -> Path | None:
    """Let the user choose a folder; ``None`` if they think better of it."""
    chosen = QFileDialog.getExistingDirectory(parent, title, first_folder())
    if not chosen:
        return None
    remember_folder(Path(chosen) / "inside")
    return Path(chosen)


def choose_parts(parent: QWidget) -> Path | None:
    """Let the user choose a folder that is read as one file; ``None`` if they change their mind."""
    chosen = QFileDialog.getExistingDirectory(parent, tr("Open a folder of parts"), first_folder())
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen)


def dropped_path(data: QMimeData) -> str:
    """Return the path of the first file that is dropped; empty without one."""
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")


def take_copy(event: QDropEvent) -> None:
    """Accept a file, but as a copy: where it counts as moved, a file manager deletes it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def free_folder(home: Path, name: str) -> Path:
    """Return a folder in `home` that does not exist yet, so that nothing is replaced."""
    places = (home / (name if n == 1 else f"{name}_{n}") for n in count(1))
    return next(path for path in places if not path.exists())


def choose_data_file(parent: QWidget) -> Path | None:
    """Let the user choose a data file or a recipe; ``None`` if they think better of it."""
    filters = (
        tr(
            "Data and projects (*.csv *.tsv *.txt *.dat *.xlsx *.xlsm *.xls *.ods *.sav "
            "*.zsav *.dta *.sas7bdat *.xpt *.parquet *.feather *.statveil *.recipe.json)"
        ),
        tr("Text tables (*.csv *.tsv *.txt *.dat)"),
        tr("Workbooks (*.xlsx *.xlsm *.xls *.ods)"),
        tr("SPSS, Stata, SAS (*.sav *.zsav *.dta *.sas7bdat *.xpt)"),
        tr("Parquet, Feather (*.parquet *.feather)"),
        tr("All files (*)"),
    )
    return _chosen(parent, tr("Open a file"), filters)


def choose_dictionary_file(parent: QWidget) -> Path | None:
    """Let the user choose a dictionary of columns; ``None`` if they think better of it."""
    filters = (tr("Dictionaries of columns (*.csv *.txt)"), tr("All files (*)"))
    return _chosen(parent, tr("Load a dictionary"), filters)


def choose_table(parent: QWidget, title: str) -> Path | None:
    """Let the user choose a table for the recipe; ``None`` if they think better of it."""
    filters = (
        tr("Tables (*.csv *.tsv *.txt *.xlsx *.xls *.ods *.sav *.dta *.parquet)"),
        tr("All files (*)"),
    )
    return _chosen(parent, title, filters)


def choose_rule_file(parent: QWidget) -> Path | None:
    """Let the user choose a file of edit rules; ``None`` if they think better of it."""
    filters = (tr("Rules of the R package validate (*.yaml *.yml)"), tr("All files (*)"))
    return _chosen(parent, tr("Read rules"), filters)


def choose_taxonomy_file(parent: QWidget) -> Path | None:
    """Let the user choose a taxonomy; ``None`` if they think better of it."""
    filters = (
        tr("Taxonomies (*.csv *.txt *.tsv *.owl *.rdf *.xml *.skos)"),
        tr("All files (*)"),
    )
    return _chosen(parent, tr("Open a taxonomy"), filters)


def choose_taxonomy_target(parent: QWidget, name: str) -> tuple[Path, bool] | None:
    """Let the user choose where a taxonomy is saved; ``None`` if they think better of it.

    Returns
    -------
    tuple of Path and bool, or None
        The file, which the user has agreed to replace if it exists, and whether it is to have
        levels.
    """
    parents = tr("Category and parent, with labels (*.csv)")
    levels = tr("A row for each category with its levels (*.csv)")
    begin = str(Path(first_folder()) / name)
    title = tr("Save the taxonomy")
    chosen, kind = QFileDialog.getSaveFileName(parent, title, begin, f"{parents};;{levels}")
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen), kind == levels


def add_suffix(parent: QWidget, chosen: str, suffix: str) -> Path | None:
    """Return the chosen file with `suffix` appended.

    The chooser has asked about the name as it was typed. If a file has the name with the suffix,
    the user is asked about that one; ``None`` if it is to stay.
    """
    path = Path(f"{chosen}{suffix}")
    if not path.exists():
        return path
    question = tr("{name} exists already. Replace it?", name=path.name)
    button = QMessageBox.StandardButton
    box = plain_box(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Replace a file"))
    box.setText(question)
    box.setStandardButtons(button.Yes | button.No)
    box.setDefaultButton(button.No)
    return path if box.exec() == button.Yes else None


def _show_whole_columns() -> None:
    """Let Qt's own chooser show sizes, kinds and times whole; desktops have choosers of theirs."""
    chooser = QApplication.activeModalWidget()
    files = chooser.findChild(QTreeView, "treeView") if isinstance(chooser, QFileDialog) else None
    if not isinstance(chooser, QFileDialog) or not isinstance(files, QTreeView):
        return
    header = files.header()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    chooser.resize(max(chooser.width(), _CHOOSER_WIDTH), chooser.height())


def _chosen(parent: QWidget, title: str, filters: tuple[str, ...]) -> Path | None:
    # Once it is shown, which the call below waits for.
    QTimer.singleShot(0, parent, _show_whole_columns)
    chosen, _ = QFileDialog.getOpenFileName(parent, title, first_folder(), ";;".join(filters))
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen)
