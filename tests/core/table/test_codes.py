"""Codes of categories take 8, 16 or 32 bits, and everything counted from them is the same.

Calculations with narrow integers overflow in silence: the same columns with codes of 64 bits are
the plain version.
"""

from __future__ import annotations

import itertools
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from core.encode import MeasuredTable, take
from core.encode.not_applicable import set_apart, write_back
from core.inspect.profiling.column_profiles import profile
from core.jobs import Job
from core.log import table_hash
from core.measure import exposure_of, measure_all
from core.model import Column, ColumnKind, Dataset, FileKind, Fingerprint, Scale, Schema, Source
from core.risk import count_frequencies, leave_each_out, population_risk
from core.risk.sample_uniques import find_sample_uniques
from core.table import arrays, keep_codes, spooling
from tests.core.tables import confidential, quasi

BORDERS = {127: 1, 128: 1, 129: 2, 32_767: 2, 32_768: 2, 32_769: 4}
MORE = 300


@pytest.mark.parametrize(("categories", "size"), BORDERS.items())
def test_codes_are_as_narrow_as_their_number_allows(categories: int, size: int) -> None:
    codes = np.arange(-1, categories)
    kept = keep_codes(codes, categories)
    assert kept.dtype == f"i{size}"
    assert (kept == codes).all()
    assert keep_codes(kept, categories) is kept


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64])
def test_a_missing_code_stays_missing_in_a_scratch_folder(scratch: Path, dtype: type) -> None:
    codes = np.array([2, -1, 0, -1, 1], dtype=dtype)
    with spooling(scratch):
        assert keep_codes(codes, 3).tolist() == [2, -1, 0, -1, 1]


@pytest.mark.parametrize("categories", [0, 5, 128])
def test_a_code_without_a_category_is_no_other_category(categories: int) -> None:
    with pytest.raises(AssertionError):
        keep_codes(np.array([0, 256 + 3]), categories)


def columns(categories: int) -> list[Column]:
    """Make columns of so many categories, each of which occurs; the last code most often."""
    chance = np.random.default_rng(categories)
    texts = tuple(f"{code:05d}" for code in range(categories))
    extra = chance.integers(0, categories, MORE)
    extra[::3] = categories - 1
    codes = chance.permutation(np.concatenate([np.arange(categories), extra]))
    missing = chance.random(len(codes)) < 0.02
    place = np.where(missing, -1, codes)
    sex, amount = chance.integers(0, 2, len(codes)), np.round(chance.lognormal(3, 1, len(codes)))
    present = np.zeros(len(codes), dtype=np.bool_)
    return [
        Column("place", ColumnKind.TEXT, place, missing, texts),
        Column("faith", ColumnKind.TEXT, chance.permutation(codes), present, texts),
        Column("sex", ColumnKind.TEXT, sex, present, ("f", "m")),
        Column("amount", ColumnKind.NUMBER, amount, present),
    ]


def count_all(categories: int) -> dict[str, object]:
    """Compute what follows from columns of so many categories."""
    place, faith, sex, amount = given = columns(categories)
    order = place.categories
    schema = Schema(
        (
            quasi("place", Scale.ORDINAL, order),
            confidential("faith", Scale.NOMINAL),
            quasi("sex", Scale.ORDINAL, sex.categories),
        )
    )
    original = MeasuredTable(given, schema)
    # A release in which neighbours have the category of the larger one.
    codes = np.where(place.missing, -1, np.minimum(place.values.astype(int) | 1, categories - 1))
    masked = replace(place, values=codes)
    released = MeasuredTable((masked, faith, sex, amount), schema, source=original)
    keys = count_frequencies([place, faith, sex], Job())
    uniques = find_sample_uniques(keys, ["place", "faith", "sex"], 3, None, Job())
    population = population_risk(keys, None, None)
    apart_at = replace(quasi("place"), not_applicable=(order[-1], "none", ""))
    apart = set_apart(place, apart_at)
    spelled = replace(apart, missing_text=(("none",), np.where(apart.missing, 0, -1)))
    back = write_back(spelled, apart_at)
    half = take(place, np.arange(0, len(place), 2))
    table = Dataset(tuple(given), Fingerprint("in.csv", 0, ""))
    return {
        "groups": [released.groups(names).tolist() for names in combinations_of(given)],
        "exposures": [asdict(exposure_of(each)) for each in (original, released)],
        "emds": [emds.tolist() for emds in released.key_emds.values()],
        "distinct": [released.n_distinct(column.name) for column in given],
        "measures": [asdict(m) for m in measure_all(original, released, Job(), paired=True)],
        "hashes": [table_hash(cells) for cells in (given, released.columns, [back], [half])],
        "uniques": (uniques.combinations, uniques.scores.tolist(), uniques.column_shares),
        "left out": leave_each_out(keys, 3, Job()).records,
        "risk": (population.expected, population.counts),
        "apart": cells_of(apart),
        "back": cells_of(back),
        "profiles": list(profile(table, Job(), Source("in.csv", FileKind.CSV))),
    }


def combinations_of(given: list[Column]) -> list[tuple[str, ...]]:
    """Return all pairs of columns."""
    return list(itertools.combinations([column.name for column in given], 2))


def cells_of(column: Column) -> tuple[object, ...]:
    """Return categories, codes and missing cells as plain values."""
    return column.categories, column.values.tolist(), column.missing.tolist()


@pytest.mark.parametrize(
    "categories", [127, 128, 129, pytest.param(32_767, marks=pytest.mark.longer), 32_768, 32_769]
)
def test_what_is_counted_is_that_of_wide_codes(categories: int, monkeypatch) -> None:
    narrow = count_all(categories)
    monkeypatch.setattr(arrays, "code_type", lambda _: np.int64)
    wide = count_all(categories)
    for name, counted in narrow.items():
        assert counted == wide[name], name
