"""Random files of numbers and categories, some full of ties and some without any."""

from __future__ import annotations

import random
from collections.abc import Callable

from core.model import Role, taxonomy_of
from tests.core.protect.laid_out import Layout, Variable
from tests.core.taxonomies.trees import Parents, parents_of


def _taxonomy(draw: random.Random) -> Parents:
    """Draw a tree or, now and then, a graph, in taxonomy order."""
    size, most = draw.randint(3, 12), draw.choice((1, 1, 3))
    above: Parents = {"n0": ()}
    for i in range(1, size):
        held = draw.sample(range(i), min(i, draw.randint(1, most)))
        above[f"n{i}"] = tuple(f"n{p}" for p in sorted(held))
    return parents_of(taxonomy_of(above))


def _tree(draw: random.Random) -> Parents:
    above: Parents = {"n0": ()}
    for i in range(1, draw.randint(3, 9)):
        above[f"n{i}"] = (f"n{draw.randrange(i)}",)
    return parents_of(taxonomy_of(above))


def _categories(name: str, role: Role, n: int, draw: random.Random) -> Variable:
    of = _taxonomy if role is Role.QUASI_IDENTIFIER else _tree
    parents = of(draw) if draw.random() < 0.7 else {}
    names = list(parents) or [f"c{i}" for i in range(draw.randint(2, 6))]
    return Variable(name, [draw.choice(names) for _ in range(n)], parents, role)


def _numbers(name: str, role: Role, n: int, draw: random.Random) -> Variable:
    kind = draw.choice(("continuous", "continuous", "ranks", "rounded", "few"))
    drawn: dict[str, Callable[[], list[float]]] = {
        "continuous": lambda: [draw.gauss(0, 1) for _ in range(n)],
        "ranks": lambda: [float(i) for i in draw.sample(range(n), n)],
        "rounded": lambda: [round(draw.lognormvariate(3, 1), 1) for _ in range(n)],
        "few": lambda: [float(draw.randrange(4)) for _ in range(n)],
    }
    return Variable(name, drawn[kind](), None, role)


def any_file(draw: random.Random) -> Layout:
    """Draw quasi-identifiers, of which at least one is nominal, and confidential columns."""
    n = draw.choice((draw.randint(6, 20), draw.randint(12, 40), draw.randint(30, 90)))
    masked = [
        *(_numbers(f"x{i}", Role.QUASI_IDENTIFIER, n, draw) for i in range(draw.randint(0, 3))),
        *(_categories(f"y{i}", Role.QUASI_IDENTIFIER, n, draw) for i in range(draw.randint(1, 3))),
    ]
    draw.shuffle(masked)
    hidden = [
        draw.choice((_numbers, _numbers, _categories))(f"z{i}", Role.CONFIDENTIAL, n, draw)
        for i in range(draw.choice((1, 1, 2)))
    ]
    return Layout(range(n), [*masked, *hidden])
