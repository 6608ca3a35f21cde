"""The step Data: opens a file and shows its records."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.errors import Problem
from desktop_app.jobs import Runner
from desktop_app.projects.last_release import last_release
from desktop_app.projects.opening import Astray, Gone, Opened, is_project_name
from desktop_app.projects.recent import forget_project, note_opened, remember_project
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import define, failure_text, percent, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.choosers import choose_data_file, remember_folder
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import push_button
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.pictures.completeness import CompletenessPicture
from desktop_app.wizard.importing.empty import EmptyState
from desktop_app.wizard.importing.loaded import LoadedView, missing_share
from desktop_app.wizard.importing.project_opening import (
    FiguresBeforehand,
    MethodBeforehand,
    ProjectOpening,
    with_decisions,
)
from desktop_app.wizard.importing.session import ImportSession
from desktop_app.wizard.importing.unfit_input import AstrayView
from desktop_app.wizard.importing.wizard import FILE, LAYOUT, VALUES, ImportWizard


class DataPage(StepPage):
    """Empty, importing, or open."""

    step = Step.DATA

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(tr("Data"), tr("Choose the file to protect and say how to read it."))
        self.opening = ProjectOpening(runner, self)
        self._astray: Astray | None = None
        self.session = ImportSession(runner, self)
        self._method = MethodBeforehand(store, self)
        self._method.remarked.connect(self.remarked)
        self._figures = FiguresBeforehand(store, runner, self)
        # From the outside in: what gets another parent is styled again.
        self._stack = QStackedWidget()
        self.body.addWidget(self._stack, 1)
        self.empty, self._importing = EmptyState(self._stack), QWidget(self._stack)
        self.wizard = ImportWizard(self.session, self._importing)
        self.loaded = LoadedView(runner, self._stack)
        self.astray = AstrayView(self._stack)
        self._page_title = ElidedLabel()
        self._page_title.setFont(sizes.section_font())
        self.cancel_button = push_button(
            tr("Cancel im&port"),
            self.leave_import,
            tr("Cancel import"),
            tr("Go back to what was open before."),
        )
        head = in_row((self._page_title, 1), self.cancel_button, spacing=-1)
        in_column(head, (self.wizard, 1), inside=self._importing)
        for view in (self.empty, self._importing, self.loaded, self.astray):
            self._stack.addWidget(view)
        self._picture = CompletenessPicture()
        self.meaning.set_picture(self._picture)
        self.setFocusProxy(self.empty.open_button)
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        self.empty.open_wanted.connect(self.choose_file)
        self.empty.sample_wanted.connect(self.open_recipe)
        self.empty.recent_wanted.connect(self.open_recipe)
        self.empty.tour_wanted.connect(self.tour_wanted)
        self.empty.guide_wanted.connect(self.guide_wanted)
        self.opening.opened.connect(self._take_opened)
        self.opening.astray.connect(self._take_astray)
        self.opening.gone.connect(self._take_gone)
        self.opening.failed.connect(self._take_failure)
        self.store.opened.connect(self._show_closed)
        self.opening.changed.connect(self.report_state)
        self.astray.anyway_wanted.connect(self._open_anyway)
        self.astray.other_wanted.connect(self._find_input)
        self.astray.cancelled.connect(self.leave_import)
        self.loaded.open_wanted.connect(self.choose_file)
        self.loaded.layout_wanted.connect(self._change_layout)
        self.loaded.values_wanted.connect(self._check_values)
        self.wizard.file_page.other_wanted.connect(self.choose_file)
        self.session.changed.connect(self._show_import)

    @property
    def importing(self) -> bool:
        """Whether the wizard is shown."""
        return self._stack.currentWidget() is self._importing

    @property
    def incoming(self) -> str:
        """The name of the file that is being imported, unless it is the open one."""
        if self._astray is not None:
            return self._astray.path.name
        source = self.store.source
        if not self.importing or (source is not None and Path(source.path) == self.session.path):
            return ""
        return self.session.path.name

    # Opening

    @Slot()
    def choose_file(self) -> None:
        """Let the user choose a file and begin to import it."""
        path = choose_data_file(self)
        if path is not None:
            self.accepts_file(str(path))

    def open_file(self) -> None:
        """Let the user choose a file."""
        self.choose_file()

    def accepts_file(self, path: str) -> bool:
        """Begin to import a data file, or open a recipe with its data; ask if a run is lost."""
        if not self.may_open_another():
            return True
        remember_folder(Path(path))
        if is_project_name(path):
            self.open_recipe(Path(path))
        else:
            self.begin_import(Path(path))
        return True

    def begin_import(self, path: Path) -> None:
        """Show the wizard for the file at `path`."""
        self.session.project = self.store.project
        self.session.look(path)
        self._show_page(FILE)

    def _show_page(self, page: int) -> None:
        """Show a page of the import."""
        self._stack.setCurrentWidget(self._importing)
        self.wizard.show_page(page)
        if page == FILE:
            self.keyboard_waits.emit(self.wizard.file_page)
        self._show_import()

    @Slot()
    def _change_layout(self) -> None:
        self._import_again(LAYOUT)

    @Slot()
    def _check_values(self) -> None:
        self._import_again(VALUES)

    def _import_again(self, page: int) -> None:
        """Show a page of the wizard for the open file, with every choice as it was made."""
        if self.store.source is None:
            return
        self.session.project = self.store.project
        self.session.look_again(self.store.source)
        self._show_page(page)

    @Slot(object)
    def open_recipe(self, path: Path) -> None:
        """Open a project or recipe file and the data it names."""
        self._say("")
        self.opening.open(path)

    def _say(self, text: str) -> None:
        self.empty.say(text, "danger")
        self.loaded.say(text)

    @Slot(object)
    def _take_opened(self, opened: Opened) -> None:
        if opened.origin is not None and opened.origin.file is not None:
            remember_project(opened.origin.file)
        self._open(opened)

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self._say(failure_text(error))

    @Slot(object)
    def _take_gone(self, gone: Gone) -> None:
        if gone.folder:
            forget_project(gone.path)
            self.empty.list_recent()
        name, folder = gone.path.name, str(gone.path.parent)
        self._say(
            tr(
                "{name} is no longer in the folder {folder}. If you moved it, open it from where "
                "it is now.",
                name=name,
                folder=folder,
            )
            if gone.folder
            else tr(
                "{name} cannot be reached: the folder {folder} is not there now. Connect the drive "
                "and try again.",
                name=name,
                folder=folder,
            )
        )
        self.report_state()

    @Slot()
    def _show_closed(self) -> None:
        """Start over once nothing is open any more."""
        if self.store.dataset is None:
            self.loaded.forget()
            self.empty.greet()
            self.empty.list_recent()
            self.setFocusProxy(self.empty.open_button)
            self.leave_import()

    # A project whose input is another

    @Slot(object)
    def _take_astray(self, astray: Astray) -> None:
        self._astray = astray
        self.astray.show_astray(astray)
        self.session.drop()
        self._stack.setCurrentWidget(self.astray)
        self.refresh()
        self.report_state()
        if self.isVisible():
            self.astray.setFocus()

    @Slot()
    def _open_anyway(self) -> None:
        if self._astray is not None and self._astray.found is not None:
            self._take_opened(self._astray.found)

    @Slot()
    def _find_input(self) -> None:
        if self._astray is not None:
            chosen = choose_data_file(self)
            if chosen is not None:
                self.opening.open(self._astray.path, chosen)

    def _open(self, opened: Opened) -> None:
        self.session.drop()
        self.opening.drop()
        self._astray = None
        self._stack.setCurrentWidget(self.loaded)
        self._say("")
        self.setFocusProxy(self.loaded.table)
        if self.isVisible():
            self.loaded.table.setFocus()
        note_opened()
        opened = with_decisions(opened, self.store)
        self.store.open_dataset(
            opened.source,
            opened.dataset,
            opened.profiles,
            opened.project,
            opened.origin,
            opened.read,
        )

    @Slot()
    def leave_import(self) -> None:
        """Leave the wizard; what was open before is shown again."""
        self.session.drop()
        self.opening.drop()
        self._astray = None
        self._say("")
        opened = self.store.dataset is not None
        self._stack.setCurrentWidget(self.loaded if opened else self.empty)
        self.refresh()
        self.state_changed.emit()

    # Showing

    def refresh(self) -> None:
        """Show what the store holds."""
        dataset, source = self.store.dataset, self.store.source
        if dataset is not None and source is not None:
            self.loaded.show_dataset(source, dataset, self.store.profiles)
            if self._stack.currentWidget() is self.empty:
                self._stack.setCurrentWidget(self.loaded)
        self._explain()

    @Slot()
    def _show_import(self) -> None:
        self._page_title.setText(self.wizard.page_title())
        self._explain()
        self.state_changed.emit()

    def _explain(self) -> None:
        dataset = None if self.importing or self._astray else self.store.dataset
        profiles = self.store.profiles if dataset is not None else ()
        self._picture.show_profiles(profiles, dataset.rows if dataset is not None else 0)
        if self.importing:
            self.meaning.set_paragraphs(*self.wizard.meaning())
        elif self._astray is not None:
            self.meaning.set_paragraphs(
                tr(
                    "A project holds your decisions and the fingerprint of its input, but no "
                    "record."
                ),
                define("fingerprint"),
            )
        elif dataset is None:
            self.meaning.set_paragraphs(
                tr(
                    "Statveil reads your file and never changes it. The protected data go into a "
                    "new file."
                ),
                tr("Nothing leaves this computer."),
            )
        else:
            records = tr_n(
                "The file holds {count} record.", "The file holds {count} records.", dataset.rows
            )
            share = missing_share(dataset, profiles)
            missing = (
                tr("No cell is missing.")
                if share == 0
                else tr(
                    "{share} of the cells are missing. On the step Method you choose what is done "
                    "with such records.",
                    share=percent(share),
                )
            )
            following = tr("Next you say what each column is.")
            self.meaning.set_paragraphs(records, missing, following, *self._describe_release())

    def _describe_release(self) -> tuple[str, ...]:
        """Return when and where the last release was written from this file, if any was."""
        source = self.store.source
        last = last_release(source.path) if source is not None else None
        if last is None:
            return ()
        sentence = tr(
            "The last release from this file was written on {when} to {folder}. “Verify a "
            "release” in the menu Release checks it.",
            when=last.when,
            folder=last.folder,
        )
        return (sentence,)

    # The frame's hooks

    def main_action(self) -> MainAction:
        """Name what happens next."""
        if self.opening.busy:
            return MainAction(tr("Check &columns"), False, tr("The file is being opened."))
        if self.importing:
            return self.wizard.main_action()
        if self._astray is not None:
            return MainAction(tr("Check &columns"), False, tr("Choose above how to go on."))
        if self.store.dataset is None:
            return MainAction(tr("Check &columns"), False, tr("Open a file first."))
        return MainAction(tr("Check &columns"))

    def trigger(self) -> None:
        """Do what the main button says."""
        if self.importing:
            if self.wizard.currentIndex() != VALUES:
                self._show_page(self.wizard.currentIndex() + 1)
            elif self.session.opened is not None:
                self._open(self.session.opened)
        elif self.store.dataset is not None and self._astray is None:
            super().trigger()

    def back(self) -> bool:
        """Go back in the wizard, or out of it."""
        if not self.importing:
            return False
        if self.wizard.currentIndex() > FILE:
            self._show_page(self.wizard.currentIndex() - 1)
        else:
            self.leave_import()
        return True

    @property
    def can_go_back(self) -> bool:
        """Only the wizard has something behind it."""
        return self.importing

    def problems(self) -> tuple[Problem, ...]:
        """List the problems that the import found."""
        return self.wizard.problems() if self.importing else super().problems()

    def focus_on(self, problem: Problem) -> None:
        """Go to the field."""
        if self.importing:
            self.wizard.focus_on(problem)
        else:
            self.loaded.layout_button.setFocus()
