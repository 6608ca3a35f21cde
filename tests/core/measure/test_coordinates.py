"""Categories on the plane: principal coordinates against the matrix of all distances."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.encode import nominal
from core.measure import project
from core.measure.clusters import embed_categories
from core.model import Attribute, Column, Role, Scale, Schema, taxonomy_of
from tests.core.tables import column, quasi
from tests.core.taxonomies.trees import PLACES
from tests.oracles.taxonomies import distance

LEAVES = ("fjord", "bay", "reef", "sea")
PLACE = Attribute("p", Role.QUASI_IDENTIFIER, Scale.NOMINAL, categories=taxonomy_of(PLACES))
FLAT = Attribute("f", Role.QUASI_IDENTIFIER, Scale.NOMINAL)


def drawn(n: int, seed: int) -> tuple[list[Column], np.ndarray]:
    """Return a number, places and flat categories, and the squared distances of all pairs."""
    chance = np.random.default_rng(seed)
    numbers = chance.normal(size=n)
    places = chance.choice(LEAVES, n, p=[0.4, 0.3, 0.2, 0.1]).tolist()
    flat = chance.choice(list("xyz"), n, p=[0.6, 0.3, 0.1]).tolist()
    squares = ((numbers[:, None] - numbers[None, :]) / numbers.std()) ** 2
    for semantic in (
        np.array([[distance(PLACES, a, b) ** 2 for a in places] for b in places]),
        np.array([[float(a != b) for a in flat] for b in flat]),
    ):
        squares = squares + semantic / semantic.mean()
    return [column("n", numbers.tolist()), column("p", places), column("f", flat)], squares


def classical(squares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Classical scaling of all records, and the share of each axis."""
    n = len(squares)
    centring = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * centring @ squares @ centring)
    return vectors[:, ::-1][:, :2] * np.sqrt(values[::-1][:2]), values[::-1][:2] / values.sum()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mixed_records_lie_where_classical_scaling_of_all_pairs_puts_them(seed: int) -> None:
    columns, squares = drawn(60, seed)
    schema = Schema((quasi("n"), PLACE, FLAT))
    expected, shares = classical(squares)
    found = project(schema, columns, np.zeros(60, dtype=np.int64))
    assert_allclose(np.abs(found.points), np.abs(expected), atol=1e-7)
    assert found.explained == pytest.approx(tuple(shares))


def test_records_of_one_category_lie_together_and_different_ones_apart() -> None:
    cells = ["fjord", "bay", "reef", "fjord", "sea", "bay"]
    found = project(Schema((PLACE,)), [column("p", cells)], np.array([0, 0, 1, 1, 0, 1]))

    spots = [tuple(point) for point in np.round(found.points, 9).tolist()]
    assert spots[0] == spots[3]
    assert len(set(spots)) == 4
    by_name = dict(zip(cells, found.points, strict=True))
    gap = {n: float(np.linalg.norm(by_name[n] - by_name["fjord"])) for n in ("bay", "reef")}
    assert gap["bay"] < gap["reef"]


def test_rarer_categories_are_placed_by_their_distances_to_the_others() -> None:
    """With all but one as landmarks of a flat list, the last has the others' distance."""
    names = list("abcdefg")
    attribute = Attribute("f", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    own = nominal(column("f", [*names, *names[:-1]]), attribute)

    whole = embed_categories(own, n_axes=6).coordinates
    beside = embed_categories(own, n_axes=6, landmarks=6).coordinates

    def gaps(points: np.ndarray) -> np.ndarray:
        return np.linalg.norm(points[:, None] - points[None, :], axis=2)[:6, :6]

    assert_allclose(gaps(beside), gaps(whole), atol=1e-9)
    assert np.linalg.norm(beside[6] - beside[:6], axis=1) == pytest.approx(
        np.full(6, np.linalg.norm(beside[6] - beside[0]))
    )


def test_a_column_of_one_category_has_no_spread() -> None:
    schema = Schema((PLACE, quasi("n")))
    table = [column("p", ["sea"] * 3), column("n", [1.0, 2.0, 3.0])]
    found = project(schema, table, np.zeros(3, dtype=np.int64))
    assert found.explained == pytest.approx((1.0, 0.0))
    alone = project(Schema((PLACE,)), table[:1], np.zeros(3, dtype=np.int64))
    assert alone.points.tolist() == [[0, 0]] * 3
