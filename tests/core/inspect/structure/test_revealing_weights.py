"""Survey weights from which the stratum can be read."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inspect.structure import find_revealing_weight
from core.messages import text
from tests.core.io.files import read_file
from tests.core.tables import Cell, dataset
from tests.lanes import examples

Table = dict[str, list[Cell]]
BASE = {"north": 12.0, "south": 30.0, "east": 51.0, "west": 90.0}


def drawn(spread: float = 0.0, count: int = 800, regions: dict[str, float] = BASE) -> Table:
    """Make records whose weight is that of their region, times 1 ± `spread`."""
    chance = random.Random(4)
    region = [chance.choice(sorted(regions)) for _ in range(count)]
    weights = [regions[r] * (1 + spread * chance.uniform(-1, 1)) for r in region]
    return {
        "REGION": list(region),
        "SEX": [chance.choice("fm") for _ in range(count)],
        "AGE": [chance.randint(0, 90) for _ in range(count)],
        "W": list(weights),
    }


HIDDEN = ("REGION", "SEX", "AGE")


def test_one_weight_for_each_region_reveals_it() -> None:
    found = find_revealing_weight(dataset(drawn()), "W", HIDDEN)
    assert found is not None
    assert (found.columns, found.shares, found.values, found.rows) == (("REGION",), (1.0,), 4, 800)
    assert text(found.reason, found.reason_params).startswith(
        "The weight reveals the category of REGION"
    )


def test_adjusted_weights_reveal_it_while_they_stay_apart() -> None:
    apart = find_revealing_weight(dataset(drawn(0.2)), "W", HIDDEN)
    assert apart is not None
    assert (apart.columns, apart.values) == (("REGION",), 800)
    assert find_revealing_weight(dataset(drawn(0.9)), "W", HIDDEN) is None


def test_few_values_suffice_where_no_hidden_column_is_the_stratum() -> None:
    found = find_revealing_weight(dataset(drawn()), "W", ("SEX", "AGE"))
    assert found is not None
    assert (found.columns, found.reason) == ((), "weight-few-values")
    assert text(found.reason, found.reason_params).startswith("The weight probably reveals")


def test_equal_weights_reveal_nothing() -> None:
    assert find_revealing_weight(dataset({**drawn(), "W": [1.5] * 800}), "W", HIDDEN) is None
    assert find_revealing_weight(dataset({**drawn(), "W": [None] * 800}), "W", HIDDEN) is None


@pytest.mark.parametrize(("to", "reveals"), [(1.0, True), (40.0, False)])
def test_rounding_protects_once_strata_share_values(to: float, reveals: bool) -> None:
    """Rounded to 40, the weights of four regions have two values, of two regions each."""
    base = {"north": 35.0, "south": 30.0, "east": 85.0, "west": 90.0}
    read = dataset(drawn(regions=base))
    rounded = dataset({**drawn(regions=base), "W": [
        round(w / to) * to for w in drawn(regions=base)["W"]
    ]})  # fmt: skip
    found = find_revealing_weight(rounded, "W", ("SEX", "AGE"), read=read.column("W"))
    assert (found is not None) is reveals


def test_a_copy_of_the_weights_that_is_left_out_is_no_stratum() -> None:
    table = drawn()
    table["COPY"] = [2 * weight for weight in table["W"]]
    found = find_revealing_weight(dataset(table), "W", ("COPY", "SEX"))
    assert found is not None
    assert (found.columns, found.reason) == ((), "weight-few-values")


def test_a_rare_category_is_not_revealed_by_chance() -> None:
    chance = random.Random(8)
    table: Table = {
        "RARE": ["yes" if row % 100 == 0 else "no" for row in range(2_000)],
        "W": [chance.uniform(1, 90) for _ in range(2_000)],
    }
    assert find_revealing_weight(dataset(table), "W", ("RARE",)) is None


def test_a_stray_record_does_not_hide_it() -> None:
    regions = {f"r{place}": 10.0 + place for place in range(40)}
    table = drawn(regions=regions)
    table["REGION"][5] = "stray"
    found = find_revealing_weight(dataset(table), "W", ("REGION",))
    assert found is not None
    members = defaultdict(set)
    for weight, region in zip(table["W"], table["REGION"], strict=True):
        members[weight].add(region)
    pure = sum(len(members[weight]) == 1 for weight in table["W"])
    assert found.shares == (pure / 800,)
    assert 0.95 < pure / 800 < 1.0


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(KeyError):
        find_revealing_weight(dataset(drawn()), "W", ("NOWHERE",))


@examples(25)
@given(rows=st.lists(st.tuples(st.integers(1, 6), st.sampled_from("abc")), min_size=60))
def test_what_is_revealed_follows_from_the_weight(rows: list[tuple[int, str]]) -> None:
    table: Table = {"W": [w for w, _ in rows], "S": [s for _, s in rows]}
    found = find_revealing_weight(dataset(table), "W", ("S",))
    strata = defaultdict(set)
    for weight, stratum in rows:
        strata[weight].add(stratum)
    if found is not None and found.columns:
        uses = Counter(weight for weight, _ in rows)
        pure = [uses[weight] for weight, _ in rows if len(strata[weight]) == 1]
        # Of small cells only weights count that several records share.
        shared = [n for n in pure if n > 1]
        assert round(found.shares[0] * len(rows)) in (len(pure), len(shared))
        assert len(shared) >= 0.95 * sum(n for n in uses.values() if n > 1)


def test_members_of_a_household_share_its_weight_and_nothing_follows() -> None:
    chance = random.Random(5)
    weights = [chance.uniform(1, 90) for _ in range(300)]
    regions = [chance.choice("abcd") for _ in range(300)]
    table: Table = {
        "HID": [at // 3 for at in range(900)],
        "REGION": [regions[at // 3] for at in range(900)],
        "W": [weights[at // 3] for at in range(900)],
    }
    units = np.array(table["HID"], dtype=np.int64)
    assert find_revealing_weight(dataset(table), "W", ("REGION",), units=units) is None
    assert find_revealing_weight(dataset(table), "W", ("REGION",)) is not None


def test_the_weights_of_the_published_households(reference_data) -> None:
    data = read_file(reference_data / "household_testdata.csv")
    assert find_revealing_weight(data, "sampling_weight", data.names) is None
    found = find_revealing_weight(data, "household_weights", data.names)
    assert found is not None
    assert (found.values, found.rows) == (12, 4580)
