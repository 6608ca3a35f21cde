"""The project file: a recipe with the state that the window needs to resume work.

Everything beyond the recipe, such as the sign-off, is under the key ``project``, on which runs do
not depend. It contains no records, and no cell values except the category names of edited
taxonomies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from core.errors import Problem, Refused, field_problem
from core.io.files.atomic_writing import replace_file
from core.model import Attribute, Fingerprint, Project, SignOff, Taxonomy
from core.model.declared_types import Expects, Texts, Whole
from core.model.taxonomy_building import TaxonomyTooLarge
from core.model.taxonomy_entry import labels_entry, taxonomy_of_entry
from core.network_paths import refuse_network_path
from core.office_limits import office_limits
from core.recipe.attributes import AttributeEntry, attribute_of, entry_of, path_entry
from core.recipe.declared import PathText, read_declared, write_declared
from core.recipe.recipe_file import dump_project, parse_project
from core.recipe.strict_json import read_json
from core.same_fields import copy_fields

SECTION = "project"
FORMAT: Literal["statveil-project/2"] = "statveil-project/2"
_NEWER = re.compile(r"statveil-project/(?:[3-9]|[1-9][0-9]+)")


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
    home_sha256 : str
        In a recovery copy: the hash of that file as the window read or wrote it last.
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
    home_sha256: str = ""
    sign_off: SignOff | None = None
    set_aside: tuple[Attribute, ...] = ()
    declined: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedTaxonomy:
    """A taxonomy that was changed and is in no file yet.

    Attributes
    ----------
    column : str
        The column that it is of.
    sha256 : str
        Hash of the file that it was read from.
    nodes : tuple of str
        Its categories.
    parents : tuple of tuple of int
        Of each category the places of those right above it.
    labels : dict
        By language or code system, the labels of categories.
    """

    column: str
    sha256: str
    nodes: Texts
    parents: Annotated[tuple[tuple[Whole, ...], ...], Expects("recipe-expects-list")]
    labels: Annotated[dict[str, dict[str, str]], Expects("recipe-expects-object")] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSection:
    """What the window adds to a recipe.

    Attributes
    ----------
    format : str
        What the file is besides a recipe.
    confirmed : tuple of str
        Steps that are decided.
    settled : tuple of str
        Columns of which the relation of categories is decided.
    input_name : str
        Name of the input when the project was saved.
    input_size : int or None
        Its bytes.
    input_sha256 : str
        Its hash.
    edited : tuple of EditedTaxonomy
        Taxonomies that were changed and are in no file yet.
    set_aside : tuple of AttributeEntry
        Entries as in `attributes`: what was said of columns that preparing steps dropped or
        recoded.
    declined : tuple of tuple of str
        Lists of columns of which the first reveals masked ones and is kept all the same.
    sign_off : SignOff or None
        `name`, `office`, `contact`, `title`, `purpose`, `remark` and `public`: whether all but the
        remark may go out.
    home : str or None
        In a copy kept for recovery: the project file, or nothing if it was never saved.
    home_sha256 : str
        The hash of that file as it was read or written last.
    """

    format: Literal["statveil-project/2"]
    confirmed: Texts = ()
    settled: Texts = ()
    input_name: str = ""
    input_size: Whole | None = None
    input_sha256: str = ""
    edited: tuple[EditedTaxonomy, ...] = ()
    set_aside: tuple[AttributeEntry, ...] = ()
    declined: Annotated[tuple[tuple[str, ...], ...], Expects("recipe-expects-list")] = ()
    sign_off: SignOff | None = None
    home: PathText | None = None
    home_sha256: str = ""


def save_project(path: Path, state: ProjectFile) -> str:
    """Write a project file atomically: readers of `path` find the old or the new content.

    Paths below the file's folder are written relative to it, so that both can be moved.

    Returns
    -------
    str
        The SHA-256 of what the file holds.

    Raises
    ------
    Refused, StorageFull
        If it cannot be written; the file then remains unchanged.
    """
    folder, fingerprint = path.absolute().parent, state.input
    document = dump_project(state.project, folder)
    document[SECTION] = write_declared(
        copy_fields(
            ProjectSection,
            state,
            format=FORMAT,
            input_name=fingerprint.file_name if fingerprint else "",
            input_size=fingerprint.size if fingerprint else None,
            input_sha256=fingerprint.sha256 if fingerprint else "",
            edited=tuple(_edited_entry(*edited) for edited in state.edited),
            set_aside=tuple(entry_of(attribute, folder) for attribute in state.set_aside),
        )
    )
    try:
        content = (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
    except UnicodeEncodeError:
        # File names may contain invalid text, which JSON can hold as escapes.
        content = (json.dumps(document, indent=2) + "\n").encode()
    # A copy for recovery, which knows its home, lies where the user has not put it.
    replace_file(path, content, private=state.home is not None)
    return sha256(content).hexdigest()


def open_project(
    path: Path, input_override: Path | None = None, *, unfinished: bool = True
) -> ProjectFile:
    """Return the contents of the recipe or project file at `path`.

    Parameters
    ----------
    input_override : pathlib.Path, optional
        Read this file instead of the one that the recipe names.
    unfinished : bool
        Whether to accept values that the user may still be typing, such as the output name, and an
        input on a network; the window reports them where they can be corrected.

    Raises
    ------
    Refused
        If it is not a recipe, or an unfinished project saved by a newer version, because saving it
        again would lose what this version does not know.
    """
    document, folder = read_json(path), path.absolute().parent
    project = parse_project(document, folder, input_override, unfinished=unfinished)
    recipe = project.recipe
    if not recipe.limits:
        # Log and report state the limits in force, so that they do not depend on the computer.
        limits = office_limits(recipe.profile)
        project = replace(project, recipe=replace(recipe, limits=limits))
    if input_override is None and not unfinished:
        refuse_network_input(project, folder)
    entry = document.get(SECTION) if isinstance(document, Mapping) else None
    if entry is None:
        return ProjectFile(project)
    form = entry.get("format") if isinstance(entry, Mapping) else None
    if isinstance(form, str) and _NEWER.fullmatch(form):
        raise Refused(Problem("project-newer", params={"file": path.name}))
    section = read_declared(ProjectSection, entry, SECTION)
    size, input_sha256 = section.input_size, section.input_sha256
    fingerprint = None
    if input_sha256 and size is not None:
        fingerprint = Fingerprint(section.input_name, size, input_sha256)
    return copy_fields(
        ProjectFile,
        section,
        project=project,
        input=fingerprint,
        edited=tuple(_taxonomy_of(edited, i) for i, edited in enumerate(section.edited)),
        set_aside=tuple(attribute_of(aside, folder) for aside in section.set_aside),
    )


def refuse_network_input(project: Project, folder: Path) -> None:
    """Raise `Refused` if a recipe or project file in `folder` names an input on a network."""
    refuse_network_path(path_entry(Path(project.source.path), folder), folder)


def _edited_entry(column: str, taxonomy: Taxonomy) -> EditedTaxonomy:
    parents = (taxonomy.parents_of(node).tolist() for node in range(len(taxonomy)))
    return EditedTaxonomy(
        column=column,
        sha256=taxonomy.sha256,
        nodes=tuple(taxonomy.nodes),
        parents=tuple(map(tuple, parents)),
        labels=labels_entry(taxonomy),
    )


def _taxonomy_of(edited: EditedTaxonomy, position: int) -> tuple[str, Taxonomy]:
    field = f"{SECTION}.edited[{position}]"
    entry = {"sha256": edited.sha256, "nodes": list(edited.nodes), "parents": edited.parents}
    try:
        return edited.column, taxonomy_of_entry({**entry, "labels": edited.labels})
    except TaxonomyTooLarge as large:
        raise Refused(
            field_problem(large.code, field, count=large.count, most=large.most)
        ) from None
    except (KeyError, IndexError, TypeError, ValueError):
        raise Refused(field_problem("recipe-expects-taxonomy", field)) from None
