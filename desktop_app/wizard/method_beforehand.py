"""Lets the method of a new project keep the preferred t as soon as a column is confidential."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from core.model import Method, Role
from desktop_app.preferences.in_force import NEW_K, NEW_T, value_of
from desktop_app.state import Step
from desktop_app.state.draft import first_method
from desktop_app.store import ProjectStore
from desktop_app.text import tr


class MethodBeforehand(QObject):
    """Follows the columns of a new project until the user chooses a method.

    Parameters
    ----------
    store : ProjectStore
        The open project.

    Signals
    -------
    said(str)
        With the sentence that t is not kept, when the columns are confirmed and none of them is
        confidential.
    """

    said = Signal(str)

    def __init__(self, store: ProjectStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._k, self._t = 0, 0.0
        self._method: Method | None = None
        self._is_said = False
        store.opened.connect(self._begin)
        store.changed.connect(self._follow)

    @Slot()
    def _begin(self) -> None:
        draft, t = self._store.draft, value_of(NEW_T)
        follows = draft is not None and self._store.is_new and t is not None
        self._method = draft.method if draft is not None and follows else None
        self._k, self._t = value_of(NEW_K), t or 0.0
        self._is_said = False

    @Slot()
    def _follow(self) -> None:
        draft = self._store.draft
        if self._method is None or draft is None:
            return
        fitting = first_method(self._k, self._t, draft.schema)
        if fitting == self._method and draft.method != fitting:
            # The columns ask for what they asked for before: the user has chosen.
            self._method = None
            return
        self._method = fitting
        self._store.propose_method(fitting)
        # Say once that there is nothing that t could be about.
        lacks = not draft.schema.with_role(Role.CONFIDENTIAL)
        if lacks and Step.COLUMNS in draft.confirmed and not self._is_said:
            self._is_said = True
            self.said.emit(
                tr(
                    "No column is confidential, so t = {t} of the preferences is not kept: the "
                    "method is MDAV with k = {k}.",
                    t=self._t,
                    k=self._k,
                )
            )
