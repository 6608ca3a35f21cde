"""House measures: the longest file, the longest function and the largest folder there may be."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import pytest

LONGEST_FILE = 500
LONGEST_FUNCTION = 60
LARGEST_FOLDER = 20


def functions(statements: Sequence[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in statements:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_file_is_longer_than_the_limit(sources) -> None:
    assert [f"{s.name}: {s.lines}" for s in sources if s.lines > LONGEST_FILE] == []


def test_no_function_is_longer_than_the_limit(sources) -> None:
    """Kernels are left out: a numba loop is one piece."""
    too_long = [
        f"{source.name}:{function.lineno} {function.name}"
        for source in sources
        if not source.name.startswith("core/kernels/")
        for function in functions(source.statements)
        if (function.end_lineno or 0) - function.lineno + 1 > LONGEST_FUNCTION
    ]

    assert too_long == []


@pytest.mark.parametrize("place", ["core", "desktop_app"])
def test_no_folder_holds_more_modules_than_the_limit(sources, place: str) -> None:
    folders = Counter(
        str(path.parent)
        for path in (PurePosixPath(source.name) for source in sources)
        if path.is_relative_to(place) and path.name != "__init__.py"
    )

    assert place in folders
    assert len(folders) > 5
    assert {name: n for name, n in folders.items() if n > LARGEST_FOLDER} == {}


def names_given(tree: ast.Module) -> Iterator[str]:
    """Return the names that a module gives at its top, each as often as it is given."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                yield from (part.id for part in parts if isinstance(part, ast.Name))


def test_no_module_gives_a_name_to_two_things(sources) -> None:
    """Where two modules are joined, the second one's number would silently hold for both."""
    counted = {source.name: Counter(names_given(source.tree)) for source in sources}
    twice = [f"{name}: {given}" for name, c in counted.items() for given, n in c.items() if n > 1]

    assert twice == []


def test_no_file_is_a_drawer_for_anything(sources) -> None:
    drawers = {"utils", "util", "helpers", "helper", "misc", "common"}

    parts = {part for source in sources for part in source.name.removesuffix(".py").split("/")}

    assert parts & drawers == set()


def comments(text: str) -> Iterator[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return (token.string for token in tokens if token.type == tokenize.COMMENT)


def test_nothing_is_marked_as_left_to_do(sources) -> None:
    mark = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")

    marked = [source for source in sources if mark.search(source.text)]

    assert [(s.name, c) for s in marked for c in comments(s.text) if mark.search(c)] == []


def test_nothing_in_core_is_a_stub(sources) -> None:
    """The window's base classes may leave a hook open; the engine has none."""
    stub = "raise NotImplementedError"

    assert [s.name for s in sources if s.name.startswith("core/") and stub in s.text] == []
