"""Units of several records from recipe to release, counted with pandas in the two files alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.core.command_line.units import fewest_units, profiles
from tests.log_words import answers_to, claim_words, notice_words, questions_in, row_words
from tests.robustness.hostile import forged_tables
from tests.statuses import WRITTEN

K, N = 5, 300
# Households of at most nine persons.
N_KEPT = 294
OF_UNIT = ["HHSIZE", "HHINCOME", "urbrur"]
OF_MEMBERS = ["sex", "age"]
PROFILE = ["HHSIZE", "HHINCOME", *OF_MEMBERS]
UNIT: Mapping[str, Any] = {"id": "ori_hid", "columns": OF_UNIT, "protect": "unit", "largest": 9}
MEMBER: Mapping[str, Any] = {"id": "ori_hid", "columns": OF_UNIT, "protect": "member"}


@pytest.fixture(scope="module")
def households(reference_data: Path) -> pd.DataFrame:
    file = pd.read_csv(reference_data / "household_testdata.csv").query("ori_hid <= @N")
    home = file["ori_hid"]
    file["HHSIZE"] = home.map(home.value_counts())
    file["HHINCOME"] = file.groupby("ori_hid")["income"].transform("sum")
    return file[["ori_hid", *OF_UNIT, *OF_MEMBERS, "relat", "savings"]]


def release(
    bench: Bench, table: pd.DataFrame, unit: object, link: str = "link", **more: Any
) -> pd.DataFrame:
    """Protect the households; return the released table."""
    attributes = describe(
        f"ori_hid {link}, HHSIZE quasi integer, HHINCOME quasi continuous, urbrur other, "
        "sex quasi nominal, age quasi integer, relat drop, savings other"
    )
    attributes += [{"name": name, "role": "other"} for name in table.columns[len(attributes) :]]
    bench.people(table)
    source = {"path": "people.csv", "kind": "csv", "options": {"missing": [""]}}
    settings = {"input": source, "attributes": attributes, "keep_order": False}
    settings |= {"unit": unit} if unit else {}
    bench.release_as({"name": "mdav", "k": K}, "--overwrite", **settings | more)
    return bench.frame()


@pytest.fixture(scope="module")
def whole(households: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    bench = Bench(tmp_path_factory.mktemp("whole"))
    release(bench, households, UNIT)
    return bench


@pytest.fixture(scope="module")
def members(households: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    bench = Bench(tmp_path_factory.mktemp("members"))
    table = release(bench, households, MEMBER, "identifier", keep_order=True)
    groups = len(table[PROFILE].drop_duplicates())
    assert f"Groups of equal records: {groups:,}. Each has" in bench.out
    return bench


@pytest.fixture(scope="module")
def ordered(households: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    bench = Bench(tmp_path_factory.mktemp("kept"))
    release(bench, households, UNIT, keep_order=True)
    return bench


def test_every_household_shares_its_whole_profile(whole: Bench, households: pd.DataFrame) -> None:
    after = whole.frame()
    assert min(profiles(after, PROFILE, after["ori_hid"]).values()) >= K
    for name in OF_UNIT:
        assert (after.groupby("ori_hid")[name].nunique() == 1).all()
    sizes = households["ori_hid"].value_counts()
    assert after["ori_hid"].nunique() == (sizes <= 9).sum() == N_KEPT
    assert len(after) == sizes[sizes <= 9].sum()
    # The column that counts the members stays true.
    assert (after["HHSIZE"] == after.groupby("ori_hid")["age"].transform("size")).all()


def test_without_a_unit_most_households_are_unique(bench: Bench, households: pd.DataFrame) -> None:
    after = release(bench, households, "record", "identifier", keep_order=True)
    n_alike = profiles(after, PROFILE, households["ori_hid"]).values()
    assert sum(n == 1 for n in n_alike) > N / 2


def test_the_numbers_of_households_are_new_in_each_release(
    bench: Bench, households: pd.DataFrame, ordered: Bench
) -> None:
    one = ordered.frame()["ori_hid"]
    other = release(bench, households, UNIT, keep_order=True)["ori_hid"]
    sizes = households["ori_hid"].map(households["ori_hid"].value_counts())
    before = households.loc[sizes <= 9, "ori_hid"].reset_index(drop=True)
    for first, second in ((before, one), (before, other), (one, other)):
        # The same partition with other numbers, in an unrelated order.
        assert len(set(zip(first, second, strict=True))) == N_KEPT
        assert (first == second).groupby(second).first().sum() <= 20
        assert abs(first.corr(second)) < 0.2
    assert sorted(one.unique()) == list(range(1, N_KEPT + 1))
    counted = f"Units by ori_hid: {N_KEPT}. At least 5 of them share each whole released profile."
    assert bench.out.count(counted) == 1


def test_each_group_of_members_comes_from_five_households(
    members: Bench, households: pd.DataFrame
) -> None:
    after, home = members.frame(), households["ori_hid"]
    assert "ori_hid" not in after
    assert len(after) == len(households)
    assert fewest_units(after, PROFILE, home) >= K
    for name in OF_UNIT:
        assert (after[name].groupby(home).nunique() == 1).all()


def test_the_claim_both_logs_and_both_reports_name_what_is_counted(
    whole: Bench, members: Bench
) -> None:
    claim = "(all records with the same ori_hid) shares its whole released profile with at "
    brief = "has the same released profile as at least 4 other units; 4 were promised"
    of_members = "belong to at least 5 units (by ori_hid)"
    for release, claimed, reported in (
        (whole, f"{claim}least 4 other units", brief),
        (members, of_members, f"{of_members}. Units as a whole are not protected"),
    ):
        for half in ("internal", "public"):
            document = release.document(half)
            assert claimed in claim_words(document)
            counted = document["verification"]["conditions"]
            assert [c["column"] for c in counted] == ["ori_hid", *OF_UNIT]
            assert all(c["held"] for c in counted)
            assert "Units by ori_hid" in release.page(half)
            assert reported in release.page(half)
    warnings = " ".join(map(notice_words, whole.document("public")["warnings"]))
    assert f"{N - N_KEPT} units of more than 9 records are left out" in warnings


def test_no_report_calls_the_new_numbers_unchanged(whole: Bench) -> None:
    for half in ("public", "internal"):
        text = " ".join(re.sub("<[^>]*>", " ", whole.page(half)).split())
        assert "One column has new numbers, drawn at random for this release." in text
        assert "2 columns are published as they are." in text
        assert "ori_hid unchanged" not in text


def test_no_cell_that_may_not_wrap_holds_a_phrase(whole: Bench) -> None:
    # In a browser, the words of three such cells pushed the verdict off the page.
    table = whole.page("public").split('id="promises-table"')[1].split("</table>")[0]
    cells = re.findall(r'<td class="(figure|word)">([^<]*)</td>', table)
    assert cells
    assert max(len(text) for _, text in cells) <= 16, cells


def risks(table: pd.DataFrame, unit: pd.Series) -> tuple[int, float]:
    """Return the units with a unique profile, and the mean risk of a unit in per cent."""
    alone = sum(n == 1 for n in profiles(table, PROFILE, unit).values())
    escapes = 1 - 1 / table.groupby(PROFILE)["age"].transform("size")
    return alone, 100 * float((1 - escapes.groupby(unit).prod()).mean())


@pytest.mark.parametrize("kind", ["whole", "members"])
def test_the_risk_of_households_is_measured_before_and_after_and_stays_internal(
    kind: str, whole: Bench, members: Bench, households: pd.DataFrame
) -> None:
    release, before, home = members, households, households["ori_hid"]
    after = members.frame()
    if kind == "whole":
        release, after = whole, whole.frame()
        before = households[home.map(home.value_counts()) <= 9]
        home = after["ori_hid"]
    found = {m["name"]: m["value"] for m in release.document()["measures"]}
    first, second = risks(before, before["ori_hid"]), risks(after, home)
    assert found["unit-uniques-before"] == first[0] > 0.9 * N_KEPT
    assert found["unit-uniques-after"] == second[0]
    assert found["unit-risk-before"] == pytest.approx(first[1])
    assert found["unit-risk-after"] == pytest.approx(second[1])
    if kind == "whole":
        assert second[0] == 0
    assert "Units with a unique profile" in release.page()
    assert "Units with a unique profile" not in release.page("public")
    stated = release.document("public")["measures"]
    assert not any(m["name"].startswith("unit-") for m in stated)


def test_verify_agrees_with_and_without_the_input(whole: Bench, members: Bench) -> None:
    assert whole.verify(with_input=False) == whole.verify() == 0
    assert members.verify("public", with_input=False) == members.verify("public") == 0


def test_replay_gives_the_same_records(whole: Bench) -> None:
    assert whole.replay() == 0
    assert "the protected records" in whole.out
    repeated = pd.read_csv(whole.folder / "again/public/people_protected.csv")
    counts = (
        profiles(table, [*PROFILE, "savings"], table["ori_hid"])
        for table in (repeated, whole.frame())
    )
    assert next(counts) == next(counts)


def swap_links(table: pd.DataFrame) -> None:
    """Exchange the households of two records with different values."""
    first = table.index[0]
    other = table.index[table["age"] != table.loc[first, "age"]][0]
    one, two = table.loc[first, "ori_hid"], table.loc[other, "ori_hid"]
    table.loc[first, "ori_hid"], table.loc[other, "ori_hid"] = two, one


def change_a_column(table: pd.DataFrame) -> None:
    """Change a column of the household in one of its several records, which are in any order."""
    first = table.index[table["ori_hid"].duplicated(keep=False)][0]
    table.loc[first, "urbrur"] = "2" if table.loc[first, "urbrur"] == "1" else "1"


@pytest.mark.parametrize("change", [swap_links, change_a_column])
def test_a_tampered_file_is_found_even_if_all_hashes_are_made_to_fit(
    change: Callable[[pd.DataFrame], None], whole: Bench
) -> None:
    path = whole.release / "public/people_protected.csv"
    genuine = path.read_bytes()
    table = pd.read_csv(path, dtype=str)
    change(table)
    path.write_text(table.to_csv(index=False, lineterminator="\n"))
    try:
        assert (
            whole.verify_forged(
                lambda log: forged_tables.describe(log["files"][0], path.read_bytes())
            )
            == 3
        )
    finally:
        path.write_bytes(genuine)
    profiles = "The log states that at least 5 units share each profile; in the file at least"
    differing = "The log states 0 units whose records differ in urbrur; the file has 1."
    assert (profiles if change is swap_links else differing) in whole.out + whole.err
    assert "verification.conditions" not in whole.out + whole.err


def asked(bench: Bench, row: str) -> list[dict[str, Any]]:
    return [question for question in questions_in(bench.document()) if question["row"] == row]


@pytest.mark.usefixtures("usual_office")
def test_a_likely_unit_must_be_declared_or_denied(
    bench: Bench, households: pd.DataFrame, whole: Bench
) -> None:
    release(bench, households, None, "identifier")
    (row,) = asked(bench, "unit-undeclared")
    assert row["outcome"] == "never"
    assert '"unit": {"id": "…", "columns": […]}' in row_words(row)
    assert '"unit": "record"' in row_words(row)
    # It compares with the original.
    assert "unit-undeclared" not in bench.log("public").read_text()

    of_records = ("record", "identifier")
    table = release(bench, households, *of_records, keep_order=True)
    (row,) = asked(bench, "unit-undeclared")
    kept = households[households[["HHSIZE", "HHINCOME", "sex", "age"]].notna().all(axis=1)]
    groups = table.assign(home=kept["ori_hid"].to_numpy()).groupby(PROFILE)["home"]
    is_narrow = groups.nunique() < K
    assert (row["figure"], row["outcome"]) == (int(is_narrow.sum()), "open")
    assert row["params"]["records"] == int(groups.size()[is_narrow].sum())
    why = {"unit-undeclared": answers_to(bench.document())["unit-undeclared"]}
    release(bench, households, *of_records, keep_order=True, answers=why)
    assert [row["outcome"] for row in asked(bench, "unit-undeclared")] == ["answered"]
    assert asked(whole, "unit-undeclared") == []


def test_an_order_that_shows_which_members_belong_together_is_a_question(
    bench: Bench, households: pd.DataFrame, members: Bench, ordered: Bench
) -> None:
    # Counted in the original, of which these records are released.
    kept = households[households[["HHSIZE", "HHINCOME", "sex", "age"]].notna().all(axis=1)]
    homes = kept["ori_hid"].tolist()
    around = zip([None, *homes], homes, [*homes[1:], None], strict=False)
    beside = sum(home in (before, after) for before, home, after in around)
    assert len(members.frame()) == len(homes)
    (row,) = asked(members, "member-order")
    assert f"{beside:,} of {len(homes):,} records" in row_words(row)
    assert "member-order" not in members.log("public").read_text()
    assert asked(ordered, "member-order") == []

    mixed = households.sample(frac=1.0, random_state=1)
    for table, keep_order in ((mixed, True), (households, False)):
        release(bench, table, MEMBER, "identifier", keep_order=keep_order)
        assert asked(bench, "member-order") == []
    why = {"member-order": answers_to(members.document())["member-order"]}
    release(bench, households, MEMBER, "identifier", keep_order=True, answers=why)
    assert "original order" in bench.page("public")


@pytest.mark.usefixtures("usual_office")
@pytest.mark.parametrize(("unit", "outcome"), [(UNIT, "open"), (MEMBER, "never")])
def test_households_alone_in_published_columns_together_can_be_rebuilt(
    bench: Bench, households: pd.DataFrame, unit: Mapping[str, Any], outcome: str
) -> None:
    homes = households["ori_hid"]
    # Neither column has many values; together most households are alone in them.
    table = households.assign(WEIGHT=homes % 10 + 100, PANEL=homes % 19)
    release(bench, table, unit, "identifier")
    (row,) = asked(bench, "unit-rebuilt")
    is_kept = table["HHSIZE"] <= (9 if unit is UNIT else 99)
    shared = ["urbrur", "WEIGHT", "PANEL"]
    homes_alike = table[is_kept].groupby("ori_hid")[shared].first().value_counts()
    assert row["figure"] == int((homes_alike == 1).sum())
    assert row["outcome"] == outcome
    assert row["params"]["columns"] == shared
    assert row["params"]["below"] == int(homes_alike[homes_alike < K].sum())
    assert "unit-rebuilt" not in bench.log("public").read_text()
    if unit is MEMBER:
        return
    answers = answers_to(bench.document(), "Nobody outside knows these weights.")
    release(bench, table, unit, "identifier", answers=answers)
    assert [row["outcome"] for row in asked(bench, "unit-rebuilt")] == ["answered"]


FILE = Path(__file__).parents[2] / "data/disclosures/household_key_two_columns.csv"
KEY_OF_TWO: Mapping[str, Any] = {"id": ["CLUSTER", "HHNUM"], "columns": ["TENURE"]}
MASKED = ("TENURE", "AGE", "SEX", "EDUC")


def protect_clusters(
    bench: Bench, roles: Mapping[str, str], unit: Mapping[str, Any] = KEY_OF_TWO
) -> int:
    scales = dict.fromkeys(MASKED, "nominal") | {"AGE": "integer"}
    attributes = [
        *({"name": n, "role": roles.get(n, "identifier")} for n in ("CLUSTER", "HHNUM", "LINE")),
        *({"name": n, "role": "quasi-identifier", "scale": s} for n, s in scales.items()),
    ]
    bench.people(pd.read_csv(FILE))
    bench.recipe({"name": "mdav", "k": K}, attributes=attributes, unit=unit)
    return bench.protect()


@pytest.fixture(scope="module")
def homes() -> pd.Series:
    file = pd.read_csv(FILE)
    return file["CLUSTER"] * 100 + file["HHNUM"]


@pytest.mark.parametrize(
    "roles", [{"CLUSTER": "other"}, {"HHNUM": "link"}], ids=["cluster", "link"]
)
def test_no_household_is_alone(roles: dict[str, str], homes: pd.Series, bench: Bench) -> None:
    assert protect_clusters(bench, roles) in WRITTEN
    assert "Units by CLUSTER × HHNUM: 210. At least 5 of them" in bench.out
    table = bench.frame()
    assert homes.nunique() == 210
    assert min(profiles(table, MASKED, homes).values()) >= K
    assert (table.groupby(homes)["TENURE"].nunique() == 1).all()
    assert bench.document()["recipe"]["unit"]["id"] == ["CLUSTER", "HHNUM"]
    assert "all records with the same CLUSTER" in claim_words(bench.document())
    assert bench.verify() == bench.verify("public") == 0
    if "HHNUM" in roles:
        # It numbers the households of all clusters.
        assert sorted(table["HHNUM"].unique()) == list(range(1, 211))
        assert (table["HHNUM"].groupby(homes).nunique() == 1).all()


def test_groups_of_members_come_from_five_households(homes: pd.Series, bench: Bench) -> None:
    assert protect_clusters(bench, {}, {**KEY_OF_TWO, "protect": "member"}) in WRITTEN
    assert fewest_units(bench.frame(), MASKED, homes) >= K


@pytest.mark.parametrize(
    ("roles", "unit", "problem"),
    [
        ({"CLUSTER": "other", "HHNUM": "other"}, KEY_OF_TWO, "it cannot be released as it is"),
        (
            {"CLUSTER": "link", "HHNUM": "link"},
            KEY_OF_TWO,
            "Only one column can hold the new numbers",
        ),
        ({}, {**KEY_OF_TWO, "id": ["CLUSTER", "HOUSE"]}, "HOUSE"),
        ({}, {**KEY_OF_TWO, "id": []}, "must be a text or a list of texts"),
        ({}, {**KEY_OF_TWO, "id": 5}, "must be a text or a list of texts"),
    ],
)
def test_what_cannot_number_units_is_refused(
    roles: dict[str, str], unit: Mapping[str, Any], problem: str, bench: Bench
) -> None:
    assert protect_clusters(bench, roles, unit) == 2
    assert problem in bench.err


def test_the_key_is_suggested(bench: Bench) -> None:
    assert bench.run("suggest", FILE, "--json") == 0
    entries = [proposal["entry"] for proposal in json.loads(bench.out)["proposals"]]
    assert ["CLUSTER", "HHNUM"] in [entry["unit"]["id"] for entry in entries if "unit" in entry]
