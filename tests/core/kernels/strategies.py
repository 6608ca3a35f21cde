"""Records on which ties and rounding are likely."""

from __future__ import annotations

from hypothesis import strategies as st

Points = list[tuple[float, ...]]

_lattice = st.integers(-2, 2).map(float)
_real = st.floats(-3, 3, width=32)
_tenths = st.integers(-20, 20).map(lambda i: i / 10)


def _records(coordinate: st.SearchStrategy[float], m: int) -> st.SearchStrategy[tuple[float, ...]]:
    return st.tuples(*[coordinate] * m)


@st.composite
def points(draw: st.DrawFn, least: int = 2, most: int = 60) -> Points:
    """Draw records: lattice, reals, with duplicates, constant columns or on one line."""
    m = draw(st.integers(1, 4))
    coordinate = draw(st.sampled_from([_lattice, _real, _tenths]))
    found = draw(st.lists(_records(coordinate, m), min_size=least, max_size=most))
    shape = draw(st.sampled_from(["free", "duplicates", "constant", "line"]))
    if shape == "duplicates":
        found = [found[i % max(1, len(found) // 3)] for i in range(len(found))]
    if shape == "constant":
        found = [(0.0, *p[1:]) for p in found]
    if shape == "line":
        found = [tuple(p[0] * (i + 1) for i in range(m)) for p in found]
    return found


@st.composite
def around(draw: st.DrawFn) -> tuple[Points, int]:
    """Draw records whose number is about two, three or four times a drawn k."""
    k = draw(st.integers(2, 7))
    n = max(k, draw(st.integers(2, 4)) * k + draw(st.integers(-1, 1)))
    return draw(points(least=n, most=n)), k
