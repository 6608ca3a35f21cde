"""Qt's own chooser of files, which is shown where a desktop has none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QTreeView, QWidget

from desktop_app.settings import LAST_FOLDER
from desktop_app.views.choosers import choose_data_file, first_folder

pytestmark = pytest.mark.usefixtures("styled")


def test_size_kind_and_time_of_a_file_are_shown_whole(qtbot, tmp_path) -> None:
    (tmp_path / "Haushaltserhebung.csv").write_text("a\n1\n" * 400, encoding="utf-8")
    QSettings().setValue(LAST_FOLDER, str(tmp_path))
    # Otherwise Qt shows the widths that it had last.
    native, user = QSettings.Format.NativeFormat, QSettings.Scope.UserScope
    QSettings(native, user, "QtProject").remove("FileDialog/treeViewHeader")
    parent, seen = QWidget(), list[list[bool]]()
    qtbot.addWidget(parent)
    parent.show()

    def look() -> None:
        chooser = QApplication.activeModalWidget()
        assert isinstance(chooser, QFileDialog)
        files = chooser.findChild(QTreeView, "treeView")
        if not files.model().rowCount(files.rootIndex()):
            # The folder is read in the background.
            QTimer.singleShot(20, look)
            return
        QApplication.processEvents()
        columns = range(files.model().columnCount())
        whole = [files.columnWidth(c) >= files.sizeHintForColumn(c) for c in columns]
        seen.append(whole)
        QTest.keyClick(chooser, Qt.Key.Key_Escape)

    QTimer.singleShot(0, look)
    assert choose_data_file(parent) is None
    assert seen == [[True] * 4]


def test_it_begins_beside_the_file_that_was_opened_last(traveller, people) -> None:
    """Such as one that was named on the command line, or dropped."""
    traveller.open(people)
    assert first_folder() == str(people.parent)
