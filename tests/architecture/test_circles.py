"""No module needs itself by way of others, not even to name a type."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from tests.conftest import ROOT


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        list(TopologicalSorter(imports).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_there_is_no_circle_of_imports() -> None:
    paths = [path for package in ("core", "desktop_app") for path in (ROOT / package).rglob("*.py")]
    trees = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in paths
    }

    def module(name: str) -> str:
        while name and name not in trees:
            name = name.rpartition(".")[0]
        return name

    imports = {
        name: {module(other) for other in imported(tree)} - {"", name}
        for name, tree in trees.items()
    }

    assert len(imports) > 500
    assert circle(imports) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}
