"""Trees over the masked columns, as the user draws them. Knows no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

Pairs = tuple[tuple[str, str], ...]


def tree_of(value: object) -> Pairs:
    """Return a recipe's value as pairs; what is none is left out."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    pairs = [entry for entry in value if isinstance(entry, Sequence) and len(entry) == 2]
    return tuple((str(upper), str(lower)) for upper, lower in pairs)


def chain(names: Sequence[str]) -> Pairs:
    """Return a first tree: each column related to the one before."""
    return tuple(pairwise(names))


def parents(pairs: Pairs, names: Sequence[str]) -> dict[str, str]:
    """Return to which column each but the first is related, seen from the first one.

    Columns that the pairs do not reach are absent.
    """
    parent_by_name: dict[str, str] = {}
    reached, waiting = set(names[:1]), list(names[:1])
    while waiting:
        here = waiting.pop(0)
        for pair in pairs:
            if here in pair:
                there = pair[1] if pair[0] == here else pair[0]
                if there not in reached and there in names:
                    reached.add(there)
                    waiting.append(there)
                    parent_by_name[there] = here
    return parent_by_name


def below(name: str, above: Mapping[str, str]) -> frozenset[str]:
    """Return a column and all that hang on it: none of them can be what it hangs on."""
    names_below = {name}
    while True:
        children = {child for child, parent in above.items() if parent in names_below} - names_below
        if not children:
            return frozenset(names_below)
        names_below |= children


def pairs_of(above: Mapping[str, str], names: Sequence[str]) -> Pairs:
    """Return the pairs of a tree given by what each column hangs on."""
    return tuple((above[name], name) for name in names if name in above)


def kept_tree(pairs: Pairs, names: Sequence[str]) -> Pairs:
    """Return a drawn tree for other columns: what still joins two of them stays.

    Columns that are left alone are joined to the first one, so that the tree remains one.
    """
    if not pairs or len(names) < 2:
        return ()
    edges = tuple(pair for pair in pairs if pair[0] in names and pair[1] in names)
    above = parents(edges, names)
    for name in names[1:]:
        if name not in above:
            edges = (*edges, (names[0], name))
            above = parents(edges, names)
    return pairs_of(above, names)
