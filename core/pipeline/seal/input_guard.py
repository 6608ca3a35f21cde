"""Protects the input files of a run from being replaced by its release."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.errors import Problem, Refused
from core.io.files.input_files import name_in_sentences, neighbour
from core.io.files.part_files import is_folder, is_own_folder
from core.io.fixed_width.column_dictionary import dictionary_beside
from core.io.taxonomies import taxonomy_path
from core.model import Project

UserFile = tuple[str, Path]
"""What a file of the user is (the end of the code ``release-over-...``), and its path."""


def guard_inputs(folder: Path, names: Iterable[str], user_files: Sequence[UserFile]) -> None:
    """Raise `Refused` if a release would replace or remove one of its inputs, or any folder.

    Parameters
    ----------
    names : iterable of str
        All names in it that the release replaces or removes.
    user_files : sequence of pairs of str and pathlib.Path
        The user's files that must be kept.

    Raises
    ------
    Refused
        If one of the names is one of these files, by path or by a symbolic or hard link, or is a
        folder other than the parts of an earlier release; or if the release folder lies in an
        input folder.
    """
    # The folder of the release, which need not exist, may be a folder of the input or lie in one.
    release_folder = Path(os.path.realpath(folder))
    for _, path in user_files:
        inside = (release_folder, *release_folder.parents)
        if is_folder(path) and Path(os.path.realpath(path)) in inside:
            raise Refused(Problem("release-in-input", params={"file": name_in_sentences(path)}))
    for name in names:
        target = folder / name
        if is_folder(target) and not target.is_symlink() and not is_own_folder(target):
            raise Refused(Problem("release-name-is-folder", params={"file": name}))
        for kind, path in user_files:
            if _is_same_file(target, path):
                raise Refused(Problem(f"release-over-{kind}", params={"file": name}))


def list_input_files(project: Project) -> tuple[UserFile, ...]:
    """List the files that a project reads."""
    source = Path(project.source.path)
    files: list[UserFile] = [("input", source)]
    beside = {"dictionary": dictionary_beside(source), "catalog": neighbour(source, ".sas7bcat")}
    files += [(kind, path) for kind, path in beside.items() if path is not None]
    files += [
        ("taxonomy", taxonomy_path(attribute.taxonomy, source.parent))
        for attribute in project.schema.attributes
        if attribute.taxonomy is not None
    ]
    files += [("population", Path(file.path)) for file in project.recipe.population]
    files += [("earlier", Path(path)) for path in project.recipe.earlier_files]
    files += [("source", Path(path)) for path in project.recipe.sources]
    return tuple(files)


def _is_same_file(target: Path, path: Path) -> bool:
    if not os.path.lexists(target):
        return False
    try:
        return os.path.realpath(target) == os.path.realpath(path) or target.samefile(path)
    except OSError:
        return False  # one of them does not exist, so nothing can be lost
