"""The order of rows, columns and categories does not decide which records share a cluster."""

from __future__ import annotations

import random

from tests.core.command_line.conftest import Bench, group_lines

TREE = {"a": "north", "b": "north", "c": "south", "d": "south", "e": "", "north": "", "south": ""}
NAMES = ("ID", "SIZE", "PLACE", "KIND", "ILL")
ROLES = {
    "ID": {"role": "other"},
    "SIZE": {"role": "quasi-identifier", "scale": "continuous"},
    "PLACE": {"role": "quasi-identifier", "scale": "nominal", "taxonomy": "tree.csv"},
    "KIND": {"role": "quasi-identifier", "scale": "nominal"},
    "ILL": {"role": "confidential", "scale": "continuous"},
}


def table() -> list[dict[str, str]]:
    """Sizes and confidential values that all differ, so that nothing is tied."""
    draw = random.Random(4)
    return [
        {
            "ID": f"P{i}",
            "SIZE": f"{draw.random():.9f}",
            "PLACE": draw.choice("abcde"),
            "KIND": draw.choice("xyz"),
            "ILL": f"{draw.random():.9f}",
        }
        for i in range(120)
    ]


def clusters(bench: Bench, rows, names, tree) -> set[frozenset[str]]:
    lines = ["category,parent", "all,", *(f"{n},{p or 'all'}" for n, p in tree)]
    (bench.folder / "tree.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    bench.people([list(names), *([row[name] for name in names] for row in rows)])
    bench.release_as(
        {"name": "t-k-first", "k": 4, "t": 0.2},
        "--overwrite",
        attributes=[{"name": name, **ROLES[name]} for name in names],
    )
    table = bench.table()
    groups = group_lines(table, ["SIZE", "PLACE", "KIND"]).values()
    return {frozenset(table[place]["ID"] for place in group) for group in groups}


def test_clusters_do_not_depend_on_any_order(bench: Bench) -> None:
    rows, tree, draw = table(), list(TREE.items()), random.Random(5)
    in_order = clusters(bench, rows, NAMES, tree)

    assert len(in_order) > 5
    mixed = (draw.sample(things, len(things)) for things in (rows, NAMES, tree))
    assert clusters(bench, *mixed) == in_order
