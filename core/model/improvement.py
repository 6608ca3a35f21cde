"""What a recipe says of a search for the settings with which most figures hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from core.model.declared_types import ByName, Expects, Place, Whole

SettingPairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedSettings:
    """Settings that a search tried.

    Attributes
    ----------
    settings : dict
        What differed from the recipe at the start; empty: nothing.
    inside : int or None
        Figures inside the original's 95 % interval; without it the release was refused, or asked a
        new question of risk.
    close : int or None
        Those that were within 5 % as well.
    """

    settings: Annotated[SettingPairs, ByName(), Expects("recipe-expects-mapping")] = ()
    inside: Whole | None = None
    close: Whole | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement:
    """A search for the settings with which most figures hold, by looks at the original records.

    Attributes
    ----------
    count : int
        How many settings were tried.
    records : int or None
        On how many records; not in the public log.
    figures : int or None
        How many figures were counted; not in the public log.
    trials : tuple of TriedSettings
        The settings with their figures, in the order of the trials; not in the public log.
    """

    count: Place
    records: Place | None = None
    figures: Whole | None = None
    trials: tuple[TriedSettings, ...] = field(default=())
