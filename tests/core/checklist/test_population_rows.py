"""Rows on few people and inhabitants, on the specification's examples and twins that pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from core.messages import sentence
from core.model import PopulationCounts, PopulationFile, Role, Scale
from core.model.checklist import Answer, RowCount, RowVerdict
from tests.core.checklist.test_rows import counts_of, published
from tests.core.tables import quasi

pytestmark = pytest.mark.usefixtures("usual_office")

WEIGHT = published("WEIGHT", Scale.CONTINUOUS)
JOBS = {"JOB": ["clerk"] * 400 + ["bishop"], "WEIGHT": [600.0] * 400 + [900.0]}
LEAST = (("category_people", 1000), ("pair_people", 1000), ("triple_people", 100))


def rare(table, **settings: object) -> RowCount | None:
    attributes = [replace(published(name), known=True) for name in table if name != "WEIGHT"]
    settings = {"weight": "WEIGHT", "limits": LEAST, **settings}
    return counts_of([*attributes, WEIGHT], table, **settings).get("rare-in-population")


def test_a_category_that_stands_for_few_people() -> None:
    count = rare(JOBS)
    assert (count.figure, count.params["records"], count.params["people"]) == (1, 1, 1000)
    assert (count.columns, count.verdict) == (("JOB",), RowVerdict.ASKED)
    assert "fewer than 1,000 people" in sentence(count.problem)
    bishops = {"JOB": ["clerk"] * 400 + ["bishop"] * 3, "WEIGHT": [600.0] * 400 + [400.0] * 3}
    assert rare(bishops).verdict is RowVerdict.HELD


def test_one_record_of_a_large_weight_does_not_stand_for_many() -> None:
    count = rare({**JOBS, "WEIGHT": [600.0] * 400 + [1200.0]})
    assert (count.figure, count.params["records"]) == (1, 1)


def test_of_a_small_population_a_share_suffices() -> None:
    jobs = {"JOB": ["clerk"] * 90 + ["bishop"] * 10, "WEIGHT": [9.0] * 100}
    assert rare(jobs).figure == 0
    assert rare(jobs, limits=(*LEAST, ("category_share", 0.2))).figure == 1


def test_pairs_of_categories_are_counted_as_well() -> None:
    table = {
        "JOB": ["clerk"] * 100 + ["nurse"] * 100,
        "SEX": ["f"] * 99 + ["m"] * 101,
        "WEIGHT": [600.0] * 200,
    }
    count = rare(table)
    assert (count.figure, count.params["records"]) == (1, 1)
    assert set(count.columns) == {"JOB", "SEX"}


def test_researchers_get_triples_of_a_place_what_is_seen_and_another_column() -> None:
    table = {
        "REGION": ["north"] * 50 + ["south"] * 50,
        "SEX": ["f", "m"] * 50,
        "JOB": ["clerk"] * 97 + ["bishop"] * 3,
        "WEIGHT": [30_000.0] * 97 + [20.0] * 3,
    }
    count = rare(table, limits=())
    assert (count.figure, count.params["people"]) == (2, 100)
    assert rare({**table, "JOB": ["clerk"] * 100}, limits=()).figure == 0
    # A job and a region are seen of nobody.
    assert rare({n: table[n] for n in ("REGION", "JOB", "WEIGHT")}, limits=()).figure == 0


def test_files_for_anybody_ask_for_many_people() -> None:
    many = {"JOB": ["clerk"] * 90 + ["nurse"] * 10, "WEIGHT": [100_000.0] * 100}
    few = {"JOB": ["clerk"] * 99 + ["nurse"], "WEIGHT": [100_000.0] * 100}
    public = {"limits": (), "profile": "public"}
    assert rare(many, **public).verdict is RowVerdict.HELD
    assert rare(few, **public).verdict is RowVerdict.ASKED
    assert rare(few, limits=(), profile="teaching").verdict is RowVerdict.NEVER


def test_neither_enterprises_nor_files_without_weights_are_counted() -> None:
    assert rare({**JOBS, "TURNOVER": [1.0] * 401, "EMPLOYEES": [1.0] * 401}) is None
    assert rare(JOBS, weight=None, fraction=None) is not None
    attributes = [replace(published("JOB"), known=True), published("REGION")]
    table = {"JOB": JOBS["JOB"], "REGION": ["north"] * 401}
    counts = counts_of(attributes, table)
    assert not {"rare-in-population", "small-area"} & counts.keys()
    assert counts_of(attributes, table, fraction=0.01).keys() > {"rare-in-population", "small-area"}


def counted(columns: str, *rows: str) -> tuple[PopulationFile, ...]:
    """Make a recipe's population counts, by the columns and people of each row."""
    cells = [tuple(row.split()[:-1]) for row in rows]
    people = tuple(float(row.split()[-1]) for row in rows)
    counts = PopulationCounts("people.csv", "0" * 64, tuple(columns.split()), tuple(cells), people)
    return (PopulationFile("people.csv", counts),)


def test_counted_people_take_the_place_of_weights() -> None:
    jobs = {**JOBS, "WEIGHT": [600.0] * 400 + [1200.0]}
    few = counted("JOB", "clerk 200000", "bishop 900")
    assert (rare(jobs, population=few).figure, rare(jobs, population=few).params["records"]) == (
        1,
        1,
    )
    many = counted("JOB", "clerk 200000", "bishop 1200")
    assert rare(jobs, population=many).figure == 0
    assert rare(jobs, population=many, weight=None).figure == 0
    # Counts by more columns are added up.
    finer = counted("JOB SEX", "clerk f 200000", "bishop f 600", "bishop m 600")
    assert rare(jobs, population=finer).figure == 0
    # Of what nobody counted there is nobody.
    assert rare(jobs, population=counted("JOB", "clerk 200000")).figure == 1


def test_counted_inhabitants_take_the_place_of_weights() -> None:
    attributes = [published("REGION"), published("TURNOVER"), published("EMPLOYEES")]
    table = {"REGION": [1, 1, 2], "TURNOVER": [5.0] * 3, "EMPLOYEES": [2] * 3}
    counts = counts_of(attributes, table, population=counted("REGION", "1 10000", "2 9999"))
    # They are inhabitants in a file of enterprises as well.
    assert counts["small-area"].figure == 1
    assert "small-area" not in counts_of(attributes, table, fraction=0.5)


def areas(regions: list[str | None], weight: float = 3000.0, **settings: object) -> RowCount:
    attributes = [published("REGION"), WEIGHT]
    table = {"REGION": regions, "WEIGHT": [weight] * len(regions)}
    return counts_of(attributes, table, weight="WEIGHT", **settings)["small-area"]


def test_an_area_of_few_inhabitants() -> None:
    count = areas(["north"] * 50 + ["south"] * 50 + ["isle"] * 2)
    assert (count.figure, count.params["records"], count.columns) == (1, 2, ("REGION",))
    assert count.verdict is RowVerdict.ASKED
    assert "isle" not in sentence(count.problem)
    held = areas(["north"] * 50 + ["south"] * 50 + ["isle"] * 4)
    assert (held.figure, held.verdict) == (0, RowVerdict.HELD)
    assert areas(["north"] * 50 + ["south"] * 50, profile="public").verdict is RowVerdict.HELD
    assert areas(["north"] * 50 + ["isle"] * 4, profile="public").verdict is RowVerdict.ASKED
    assert areas(["north"] * 50, profile="teaching").verdict is RowVerdict.NEVER


def test_an_unknown_area_is_none() -> None:
    assert areas(["north"] * 50 + [None] * 2).figure == 0


def test_two_harmless_columns_tell_a_small_area_together() -> None:
    attributes = [published("REGION"), published("URBAN"), WEIGHT]
    table = {
        "REGION": ["north"] * 50 + ["south"] * 50,
        "URBAN": ["yes"] * 49 + ["no"] * 51,
        "WEIGHT": [3000.0] * 100,
    }
    count = counts_of(attributes, table, weight="WEIGHT")["small-area"]
    assert (count.figure, count.columns) == (1, ("REGION", "URBAN"))
    harmless = [attributes[0], replace(attributes[1], place=False), WEIGHT]
    assert counts_of(harmless, table, weight="WEIGHT")["small-area"].figure == 0


def test_what_says_where_is_declared_or_named() -> None:
    table = {"Q7": ["a"] * 98 + ["b"] * 2, "WEIGHT": [3000.0] * 100}
    assert "small-area" not in counts_of([published("Q7"), WEIGHT], table, weight="WEIGHT")
    place = replace(published("Q7"), place=True)
    assert counts_of([place, WEIGHT], table, weight="WEIGHT")["small-area"].figure == 1
    # Amounts of land say nothing of a place.
    land = {"LAND": [float(i) for i in range(200)], "WEIGHT": [3.0] * 200}
    assert "small-area" not in counts_of([published("LAND"), WEIGHT], land, weight="WEIGHT")


def test_masked_places_still_say_where() -> None:
    attributes = [replace(quasi("REGION"), scale=Scale.NOMINAL), WEIGHT]
    assert attributes[0].role is Role.QUASI_IDENTIFIER
    table = {"REGION": ["north"] * 50 + ["isle"] * 2, "WEIGHT": [3000.0] * 52}
    assert counts_of(attributes, table, weight="WEIGHT")["small-area"].figure == 1


def scope(known: int, **settings: object) -> dict[str, RowCount]:
    attributes = [replace(published(f"Q{i}"), known=True) for i in range(known)]
    table = {a.name: ["a"] * 4 for a in attributes}
    illness = replace(published("ILLNESS", Scale.NOMINAL), sensitive=bool(settings.pop("ill", 0)))
    return counts_of([*attributes, illness], {**table, "ILLNESS": ["a"] * 4}, **settings)


def test_a_file_of_too_many_columns() -> None:
    count = scope(16, profile="public")["file-scope"]
    assert (count.figure, count.params["identifying"], count.verdict) == (1, 16, RowVerdict.ASKED)
    assert scope(15, profile="public")["file-scope"].verdict is RowVerdict.HELD
    assert scope(15, profile="teaching")["file-scope"].verdict is RowVerdict.NEVER
    assert scope(15, profile="public", ill=True)["file-scope"].figure == 1
    assert scope(40, ill=True)["file-scope"].verdict is RowVerdict.HELD


@pytest.mark.parametrize(
    ("period", "lacking"), [("2023-11", 0), ("2023-12", 1), ("2024-11-30", 12), ("2025-01", 14)]
)
def test_data_that_are_too_young(period: str, lacking: int) -> None:
    count = scope(1, profile="public", period=period, day=date(2024, 11, 28))["recent-data"]
    assert (count.figure, count.verdict is RowVerdict.HELD) == (lacking, lacking == 0)
    assert count.params["until"] == "2024-11"


def test_a_period_is_asked_for_where_it_matters() -> None:
    assert not {"recent-data", "period-unstated"} & scope(1).keys()
    assert scope(1, profile="public")["period-unstated"].verdict is RowVerdict.ASKED
    assert scope(1, profile="teaching")["period-unstated"].verdict is RowVerdict.NEVER
    assert scope(1, period="2024-01")["recent-data"].verdict is RowVerdict.HELD


def test_who_looked_at_the_columns_is_declared_in_files_for_anybody() -> None:
    assert scope(2)["declared-by"].verdict is RowVerdict.HELD
    for profile in ("public", "teaching"):
        count = scope(2, profile=profile, ill=True)["declared-by"]
        assert (count.columns, count.verdict) == (("Q0", "Q1", "ILLNESS"), RowVerdict.ASKED)
    declared = Answer("declared-by", "A and B looked at it; B signs.", 1, 0, ("Q0", "Q1"))
    assert declared.holds_for(scope(2, profile="public")["declared-by"])
    assert not declared.holds_for(scope(2, profile="public", ill=True)["declared-by"])
