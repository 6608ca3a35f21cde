"""A text with placeholders, in the singular and the plural."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Template:
    """A whole sentence, never a part of one.

    Attributes
    ----------
    other : str
        The text, with ``{placeholders}``.
    one : str or None
        The text when the parameter ``count`` is 1, if it differs.
    """

    other: str
    one: str | None = None

    def form(self, count: object) -> str:
        """Choose the form for `count`."""
        return self.one if self.one is not None and count == 1 else self.other
