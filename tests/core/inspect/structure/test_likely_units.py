"""Which columns are suspected to number households, firms, schools or persons."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from core.inspect.structure import find_units
from core.io import probe
from core.messages import text
from core.model import Dataset, Labels
from resources import FOLDER
from tests.core.io.files import read_file
from tests.core.tables import Cell, cells, dataset

HOUSEHOLDS = """
    ori_hid db030 DB030 RX030 HID hhid HHID IDH IDHH hh_id SERIAL household_id HouseholdNo Haushalt
    HAUSHALTSNR Haushaltsnummer haushalt_id menage ID_MENAGE identmen No_ménage foyer IDFOYER
    numero_foyer hogar ID_HOGAR folioviv nquest hidp b_hidp familia_id Wohnung_Nr hhnr firm_id
    FirmID company_no Unternehmensnummer Betrieb_ID id_entreprise SIREN empresa school SchoolID
    Schule école escuela_id CNTSCHID customer_id VAT_NUMBER pid person_id case_no id ID Kennung
"""
OTHERS = """
    AGE HHSIZE YEAR INCOME income household_income household_type hhincome school_grade hhweight
    WEIGHT stratum psu cluster_id region_id NUTS3 municipality_code occupation_code NACE_code
    number_of_children birth_year interviewer_id Haushaltsgröße taille_menage Haushaltseinkommen
    postcode rent
"""


def persons(name: str, seed: int = 1, households: int = 150) -> dict[str, list[Cell]]:
    """Make persons in households; `name` numbers the households in random order."""
    chance = random.Random(seed)
    table: dict[str, list[Cell]] = defaultdict(list)
    for number in chance.sample(range(1_000, 9_000), households):
        size, region = chance.choice([1, 1, 2, 2, 3, 4, 5]), chance.choice("abcd")
        for member in range(size):
            table[name].append(number)
            table["r1"].append(region)
            table["r2"].append(size)
            table["m1"].append(chance.randint(0, 90))
            table["m2"].append(member + 1)
    return dict(table)


def by_hand(table: dict[str, list[Cell]], name: str) -> tuple[Counter[int], set[str]]:
    """Return sizes of units, and the columns with one value in each, in plain Python."""
    members = defaultdict(list)
    for row, number in enumerate(table[name]):
        if number is not None:
            members[number].append(row)
    constant = {
        other
        for other, values in table.items()
        if other != name
        and len(set(values)) > 1
        and all(len({values[row] for row in rows}) == 1 for rows in members.values())
    }
    return Counter(len(rows) for rows in members.values()), constant


def names(data: Dataset) -> list[str]:
    return [unit.key for unit in find_units(data)]


@pytest.mark.parametrize("name", HOUSEHOLDS.split())
def test_a_unit_number_is_found_with_what_is_constant_in_it(name: str) -> None:
    table = persons(name)
    (unit,) = find_units(dataset(table))

    sizes, constant = by_hand(table, name)
    assert (unit.columns, unit.reason, unit.waves) == ((name,), "likely-unit-name", None)
    assert (unit.units, unit.rows, unit.largest) == (150, len(table[name]), max(sizes))
    assert dict(unit.sizes) == sizes
    assert set(unit.constant) == constant == {"r1", "r2"}
    assert unit.counts == ("r2",)
    assert text(unit.reason, unit.reason_params).startswith("Several records belong to one unit")


@pytest.mark.parametrize("name", OTHERS.split())
def test_a_column_with_another_meaning_is_not_found(name: str) -> None:
    """Even though its values repeat in small groups in which other columns are constant."""
    assert names(dataset(persons(name))) == []


def test_texts_and_whole_floats_number_units_too() -> None:
    table = persons("hhid")
    texts = {**table, "hhid": [f"H{number}" for number in table["hhid"]]}
    floats = {**table, "hhid": [float(str(number)) for number in table["hhid"]]}
    halves = {**table, "hhid": [float(str(number)) / 2 + 0.25 for number in table["hhid"]]}
    assert names(dataset(texts)) == names(dataset(floats)) == ["hhid"]
    assert names(dataset(halves)) == []


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Household number", True),
        ("Identification number of household", False),
        ("Haushaltsnummer", True),
        ("Number of persons in household", False),
        ("Amount that the household spent on food", False),
        ("Household income", False),
        ("", False),
    ],
)
def test_a_label_counts_if_it_names_the_number_of_a_unit(label: str, found: bool) -> None:
    data = dataset(persons("V17"))
    columns = tuple(
        replace(column, labels=Labels(variable=label)) if column.name == "V17" else column
        for column in data.columns
    )
    assert names(replace(data, columns=columns)) == (["V17"] if found else [])


def test_an_unnamed_column_of_numbered_blocks_is_found_by_its_values() -> None:
    table = persons("V1")
    order = {number: place for place, number in enumerate(dict.fromkeys(table["V1"]))}
    numbered = {**table, "V1": [order[number] + 100 for number in table["V1"]]}
    (unit,) = find_units(dataset(numbered))
    assert (unit.key, unit.reason, unit.units) == ("V1", "likely-unit-values", 150)
    assert names(dataset(table)) == []
    assert names(dataset({"V1": numbered["V1"], "m1": table["m1"], "r1": table["r1"]})) == []


@pytest.mark.parametrize(("n_constant", "units"), [(4, []), (5, ["V1"])])
def test_an_unnamed_column_in_no_order_is_found_if_many_columns_are_constant_in_it(
    n_constant: int, units: list[str]
) -> None:
    table = persons("V1")
    del table["r1"], table["r2"]
    for place in range(n_constant):
        table[f"c{place}"] = [int(str(n)) * (3 + place) % 11 for n in table["V1"]]
    found = find_units(dataset(table))
    assert [unit.key for unit in found] == units
    for unit in found:
        assert (unit.reason, len(unit.constant)) == ("likely-unit-constant", n_constant)
        assert "5 other columns are constant" in text(unit.reason, unit.reason_params)


@pytest.mark.parametrize(("households", "units"), [(19, []), (20, ["V1"])])
def test_values_alone_tell_twenty_units_or_more(households: int, units: list[str]) -> None:
    table = persons("V1", households=households)
    order = {number: place for place, number in enumerate(dict.fromkeys(table["V1"]))}
    assert names(dataset({**table, "V1": [order[number] for number in table["V1"]]})) == units


def test_numbers_of_nearly_every_record_and_codes_of_few_schools_are_no_units() -> None:
    numbers: list[Cell] = [*range(500), *range(10)]
    assert names(dataset({"person_id": numbers, "x": [row % 7 for row in range(510)]})) == []
    chance = random.Random(3)
    pupils = [(chance.randint(0, 8), chance.randint(6, 60)) for _ in range(500)]
    assert names(dataset({"school": [s for s, _ in pupils], "age": [a for _, a in pupils]})) == []


@pytest.mark.parametrize("name", ["PERSON_NO", "pernum", "line_no", "pid", "id"])
def test_the_number_within_the_household_is_no_unit(name: str) -> None:
    table = persons("hhid")
    table[name] = table.pop("m2")
    assert names(dataset(table)) == ["hhid"]


@pytest.mark.parametrize("wave", ["YEAR", "wave", "Jahr", "année", "año", "Welle", "period"])
def test_a_panel_is_recognised(wave: str) -> None:
    chance = random.Random(5)
    rows = [(p, w) for p in range(100) for w in (2019, 2020, 2021) if chance.random() < 0.8]
    chance.shuffle(rows)
    table: dict[str, list[Cell]] = {
        "firm_id": [firm for firm, _ in rows],
        wave: [year for _, year in rows],
        "turnover": [chance.randint(1, 900) for _ in rows],
    }
    (unit,) = find_units(dataset(table))
    assert (unit.key, unit.reason, unit.waves) == ("firm_id", "likely-unit-panel", wave)
    assert text(unit.reason, unit.reason_params).startswith("The same units occur in several waves")


def test_households_of_a_panel_come_before_their_members() -> None:
    table: dict[str, list[Cell]] = {"pid": [], "hid": [], "year": [], "region": []}
    for year in (1, 2, 3):
        for household in range(80):
            for member in range(1 + household % 3):
                row = (household * 10 + member, household, year, household % 4)
                for name, cell in zip(table, row, strict=True):
                    table[name].append(cell)
    household, person = find_units(dataset(table))
    assert (household.key, household.reason, household.waves) == ("hid", "likely-unit-name", "year")
    assert (person.key, person.reason, person.waves) == ("pid", "likely-unit-panel", "year")


def test_the_year_of_an_interview_is_no_wave() -> None:
    table = persons("hhid")
    table["year"] = [2020 + int(str(number)) % 2 for number in table["hhid"]]
    (unit,) = find_units(dataset(table))
    assert unit.waves is None
    assert "year" in unit.constant


def test_records_without_a_number_belong_to_no_unit() -> None:
    table = persons("hhid")
    table["hhid"] = [None if row % 10 == 0 else n for row, n in enumerate(table["hhid"])]
    (unit,) = find_units(dataset(table))
    sizes, constant = by_hand(table, "hhid")
    assert dict(unit.sizes) == sizes
    assert set(unit.constant) == constant
    assert unit.rows == sum(number is not None for number in table["hhid"])


def test_the_published_household_file(reference_data) -> None:
    data = read_file(reference_data / "household_testdata.csv")
    (unit,) = find_units(data)
    table = {column.name: cells(column) for column in data.columns}
    sizes, constant = by_hand(table, "ori_hid")
    assert (unit.key, unit.units, unit.rows) == ("ori_hid", 1000, 4580)
    assert dict(unit.sizes) == sizes
    assert set(unit.constant) == constant
    assert {"urbrur", "roof", "walls", "water", "electcon", "household_weights"} == constant


@pytest.mark.parametrize(
    "name",
    [
        *("census", "tarragona", "francdat", "household_survey"),
        pytest.param("business_survey", marks=pytest.mark.longer),
    ],
)
def test_files_without_units_have_none(name: str, reference_data) -> None:
    folder = FOLDER / "samples" if name.endswith("survey") else reference_data
    path = folder / f"{name}.csv"
    assert find_units(read_file(path, probe(path).options)) == ()


def numbered_households(names: tuple[str, str, str]) -> dict[str, list[Cell]]:
    """Make households of three that are numbered from 1 in clusters, and these in regions."""
    table: dict[str, list[Cell]] = {name: [] for name in (*names, "LN", "RENT", "AGE")}
    chance = random.Random(7)
    for region in range(4):
        for cluster in range(1, 6):
            for household in range(1, 7):
                rent = chance.randint(1, 9)
                for line in range(1, 4):
                    row = (region, cluster, household, line, rent, chance.randint(0, 90))
                    for name, cell in zip(table, row, strict=True):
                        table[name].append(cell)
    return table


def shuffled(table: dict[str, list[Cell]]) -> dict[str, list[Cell]]:
    order = random.Random(8).sample(range(len(table["AGE"])), len(table["AGE"]))
    return {name: [cells[row] for row in order] for name, cells in table.items()}


@pytest.mark.parametrize("names", [("REGION", "PSU", "HHNUM"), ("V1", "V2", "V3")])
def test_three_columns_number_households_together(names: tuple[str, str, str]) -> None:
    (unit,) = find_units(dataset(numbered_households(names)))
    assert (unit.columns, unit.reason, unit.units) == (names, "likely-unit-joint", 120)
    assert (unit.constant, unit.largest) == (("RENT",), 3)
    assert "begin" not in text(unit.reason, unit.reason_params)


def test_names_tell_numbers_within_clusters_in_any_order() -> None:
    names = ("REGION", "PSU", "HHNUM")
    (unit,) = find_units(dataset(shuffled(numbered_households(names))))
    assert (unit.columns, unit.units) == (names, 120)
    table = shuffled(numbered_households(("V1", "V2", "V3")))
    assert find_units(dataset(table)) == ()


def test_a_number_of_the_whole_file_needs_no_cluster() -> None:
    table = numbered_households(("REGION", "PSU", "HHNUM"))
    table["HHNUM"] = [row // 3 for row in range(len(table["AGE"]))]
    (unit,) = find_units(dataset(table))
    assert unit.columns == ("HHNUM",)


def test_sorted_columns_number_nothing() -> None:
    chance = random.Random(9)
    rows = sorted((chance.randint(1, 9), chance.randint(1, 80)) for _ in range(900))
    table: dict[str, list[Cell]] = {
        "V1": [outer for outer, _ in rows],
        "V2": [inner for _, inner in rows],
        "V3": [chance.randint(1, 5) for _ in rows],
    }
    assert find_units(dataset(table)) == ()
