"""Edits of a taxonomy; each returns a new taxonomy and leaves the old one unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.errors import Problem, Refused
from core.model.taxonomy import Taxonomy
from core.model.taxonomy_building import taxonomy_of

_Parents = dict[str, list[str]]


def add_category(taxonomy: Taxonomy, name: str, parent: str) -> Taxonomy:
    """Add a category to a taxonomy as the last child of `parent`.

    Raises
    ------
    Refused
        If its name is empty or already taken.
    """
    _free(taxonomy, name)
    return _rebuilt(taxonomy, _parents(taxonomy) | {name: [parent]})


def rename_category(taxonomy: Taxonomy, name: str, new: str) -> Taxonomy:
    """Rename a category; its labels stay.

    Raises
    ------
    Refused
        If the new name is empty or already taken.
    """
    if new == name:
        return taxonomy
    _free(taxonomy, new)

    def call(known: str) -> str:
        return new if known == name else known

    parents = {call(n): [call(p) for p in above] for n, above in _parents(taxonomy).items()}
    return _rebuilt(taxonomy, parents, call)


def move_category(taxonomy: Taxonomy, name: str, parents: Sequence[str]) -> Taxonomy:
    """Move a category and its descendants to other parents.

    Raises
    ------
    Refused
        If it is the root, no parent is given, or a parent is the category itself or a descendant.
    """
    _not_the_root(taxonomy, name)
    places = taxonomy.places()
    below_it = any(places[name] in taxonomy.ancestors_of(places[parent]) for parent in parents)
    if below_it or not parents:
        raise Refused(Problem("taxonomy-moved-below-itself"))
    changed = _parents(taxonomy)
    del changed[name]
    return _rebuilt(taxonomy, changed | {name: list(parents)})


def merge_categories(taxonomy: Taxonomy, gone: str, into: str) -> Taxonomy:
    """Merge the category `gone` into `into`, which takes over its children.

    If `into` is a descendant of `gone`, it moves up to the parents of `gone`.

    Raises
    ------
    Refused
        If `gone` is the root or `into` itself.
    """
    _not_the_root(taxonomy, gone)
    if gone == into:
        raise Refused(Problem("taxonomy-merged-with-itself"))
    above_into = set(_names(taxonomy, taxonomy.ancestors_of(taxonomy.places()[into])))
    parents = _parents(taxonomy)
    instead = parents.pop(gone)
    return _rebuilt(
        taxonomy,
        {
            name: _replace(above, gone, instead if name in above_into else [into])
            for name, above in parents.items()
        },
    )


def remove_category(taxonomy: Taxonomy, name: str) -> Taxonomy:
    """Take out a category, whose children move up to its parents.

    Raises
    ------
    Refused
        If it is the root.
    """
    _not_the_root(taxonomy, name)
    parents = _parents(taxonomy)
    instead = parents.pop(name)
    return _rebuilt(taxonomy, {n: _replace(above, name, instead) for n, above in parents.items()})


def _free(taxonomy: Taxonomy, name: str) -> None:
    if not name.strip():
        raise Refused(Problem("taxonomy-name-empty"))
    if name in taxonomy.places():
        raise Refused(Problem("taxonomy-name-taken"))


def _not_the_root(taxonomy: Taxonomy, name: str) -> None:
    if name == taxonomy.nodes[0]:
        raise Refused(Problem("taxonomy-root-stays"))


def _replace(names: Sequence[str], gone: str, instead: Sequence[str]) -> list[str]:
    """Replace `gone` among `names` by `instead`, each name once."""
    new_names = [new for name in names for new in (instead if name == gone else [name])]
    return list(dict.fromkeys(new_names))


def _names(taxonomy: Taxonomy, nodes: Iterable[int]) -> list[str]:
    return [taxonomy.nodes[node] for node in nodes]


def _parents(taxonomy: Taxonomy) -> _Parents:
    return {
        name: _names(taxonomy, taxonomy.parents_of(node).tolist())
        for node, name in enumerate(taxonomy.nodes)
    }


def _rebuilt(taxonomy: Taxonomy, parents: _Parents, call: Callable[[str], str] = str) -> Taxonomy:
    """Build the edited taxonomy; `call` returns the new name of a node with labels."""
    names = [call(name) for name in taxonomy.nodes]
    labels = {
        language: dict(zip(names, texts, strict=True))
        for language, texts in taxonomy.labels.items()
    }
    return taxonomy_of(parents, labels)
