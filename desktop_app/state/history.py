"""Undo and redo."""

from __future__ import annotations

from desktop_app.state.draft import Draft


class History:
    """A line of drafts with a position in it.

    Changes that follow one another under the same key are one step, so that turning a wheel
    from 3 to 30 is undone at once.
    """

    def __init__(self, first: Draft) -> None:
        self._drafts: list[tuple[Draft, str]] = [(first, "")]
        self._at = 0

    @property
    def draft(self) -> Draft:
        """The draft in force."""
        return self._drafts[self._at][0]

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """All drafts that undo and redo can put in force."""
        return tuple(draft for draft, _ in self._drafts)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self._at + 1 < len(self._drafts)

    @property
    def undone(self) -> Draft | None:
        """The draft that `undo` would put in force."""
        return self._drafts[self._at - 1][0] if self.can_undo else None

    @property
    def redone(self) -> Draft | None:
        """The draft that `redo` would put in force."""
        return self._drafts[self._at + 1][0] if self.can_redo else None

    def push(self, draft: Draft, key: str = "") -> None:
        """Put `draft` in force; what could be redone is forgotten."""
        merge = bool(key) and self._at > 0 and self._drafts[self._at][1] == key
        if not merge:
            self._at += 1
        self._drafts[self._at :] = [(draft, key)]

    def replace(self, draft: Draft) -> None:
        """Change the draft in force without a step of its own."""
        self._drafts[self._at] = (draft, self._drafts[self._at][1])

    def undo(self) -> None:
        """Go one step back."""
        if self.can_undo:
            self._at -= 1

    def redo(self) -> None:
        """Go one step forward again."""
        if self.can_redo:
            self._at += 1
