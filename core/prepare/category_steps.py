"""Steps on categories: a level of the taxonomy, groups and rare categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.errors import Problem, Severity, Where
from core.model import Attribute, Column, ColumnKind, Dataset, Taxonomy
from core.model.preparing import Group, Level, Rare
from core.prepare.recoded_cells import (
    as_categories,
    as_codes,
    new_texts,
    refuse,
    refuse_cell,
    step_number,
)


def lift_to_level(
    column: Column,
    step: Level,
    attribute: Attribute | None,
    dataset: Dataset,
    decimal: str,
    field: str,
) -> Column:
    """Replace categories by their ancestors on a level."""
    taxonomy = None if attribute is None or not attribute.taxonomy else attribute.categories
    if attribute is None or taxonomy is None:
        raise refuse("prepare-no-taxonomy", column.name, field)
    if not taxonomy.is_tree:
        raise refuse("prepare-several-parents", column.name, field)
    if step.level > taxonomy.height:
        params = {"level": step.level, "height": taxonomy.height}
        raise refuse("prepare-level-beyond", column.name, field, **params)
    texts = _texts(column, decimal)
    meaning, places = dict(attribute.mapping), taxonomy.places()
    nodes = [places.get(meaning.get(category, category), -1) for category in texts.categories]
    unknown = np.array([*(node < 0 for node in nodes), False])[texts.values]
    if unknown.any():
        raise refuse_cell("prepare-not-in-taxonomy", dataset, column.name, field, unknown)
    ancestors = ancestors_on_level(taxonomy, step.level)
    names = [taxonomy.nodes[ancestors[node]] for node in nodes]
    if any(meaning.get(name, name) != name for name in names):
        raise refuse("prepare-level-mapped", column.name, field)
    return as_codes(new_texts(texts, names, texts.values.astype(np.int64)), column)


def ancestors_on_level(taxonomy: Taxonomy, level: int) -> list[int]:
    """Find the ancestor of each node on a level; a node above it is its own.

    Parameters
    ----------
    taxonomy : Taxonomy
        A tree.
    level : int
        From 1, right below the root.
    """
    depth, ancestors = [0] * len(taxonomy), list(range(len(taxonomy)))
    for node in range(1, len(taxonomy)):  # parents come before their children
        parent = int(taxonomy.parents_of(node)[0])
        depth[node] = depth[parent] + 1
        if depth[node] > level:
            ancestors[node] = ancestors[parent]
    return ancestors


def left_on_levels(categories: Sequence[str], attribute: Attribute) -> tuple[int, ...]:
    """Count the categories that are left on each level of a column's taxonomy, from level 1 on.

    It is empty if the column has no taxonomy, one in which a category has several parents, or one
    that lacks a category.
    """
    taxonomy = attribute.categories
    if taxonomy is None or not taxonomy.is_tree:
        return ()
    meaning, places = dict(attribute.mapping), taxonomy.places()
    nodes = [places.get(meaning.get(category, category), -1) for category in categories]
    if min(nodes, default=-1) < 0:
        return ()
    ancestors = (ancestors_on_level(taxonomy, i + 1) for i in range(taxonomy.height))
    return tuple(len({level[node] for node in nodes}) for level in ancestors)


def join_categories(
    column: Column, step: Group, decimal: str, field: str
) -> tuple[Column, list[Problem]]:
    """Join categories; note those that do not occur."""
    counts = Counter(old for _, members in step.into for old in members)
    if not counts:
        raise refuse("prepare-no-groups", column.name, field)
    if max(counts.values()) > 1:
        raise refuse("prepare-in-two-groups", column.name, field)
    texts = _texts(column, decimal)
    new_name = {old: new for new, members in step.into for old in members}
    names = [new_name.get(category, category) for category in texts.categories]
    recoded = as_codes(new_texts(texts, names, texts.values.astype(np.int64)), column)
    absent = len(new_name.keys() - set(texts.categories))
    return recoded, [_note("prepare-absent", column, field, count=absent)] if absent else []


def join_rare(column: Column, step: Rare, decimal: str, field: str) -> tuple[Column, list[Problem]]:
    """Join rare categories; note if they remain rare together."""
    texts = _texts(column, decimal)
    counts = texts.count_categories().tolist()
    names = [
        step.into if count < step.fewer_than else category
        for category, count in zip(texts.categories, counts, strict=True)
    ]
    joined = sum(n for n, name in zip(counts, names, strict=True) if name == step.into)
    recoded = as_codes(new_texts(texts, names, texts.values.astype(np.int64)), column)
    if not 0 < joined < step.fewer_than:
        return recoded, []
    return recoded, [_note("prepare-still-rare", column, field, count=joined)]


def _texts(column: Column, decimal: str) -> Column:
    return column if column.kind is ColumnKind.TEXT else as_categories(column, decimal)


def _note(code: str, column: Column, field: str, count: int) -> Problem:
    params = {"step": step_number(field), "count": count}
    return Problem(code, Where(column.name, field=field), params, Severity.WARNING)
