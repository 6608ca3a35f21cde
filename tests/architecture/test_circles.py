"""No module needs itself by way of others, not even to name a type."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from tests.architecture.conftest import list_imports


def circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        list(TopologicalSorter(imports).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_there_is_no_circle_of_imports(sources) -> None:
    statements_by_module = {
        source.name.removesuffix(".py")
        .replace("/", ".")
        .removesuffix(".__init__"): source.statements
        for source in sources
        if source.name.startswith(("core/", "desktop_app/"))
    }

    def module(name: str) -> str:
        while name and name not in statements_by_module:
            name = name.rpartition(".")[0]
        return name

    imports = {
        name: {module(other) for other in list_imports(statements)} - {"", name}
        for name, statements in statements_by_module.items()
    }

    assert len(imports) > 500
    assert circle(imports) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}
