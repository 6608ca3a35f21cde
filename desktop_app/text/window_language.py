"""The user's language, in which the window writes the catalogue's texts."""

from __future__ import annotations

from core.messages import CATALOGUE, Language
from desktop_app.text.minus import with_minus
from desktop_app.text.numbers import number
from desktop_app.text.places import place_in_window
from desktop_app.text.translate import translate


class WindowLanguage(Language):
    """Takes translations and numbers from Qt, and names settings as the window's controls are."""

    def form(self, code: str, count: object) -> str:
        """Translate a text in the form for `count`."""
        template = CATALOGUE[code]
        if template.one is None or not isinstance(count, int):
            return translate(template.form(count))
        # The translation of a singular and plural is found under the plural.
        form = translate(template.other, count)
        return template.form(count) if form == template.other else form

    def place(self, name: str) -> str:
        """Name the control or step on which the setting `name` is changed."""
        return place_in_window(name)

    def number(self, value: int | float) -> str:
        """Write a number as the user's locale does."""
        return with_minus(number(value))


WINDOW = WindowLanguage("window")
