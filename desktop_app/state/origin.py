"""Where an open project comes from. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.model import Attribute, SignOff, Taxonomy
from desktop_app.state.steps import Step


@dataclass(frozen=True, slots=True)
class Origin:
    """The file of a project as it is opened.

    Attributes
    ----------
    file : pathlib.Path or None
        The project file; ``None`` if it was never saved.
    confirmed : frozenset of Step or None
        Steps that were decided when it was saved; ``None``: those of a recipe, which are all.
    as_saved : bool
        Whether the file holds what is opened, input and all.
    settled : frozenset of str
        Columns of which it was said how their categories are related.
    edited : tuple of pairs of str and Taxonomy
        By column, taxonomies that were changed and are in no file of their own yet.
    set_aside : tuple of Attribute
        What was said of columns that preparing steps dropped or recoded into another scale.
    sign_off : SignOff or None
        Who answers for the release, and what for, if it was said.
    declined : tuple of tuple of str
        Columns that reveal masked ones and are kept on purpose, each with those of the relation.
    file_sha256 : str
        The hash of the project file as it was read; empty without a file.
    """

    file: Path | None = None
    confirmed: frozenset[Step] | None = None
    as_saved: bool = True
    settled: frozenset[str] = frozenset()
    edited: tuple[tuple[str, Taxonomy], ...] = ()
    sign_off: SignOff | None = None
    set_aside: tuple[Attribute, ...] = ()
    declined: tuple[tuple[str, ...], ...] = ()
    file_sha256: str = ""
