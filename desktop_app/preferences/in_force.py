"""Each setting of the program itself: what it can be, who has set it, and what is in force.

The office's file comes first where it locks a setting; then the user's own choice; then what the
office proposes; then what the program comes with. What is not possible is ignored, with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Generic, TypeVar

from PySide6.QtCore import QSettings

from core.errors import Refused
from core.model.checklist import PROFILES
from core.office import DRAWING, office
from desktop_app import settings
from desktop_app.text import tr
from desktop_app.text.problems import problem_text

PERCENTAGES = (100, 125, 150, 175, 200)
COLOUR_CHOICES = ("system", "light", "dark")
NONE, USUAL = "none", "usual"
# Those of the methods' own parameters, whose package takes half a second to import.
LEAST_K, LEAST_T, MOST_T = 2, 0.0, 1.0
MOST_K = 10_000
# Where somebody wants to keep t and has not said which.
FIRST_T = 0.15

Value = TypeVar("Value")
_Held = TypeVar("_Held", covariant=True)


@dataclass(frozen=True, slots=True)
class Preference(Generic[_Held]):
    """One setting.

    Attributes
    ----------
    name : str
        In the office's file.
    key : str
        In the user's settings.
    default : object
        What the program comes with.
    parse : callable
        Returns the value that a text spells; raises `ValueError` if it spells none.
    """

    name: str
    key: str
    default: _Held
    parse: Callable[[str], _Held]


def _whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return parse


def _or_none(parse: Callable[[str], Value]) -> Callable[[str], Value | None]:
    return lambda text: None if text == NONE else parse(text)


def _distance(text: str) -> float:
    distance = float(text)
    if not LEAST_T <= distance <= MOST_T:
        raise ValueError
    return distance


def _folder(text: str) -> str:
    if text and not PurePath(text).is_absolute():
        raise ValueError
    return text


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        return choices[choices.index(text)]

    return parse


COLOURS = Preference("colours", settings.THEME, "system", _one_of(*COLOUR_CHOICES))
SIZE = Preference(
    "size", settings.MAGNIFICATION, 100, lambda text: PERCENTAGES[PERCENTAGES.index(int(text))]
)
NEW_K = Preference("k", settings.NEW_K, 5, _whole(LEAST_K, MOST_K))
NEW_T: Preference[float | None] = Preference("t", settings.NEW_T, None, _or_none(_distance))
NEW_FIGURES = Preference("figures", settings.NEW_FIGURES, NONE, _one_of(NONE, USUAL))
FILES = Preference("files", settings.FILES_FOLDER, "", _folder)
RELEASES = Preference("releases", settings.RELEASES_FOLDER, "", _folder)
SCRATCH = Preference("scratch", settings.SCRATCH_FOLDER, "", _folder)

ALL: tuple[Preference[object], ...] = (
    *(COLOURS, SIZE, NEW_K, NEW_T, NEW_FIGURES),
    *(FILES, RELEASES, SCRATCH),
)


def value_of(setting: Preference[Value]) -> Value:
    """Return what is in force."""
    if not is_locked(setting):
        chosen = _parse(setting, _open_settings().value(setting.key))
        if chosen is not None:
            return chosen[0]
    proposed = _parse(setting, office().values.get(setting.name))
    return setting.default if proposed is None else proposed[0]


def is_locked(setting: Preference[Value]) -> bool:
    """Return whether the office has laid down a setting, so that no user can change it."""
    laid = office()
    return (
        setting.name in laid.locked and _parse(setting, laid.values.get(setting.name)) is not None
    )


def choose(setting: Preference[Value], value: Value) -> None:
    """Remember what the user chooses, unless the office has laid it down."""
    if not is_locked(setting):
        QSettings().setValue(setting.key, NONE if value is None else value)


def choose_defaults() -> None:
    """Forget what the user chose."""
    for setting in ALL:
        QSettings().remove(setting.key)


def complaints() -> tuple[str, ...]:
    """Return a sentence for each setting that is ignored because it is not possible."""
    return (*_of_office(), *_of_user())


def _of_office() -> Iterator[str]:
    from core.office_limits import office_limits

    laid, settings_by_name = office(), {setting.name: setting for setting in ALL}
    if laid.fault:
        yield problem_text(laid.fault)
    for name, value in laid.values.items():
        if name in DRAWING:
            # The engine reads these.
            if not isinstance(value, bool):
                yield _impossible(str(laid.file), name, value)
        elif name not in settings_by_name:
            sentence = tr("{file} sets “{name}”, which is no setting of Statveil. It is ignored.")
            yield sentence.format(file=laid.file, name=name)
        elif _parse(settings_by_name[name], value) is None:
            yield _impossible(str(laid.file), name, value)
    for profile in PROFILES:
        try:
            office_limits(profile)
        except Refused as refused:
            yield problem_text(refused.problems[0])
    for name in laid.locked:
        if name not in settings_by_name or name not in laid.values:
            sentence = tr("{file} locks “{name}” without setting it. That is ignored.")
            yield sentence.format(file=laid.file, name=name)


def _of_user() -> Iterator[str]:
    user_settings = _open_settings()
    if user_settings.fileName() in _damaged:
        sentence = tr("Your settings in {file} are damaged. What cannot be read is ignored.")
        yield sentence.format(file=user_settings.fileName())
    for setting in ALL:
        value = user_settings.value(setting.key)
        if value is not None and _parse(setting, value) is None:
            yield _impossible(user_settings.fileName(), setting.key, value)


# Qt says it only to the first who reads a file, and keeps what it could read.
_damaged: set[str] = set()


def _open_settings() -> QSettings:
    """Return the user's settings; note whether their file is damaged."""
    settings = QSettings()
    if settings.status() is QSettings.Status.FormatError:
        _damaged.add(settings.fileName())
    return settings


def _impossible(file: str, name: str, value: object) -> str:
    sentence = tr("{file} sets “{name}” to “{value}”, which is not possible. It is ignored.")
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(value)[:40])
    return sentence.format(file=file, name=name, value=text)


def _parse(setting: Preference[Value], value: object) -> tuple[Value] | None:
    """Return the value in a tuple; ``None`` if there is none, or one that is not possible."""
    if value is None:
        return None
    try:
        return (setting.parse(str(value)),)
    except ValueError:
        return None
