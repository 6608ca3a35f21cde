"""The project file: a recipe with the state that the window needs to resume work.

Everything beyond the recipe, such as the sign-off, is under the key ``project``, on which runs do
not depend. It contains no records, and no cell values except the category names of edited
taxonomies.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from core.errors import Problem, Refused
from core.io.files.atomic_writing import replace_file
from core.model import Attribute, Fingerprint, Project, SignOff, Taxonomy
from core.model.taxonomy_building import TaxonomyTooLarge
from core.model.taxonomy_entry import labels_entry, taxonomy_entry, taxonomy_of_entry
from core.recipe.attributes import parse_attribute
from core.recipe.dump import attribute_entry, dump_project
from core.recipe.fields import Fields
from core.recipe.load_recipe import parse_project
from core.recipe.strict_json import read_json

SECTION = "project"
VERSION = 3
"""Of the section. 1, which was not written down: without a sign-off; 2: without `declined`."""
_SIGNED = ("name", "office", "contact", "title", "purpose", "remark")


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """The contents of a project file.

    Attributes
    ----------
    project : Project
        The recipe, which may be invalid in an unfinished project.
    input : Fingerprint or None
        Name, size and SHA-256 of the input when the project was saved; ``None`` in a recipe written
        by hand.
    confirmed : tuple of str
        Steps of the window that the user has confirmed.
    settled : tuple of str
        Columns for which the user has decided how the categories are related.
    edited : tuple of pairs of str and Taxonomy
        Edited taxonomies that are not saved in their own files yet, by column.
    home : str or None
        In a recovery copy: the project file that it belongs to, empty if the project was never
        saved. ``None``: not a recovery copy.
    set_aside : tuple of Attribute
        What was said of columns that preparing steps dropped or recoded into another scale.
    sign_off : SignOff or None
        Who is responsible for the release, and its purpose; ``None`` if not entered.
    declined : tuple of tuple of str
        Columns that reveal masked ones and are kept on purpose, each with those of the relation.
    """

    project: Project
    input: Fingerprint | None = None
    confirmed: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    edited: tuple[tuple[str, Taxonomy], ...] = ()
    home: str | None = None
    sign_off: SignOff | None = None
    set_aside: tuple[Attribute, ...] = ()
    declined: tuple[tuple[str, ...], ...] = ()


def save_project(path: Path, kept: ProjectFile) -> None:
    """Write a project file atomically: readers of `path` find the old or the new content.

    Paths below the file's folder are written relative to it, so that both can be moved.

    Raises
    ------
    Refused, StorageFull
        If it cannot be written; the file then remains unchanged.
    """
    folder = path.absolute().parent
    document = dump_project(kept.project, folder)
    entry: dict[str, object] = {
        "version": VERSION,
        "confirmed": list(kept.confirmed),
        "settled": list(kept.settled),
    }
    if kept.input is not None:
        entry["input_name"] = kept.input.file_name
        entry["input_size"] = kept.input.size
        entry["input_sha256"] = kept.input.sha256
    if kept.edited:
        entry["edited"] = [
            {"column": name, **taxonomy_entry(tree), "labels": labels_entry(tree)}
            for name, tree in kept.edited
        ]
    if kept.set_aside:
        entry["set_aside"] = [attribute_entry(a, folder) for a in kept.set_aside]
    if kept.sign_off is not None:
        entry["sign_off"] = asdict(kept.sign_off)
    if kept.declined:
        entry["declined"] = [list(columns) for columns in kept.declined]
    if kept.home is not None:
        entry["home"] = kept.home
    document[SECTION] = entry
    try:
        content = (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
    except UnicodeEncodeError:
        # File names may contain invalid text, which JSON can hold as escapes.
        content = (json.dumps(document, indent=2) + "\n").encode()
    replace_file(path, content)


def open_project(
    path: Path, input_override: Path | None = None, *, unfinished: bool = True
) -> ProjectFile:
    """Return the contents of the recipe or project file at `path`.

    Parameters
    ----------
    input_override : pathlib.Path, optional
        Read this file instead of the one that the recipe names.
    unfinished : bool
        Whether to accept values that the user may still be typing, such as the output name; the
        window reports them where they can be corrected.

    Raises
    ------
    Refused
        If it is not a recipe, or an unfinished project saved by a newer version, because saving it
        again would lose what this version does not know.
    """
    found = read_json(path)
    project = parse_project(found, path.absolute().parent, input_override, unfinished=unfinished)
    if unfinished:
        section = found.get(SECTION)
        version = section.get("version") if isinstance(section, Mapping) else None
        if isinstance(version, int) and version > VERSION:
            raise Refused(Problem("project-newer", params={"file": path.name}))
    folder = path.absolute().parent
    problems: list[Problem] = []
    fields = Fields(found.get(SECTION) or {}, SECTION, problems)
    confirmed, settled = fields.texts("confirmed"), fields.texts("settled")
    name, sha256 = fields.text("input_name", ""), fields.text("input_sha256", "")
    size = fields.raw("input_size")
    home = fields.text("home") if fields.has("home") else None
    edited, sign_off = _edited(fields), None
    if fields.has("sign_off"):
        signed = fields.section("sign_off")
        texts = {name: signed.text(name, "") for name in _SIGNED}
        sign_off = SignOff(**texts, public=signed.flag("public", False))
    set_aside = tuple(parse_attribute(each, folder) for each in fields.sections("set_aside"))
    declined = _declined(fields)
    if problems:
        raise Refused(*problems)
    known = Fingerprint(name, size, sha256) if sha256 and isinstance(size, int) else None
    return ProjectFile(
        project, known, confirmed, settled, edited, home, sign_off, set_aside, declined
    )


def _declined(fields: Fields) -> tuple[tuple[str, ...], ...]:
    found = fields.raw("declined") or []
    lists = found if isinstance(found, list) else [found]
    if all(isinstance(each, list) and all(isinstance(n, str) for n in each) for each in lists):
        return tuple(map(tuple, lists))
    fields.note("recipe-expects-list", fields.path("declined"))
    return ()


def _edited(fields: Fields) -> tuple[tuple[str, Taxonomy], ...]:
    found = fields.raw("edited") or []
    try:
        if not isinstance(found, list):
            raise TypeError
        return tuple((str(entry["column"]), taxonomy_of_entry(entry)) for entry in found)
    except TaxonomyTooLarge as large:
        fields.note(large.code, fields.path("edited"), count=large.count, most=large.most)
        return ()
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        fields.note("recipe-expects-list", fields.path("edited"))
        return ()
