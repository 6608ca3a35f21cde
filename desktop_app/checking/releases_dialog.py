"""The releases made on this computer, with which later ones are compared."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from core.errors import StatveilError
from core.jobs import Job
from core.model.release import RegisteredRelease
from core.pipeline.release_register import (
    forget_release,
    list_releases,
    register_folder,
    size_of_release,
)
from desktop_app.models.releases_model import ReleasesModel
from desktop_app.text import failure_text, size, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import note, push_button, set_kind
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.tables.data_table import DataTable

_WIDTH, _HEIGHT = 100 * sizes.UNIT, 56 * sizes.UNIT
_WIDEST = 40 * sizes.UNIT


class ReleasesDialog(QDialog):
    """A table of the releases in the register, and a button that forgets one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Releases made on this computer"))
        self.sentence = note(kind="")
        self.model, self.table = ReleasesModel(self), DataTable(widest=_WIDEST, figures=True)
        self.table.list_model(self.model, tr("Releases"), by_rows=True)
        self.table.selectionModel().selectionChanged.connect(self._show_choice)
        self.forget_button = push_button(tr("&Forget this release"), self._forget)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column(
            self.sentence,
            (self.table, 1),
            in_row(self.forget_button, (buttons, 1)),
            inside=self,
            margins=sizes.MARGIN,
            spacing=sizes.MARGIN,
        )
        self.resize(_WIDTH, _HEIGHT)
        self._list()

    @property
    def chosen(self) -> RegisteredRelease | None:
        """The release in the chosen row."""
        rows = self.table.selectionModel().selectedRows()
        return self.model.items[rows[0].row()] if rows else None

    def _list(self) -> None:
        folder = register_folder()
        try:
            releases = list_releases(folder)
        except StatveilError as error:
            self._fail(error)
            return
        self.model.show_items(tuple(releases))
        self.table.fit_columns()
        set_kind(self.sentence, "")
        self.sentence.setText(
            tr_n(
                "{count} release, {size}. A later release of the same records is compared with it.",
                "{count} releases, {size}. A later release of the same records is compared with "
                "them.",
                len(releases),
                size=size(sum(size_of_release(folder, about) for about in releases)),
            )
            if releases
            else tr("No release yet: one is listed here once it is ready.")
        )
        self._show_choice()

    def _fail(self, error: StatveilError) -> None:
        set_kind(self.sentence, "danger")
        self.sentence.setText(failure_text(error))
        self._show_choice()

    @Slot()
    def _show_choice(self) -> None:
        self.forget_button.setEnabled(self.chosen is not None)

    @Slot()
    def _forget(self) -> None:
        about = self.chosen
        if about is None:
            return
        try:
            forget_release(register_folder(), about.records_sha256, Job())
        except StatveilError as error:
            self._fail(error)
        else:
            self._list()
