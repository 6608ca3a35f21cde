"""No generator of pseudo-random numbers is in reach of the noise that privacy rests on."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tests.architecture.conftest import SourceFile, list_imports

ROOM = "core/protect/privacy/"
KERNELS = ("entropy_bits", "discrete_laplace", "exponential_choice", "shuffling", "tree_sampling")
# Draws records from what is protected; only these files may use it.
DEVIATES = "core/kernels/numerics/philox_deviates.py"
DRAWING = {
    f"core/protect/representatives/drawn/{name}.py"
    for name in ("spread_draw", "swapped_categories")
}
GENERATORS = {"random", "secrets", "default_rng", "RandomState", "Generator", "SeedSequence"}


def noise_path(sources: tuple[SourceFile, ...]) -> dict[str, SourceFile]:
    """Return the privacy package and all of the project that it imports, near and far."""
    named = {source.name: source for source in sources}
    found, todo = {}, [name for name in named if name.startswith(ROOM)]
    while todo:
        name = todo.pop()
        if name in named and name not in found:
            found[name] = named[name]
            todo += imported(named[name].statements)
    return found


def imported(statements: Sequence[ast.AST]) -> list[str]:
    """List the files that may be what is imported, or where it is defined."""
    names = list_imports(statements)
    places = [name.replace(".", "/") for n in names for name in (n, n.rpartition(".")[0])]
    return [place + end for place in places for end in (".py", "/__init__.py")]


def generators(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the generators that a module names in any way."""
    named = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    named |= {node.id for node in nodes if isinstance(node, ast.Name)}
    named |= {piece for name in list_imports(nodes) for piece in name.split(".")}
    return named & GENERATORS


def test_the_noise_path_reaches_no_generator(sources: tuple[SourceFile, ...]) -> None:
    found = noise_path(sources)

    assert {f"core/kernels/privacy/{kernel}.py" for kernel in KERNELS} <= set(found)
    assert {name for name, file in found.items() if generators(file.nodes)} == {DEVIATES}
    drawing = {name for name, file in found.items() if DEVIATES in imported(file.statements)}
    assert drawing == DRAWING
    noise = (name for name in found if name.startswith((ROOM, "core/kernels/privacy/")))
    assert all(DRAWING.isdisjoint(imported(found[name].statements)) for name in noise)


def test_a_generator_would_be_seen() -> None:
    for line in (
        "import random",
        "from numpy.random import x",
        "np.random.normal()",
        "import a.random",
    ):
        assert generators([*ast.walk(ast.parse(line))])


def floats(tree: ast.Module) -> list[str]:
    """Return where a module divides, writes or names numbers that are not whole."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            found.append(f"a division in line {node.lineno}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, float):
            found.append(f"{node.value} in line {node.lineno}")
        elif isinstance(node, ast.Attribute) and node.attr in ("exp", "log", "float64", "float32"):
            found.append(f"{node.attr} in line {node.lineno}")
    return found


def test_no_floating_point_number_takes_part_in_chance(sources: tuple[SourceFile, ...]) -> None:
    kernels = {f"core/kernels/privacy/{kernel}.py" for kernel in KERNELS}
    found = {source.name: floats(source.tree) for source in sources if source.name in kernels}

    assert found == {kernel: [] for kernel in kernels}


def test_a_floating_point_number_would_be_seen() -> None:
    for line in ("a / b", "a /= b", "x = 0.5", "np.exp(x)", "np.empty(3, dtype=np.float64)"):
        assert floats(ast.parse(line))
