"""Small taxonomies, drawn or written down."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from core.model import Taxonomy

Parents = dict[str, tuple[str, ...]]

# To draw each parent takes longer than what is tested.
SEEDS = st.integers(0, 2**32 - 1)

# Two levels, uneven: "sea" has no categories below it.
PLACES: Parents = {
    "world": (),
    "north": ("world",),
    "fjord": ("north",),
    "bay": ("north",),
    "south": ("world",),
    "reef": ("south",),
    "sea": ("world",),
}

# "child" has two parents.
FAMILY: Parents = {
    "person": (),
    "wife": ("person",),
    "child": ("wife", "husband"),
    "husband": ("person",),
    "other": ("person",),
}


def parents_of(taxonomy: Taxonomy) -> Parents:
    """Give a taxonomy back as names, in its own order."""
    return {
        name: tuple(taxonomy.nodes[p] for p in taxonomy.parents_of(i).tolist())
        for i, name in enumerate(taxonomy.nodes)
    }


@st.composite
def trees(draw: st.DrawFn, most: int = 12) -> Parents:
    """Draw a tree of any shape, its nodes in any order of siblings."""
    size, chance = draw(st.integers(1, most)), Random(draw(SEEDS))
    above = [chance.randrange(i) for i in range(1, size)]
    return {"n0": ()} | {f"n{i + 1}": (f"n{p}",) for i, p in enumerate(above)}


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> Parents:
    """Draw a rooted graph in which nodes may have up to three parents."""
    size, chance = draw(st.integers(1, most)), Random(draw(SEEDS))
    above = [set(chance.choices(range(i), k=chance.randint(1, 3))) for i in range(1, size)]
    return {"n0": ()} | {
        f"n{i + 1}": tuple(f"n{p}" for p in sorted(parents)) for i, parents in enumerate(above)
    }
