"""Units of several records from recipe to release, counted with pandas in the two files alone."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.command_line import main
from tests.log_words import answers_to, claim_words, notice_words, questions_in, row_words
from tests.robustness.hostile.sealing import log_bytes, resealed

K, N = 5, 300
# Households of at most nine persons.
N_KEPT = 294
OF_UNIT = ["HHSIZE", "HHINCOME", "urbrur"]
OF_MEMBERS = ["sex", "age"]
PROFILE = ["HHSIZE", "HHINCOME", *OF_MEMBERS]
UNIT: Mapping[str, Any] = {"id": "ori_hid", "columns": OF_UNIT, "protect": "unit", "largest": 9}
MEMBER: Mapping[str, Any] = {"id": "ori_hid", "columns": OF_UNIT, "protect": "member"}
Recipe = dict[str, Any]


@pytest.fixture(scope="module")
def households(reference_data: Path) -> pd.DataFrame:
    file = pd.read_csv(reference_data / "household_testdata.csv").query("ori_hid <= @N")
    home = file["ori_hid"]
    file["HHSIZE"] = home.map(home.value_counts())
    file["HHINCOME"] = file.groupby("ori_hid")["income"].transform("sum")
    return file[["ori_hid", *OF_UNIT, *OF_MEMBERS, "relat", "savings"]]


def recipe_of(unit: Mapping[str, Any] | str, link: str = "link", **more: Any) -> Recipe:
    quasi = "quasi-identifier"
    return {
        "format": "statveil-recipe/2",
        "input": {"path": "homes.csv", "kind": "csv", "options": {"missing": [""]}},
        "attributes": [
            {"name": "ori_hid", "role": link},
            {"name": "HHSIZE", "role": quasi, "scale": "integer"},
            {"name": "HHINCOME", "role": quasi, "scale": "continuous"},
            {"name": "urbrur", "role": "other"},
            {"name": "sex", "role": quasi, "scale": "nominal"},
            {"name": "age", "role": quasi, "scale": "integer"},
            {"name": "relat", "role": "drop"},
            {"name": "savings", "role": "other"},
        ],
        "missing": "leave-out",
        "unit": unit,
        "method": {"name": "mdav", "k": K},
        "output": {"kind": "csv", "name": "homes_protected"},
        **more,
    }


def write(place: Path, table: pd.DataFrame, recipe: Recipe) -> Path:
    table.to_csv(place / "homes.csv", index=False)
    (place / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    return place / "recipe.json"


def released(place: Path, table: pd.DataFrame, recipe: Recipe, name: str = "release") -> Path:
    path = write(place, table, recipe)
    assert main(["protect", str(path), "--output", str(place / name)]) in (0, 5)
    return place / name


def read(release: Path) -> pd.DataFrame:
    return pd.read_csv(release / "public/homes_protected.csv")


def profiles(table: pd.DataFrame, unit: str, names: list[str]) -> Counter[tuple[object, ...]]:
    """Return how many units have each multiset of records."""
    rows = table[names].apply(tuple, axis=1)
    return Counter(tuple(sorted(own)) for _, own in rows.groupby(table[unit]))


@pytest.fixture(scope="module")
def whole(households: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("whole")
    return released(place, households, recipe_of(UNIT))


@pytest.fixture(scope="module")
def members(households: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("members")
    recipe = recipe_of(MEMBER, link="identifier", keep_order=True)
    with (place / "printed.txt").open("w", encoding="utf-8") as printed, redirect_stdout(printed):
        return released(place, households, recipe)


@pytest.fixture(scope="module")
def ordered(households: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released(tmp_path_factory.mktemp("kept"), households, recipe_of(UNIT, keep_order=True))


def test_every_household_shares_its_whole_profile(whole: Path, households: pd.DataFrame) -> None:
    after = read(whole)
    assert min(profiles(after, "ori_hid", PROFILE).values()) >= K
    for name in OF_UNIT:
        assert (after.groupby("ori_hid")[name].nunique() == 1).all()
    sizes = households["ori_hid"].value_counts()
    assert after["ori_hid"].nunique() == (sizes <= 9).sum() == N_KEPT
    assert len(after) == sizes[sizes <= 9].sum()
    # The column that counts the members stays true.
    assert (after["HHSIZE"] == after.groupby("ori_hid")["age"].transform("size")).all()


def test_without_a_unit_most_households_are_unique(
    tmp_path: Path, households: pd.DataFrame
) -> None:
    recipe = recipe_of("record", link="identifier", keep_order=True)
    after = read(released(tmp_path, households, recipe)).assign(home=households["ori_hid"])
    assert sum(n == 1 for n in profiles(after, "home", PROFILE).values()) > N / 2


def test_the_numbers_of_households_are_new_in_each_release(
    tmp_path: Path, households: pd.DataFrame, ordered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = read(ordered)["ori_hid"]
    capsys.readouterr()
    other = read(released(tmp_path, households, recipe_of(UNIT, keep_order=True)))["ori_hid"]
    sizes = households["ori_hid"].map(households["ori_hid"].value_counts())
    before = households.loc[sizes <= 9, "ori_hid"].reset_index(drop=True)
    for first, second in ((before, one), (before, other), (one, other)):
        # The same partition with other numbers, in an unrelated order.
        assert len(set(zip(first, second, strict=True))) == N_KEPT
        assert (first == second).groupby(second).first().sum() <= 20
        assert abs(first.corr(second)) < 0.2
    assert sorted(one.unique()) == list(range(1, N_KEPT + 1))
    counted = f"Units by ori_hid: {N_KEPT}. At least 5 of them share each whole released profile."
    assert capsys.readouterr().out.count(counted) == 1


def test_the_command_says_of_how_many_units_each_group_is(members: Path) -> None:
    groups = len(read(members)[PROFILE].drop_duplicates())
    printed = (members.parent / "printed.txt").read_text("utf-8")
    assert f"Groups of equal records: {groups:,}. Each has" in printed


def test_each_group_of_members_comes_from_five_households(
    members: Path, households: pd.DataFrame
) -> None:
    after = read(members)
    assert "ori_hid" not in after
    assert len(after) == len(households)
    home = households["ori_hid"]
    assert home.groupby([after[name] for name in PROFILE]).nunique().min() >= K
    for name in OF_UNIT:
        assert (after[name].groupby(home).nunique() == 1).all()


def test_the_claim_both_logs_and_both_reports_name_what_is_counted(
    whole: Path, members: Path
) -> None:
    said = {
        whole: "(all records with the same ori_hid) shares its whole released profile with at "
        "least 4 other units",
        members: "belong to at least 5 units (by ori_hid)",
    }
    brief = {
        whole: "has the same released profile as at least 4 other units; 4 were promised",
        members: "belong to at least 5 units (by ori_hid). Units as a whole are not protected",
    }
    for release, sentence in said.items():
        for half, log in (("internal", "internal"), ("public", "audit")):
            document = json.loads((release / half / f"homes_protected.{log}.json").read_text())
            assert sentence in claim_words(document)
            counted = document["verification"]["conditions"]
            assert [c["column"] for c in counted] == ["ori_hid", *OF_UNIT]
            assert all(c["held"] for c in counted)
            report = (release / half / "homes_protected.report.html").read_text("utf-8")
            assert "Units by ori_hid" in report
            assert brief[release] in report
    public = json.loads((whole / "public/homes_protected.audit.json").read_text())
    warnings = " ".join(map(notice_words, public["warnings"]))
    assert f"{N - N_KEPT} units of more than 9 records are left out" in warnings


def test_no_report_calls_the_new_numbers_unchanged(whole: Path) -> None:
    for half in ("public", "internal"):
        page = (whole / half / "homes_protected.report.html").read_text(encoding="utf-8")
        text = " ".join(re.sub("<[^>]*>", " ", page).split())
        assert "One column has new numbers, drawn at random for this release." in text
        assert "2 columns are published as they are." in text
        assert "ori_hid unchanged" not in text


def test_no_cell_that_may_not_wrap_holds_a_phrase(whole: Path) -> None:
    # In a browser, the words of three such cells pushed the verdict off the page.
    page = (whole / "public" / "homes_protected.report.html").read_text(encoding="utf-8")
    table = page.split('id="promises-table"')[1].split("</table>")[0]
    cells = re.findall(r'<td class="(figure|word)">([^<]*)</td>', table)
    assert cells
    assert max(len(text) for _, text in cells) <= 16, cells


def risks(table: pd.DataFrame, unit: pd.Series) -> tuple[int, float]:
    """Return the units with a unique profile, and the mean risk of a unit in per cent."""
    alone = sum(n == 1 for n in profiles(table.assign(own=unit), "own", PROFILE).values())
    escapes = 1 - 1 / table.groupby(PROFILE)["age"].transform("size")
    return alone, 100 * float((1 - escapes.groupby(unit).prod()).mean())


@pytest.mark.parametrize("kind", ["whole", "members"])
def test_the_risk_of_households_is_measured_before_and_after_and_stays_internal(
    kind: str, whole: Path, members: Path, households: pd.DataFrame
) -> None:
    release, before = (members, households)
    after, home = read(members), households["ori_hid"]
    if kind == "whole":
        release, after = whole, read(whole)
        before = households[home.map(home.value_counts()) <= 9]
        home = after["ori_hid"]
    log = json.loads((release / "internal/homes_protected.internal.json").read_text())
    found = {m["name"]: m["value"] for m in log["measures"]}
    first, second = risks(before, before["ori_hid"]), risks(after, home)
    assert found["unit-uniques-before"] == first[0] > 0.9 * N_KEPT
    assert found["unit-uniques-after"] == second[0]
    assert found["unit-risk-before"] == pytest.approx(first[1])
    assert found["unit-risk-after"] == pytest.approx(second[1])
    if kind == "whole":
        assert second[0] == 0
    report = (release / "internal/homes_protected.report.html").read_text("utf-8")
    public = (release / "public/homes_protected.report.html").read_text("utf-8")
    assert "Units with a unique profile" in report
    assert "Units with a unique profile" not in public
    stated = json.loads((release / "public/homes_protected.audit.json").read_text())["measures"]
    assert not any(m["name"].startswith("unit-") for m in stated)


def test_verify_agrees_with_and_without_the_input(whole: Path, members: Path) -> None:
    logs = (
        whole / "internal/homes_protected.internal.json",
        members / "public/homes_protected.audit.json",
    )
    for log in logs:
        assert main(["verify", str(log)]) == 0
        assert main(["verify", str(log), "--input", str(log.parents[2] / "homes.csv")]) == 0


def test_replay_gives_the_same_records(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, file = whole / "internal/homes_protected.internal.json", whole.parent / "homes.csv"
    again = tmp_path / "again"
    assert main(["replay", str(log), "--input", str(file), "--output", str(again)]) == 0
    assert "the protected records" in capsys.readouterr().out
    names = [*PROFILE, "savings"]
    repeated = profiles(read(again), "ori_hid", names)
    assert repeated == profiles(read(whole), "ori_hid", names)


def tampered(release: Path, place: Path, change: Callable[[pd.DataFrame], object]) -> Path:
    """Return the public log of a copy in which somebody changed the file and its hashes."""
    csv = release / "public/homes_protected.csv"
    table = pd.read_csv(csv, dtype=str)
    change(table)
    (place / "homes_protected.csv").write_text(table.to_csv(index=False, lineterminator="\n"))
    raw = (place / "homes_protected.csv").read_bytes()
    document = json.loads((release / "public/homes_protected.audit.json").read_text())
    entry = document["files"][0]
    block = max(1024, -(-len(raw) // 256))
    parts = [raw[i : i + block] for i in range(0, len(raw), block)]
    entry.update(
        size=len(raw),
        sha256=hashlib.sha256(raw).hexdigest(),
        blocks=[hashlib.sha256(part).hexdigest()[:16] for part in parts],
    )
    document["files"] = [entry]
    log = place / "homes_protected.audit.json"
    log.write_bytes(log_bytes(resealed(document)))
    return log


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
    change: Callable[[pd.DataFrame], None],
    whole: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = tampered(whole, tmp_path, change)
    assert main(["verify", str(log)]) == 3
    said = capsys.readouterr()
    profiles = "The log states that at least 5 units share each profile; in the file at least"
    differing = "The log states 0 units whose records differ in urbrur; the file has 1."
    assert (profiles if change is swap_links else differing) in said.out + said.err
    assert "verification.conditions" not in said.out + said.err


def asked(place: Path, row: str) -> list[dict[str, Any]]:
    log = json.loads((place / "internal/homes_protected.internal.json").read_text())
    return [c for c in questions_in(log) if c["row"] == row]


@pytest.mark.usefixtures("usual_office")
def test_a_likely_unit_must_be_declared_or_denied(
    tmp_path: Path, households: pd.DataFrame, whole: Path
) -> None:
    recipe = recipe_of("record", link="identifier", keep_order=True)
    silent = {key: value for key, value in recipe.items() if key != "unit"}
    path = write(tmp_path, households, silent)
    assert main(["protect", str(path), "--output", str(tmp_path / "open")]) == 5
    (row,) = asked(tmp_path / "open", "unit-undeclared")
    assert row["outcome"] == "never"
    assert '"unit": {"id": "…", "columns": […]}' in row_words(row)
    assert '"unit": "record"' in row_words(row)
    # It compares with the original.
    public_log = tmp_path / "open/public/homes_protected.audit.json"
    assert "unit-undeclared" not in public_log.read_text()

    denied = released(tmp_path, households, recipe, "denied")
    (row,) = asked(denied, "unit-undeclared")
    kept = households[households[["HHSIZE", "HHINCOME", "sex", "age"]].notna().all(axis=1)]
    groups = read(denied).assign(home=kept["ori_hid"].to_numpy()).groupby(PROFILE)["home"]
    is_narrow = groups.nunique() < K
    assert (row["figure"], row["outcome"]) == (int(is_narrow.sum()), "open")
    assert row["params"]["records"] == int(groups.size()[is_narrow].sum())
    log = json.loads((denied / "internal/homes_protected.internal.json").read_text())
    why = {"unit-undeclared": answers_to(log)["unit-undeclared"]}
    answered = released(tmp_path, households, {**recipe, "answers": why}, "answered")
    assert [row["outcome"] for row in asked(answered, "unit-undeclared")] == ["answered"]
    assert asked(whole, "unit-undeclared") == []


def test_an_order_that_shows_which_members_belong_together_is_a_question(
    tmp_path: Path, households: pd.DataFrame, members: Path, ordered: Path
) -> None:
    def asked(release: Path) -> list[str]:
        log = json.loads((release / "internal/homes_protected.internal.json").read_text())
        return [row_words(c) for c in questions_in(log) if c["row"] == "member-order"]

    # Counted in the original, of which these records are released.
    kept = households[households[["HHSIZE", "HHINCOME", "sex", "age"]].notna().all(axis=1)]
    homes = kept["ori_hid"].tolist()
    around = zip([None, *homes], homes, [*homes[1:], None], strict=False)
    beside = sum(home in (before, after) for before, home, after in around)
    assert len(read(members)) == len(homes)
    (said,) = asked(members)
    assert f"{beside:,} of {len(homes):,} records" in said
    assert "member-order" not in (members / "public/homes_protected.audit.json").read_text()

    mixed = households.sample(frac=1.0, random_state=1)
    recipe = recipe_of(MEMBER, link="identifier", keep_order=True)
    assert asked(released(tmp_path, mixed, recipe, "mixed")) == []
    assert asked(released(tmp_path, households, {**recipe, "keep_order": False}, "drawn")) == []
    assert asked(ordered) == []
    log = json.loads((members / "internal/homes_protected.internal.json").read_text())
    why = {"member-order": answers_to(log)["member-order"]}
    answered = released(tmp_path, households, {**recipe, "answers": why}, "answered")
    assert "original order" in (answered / "public/homes_protected.report.html").read_text()


@pytest.mark.usefixtures("usual_office")
@pytest.mark.parametrize(("unit", "outcome"), [(UNIT, "open"), (MEMBER, "never")])
def test_households_alone_in_published_columns_together_can_be_rebuilt(
    tmp_path: Path, households: pd.DataFrame, unit: Mapping[str, Any], outcome: str
) -> None:
    homes = households["ori_hid"]
    # Neither column has many values; together most households are alone in them.
    table = households.assign(WEIGHT=homes % 10 + 100, PANEL=homes % 19)
    recipe = recipe_of(unit, link="identifier")
    recipe["attributes"] += [{"name": name, "role": "other"} for name in ("WEIGHT", "PANEL")]
    release = released(tmp_path, table, recipe)
    (row,) = asked(release, "unit-rebuilt")
    is_kept = table["HHSIZE"] <= (9 if unit is UNIT else 99)
    shared = ["urbrur", "WEIGHT", "PANEL"]
    homes_alike = table[is_kept].groupby("ori_hid")[shared].first().value_counts()
    assert row["figure"] == int((homes_alike == 1).sum())
    assert row["outcome"] == outcome
    assert row["params"]["columns"] == shared
    assert row["params"]["below"] == int(homes_alike[homes_alike < K].sum())
    assert "unit-rebuilt" not in (release / "public/homes_protected.audit.json").read_text()
    if unit is MEMBER:
        return
    log = json.loads((release / "internal/homes_protected.internal.json").read_text())
    answers = answers_to(log, "Nobody outside knows these weights.")
    answered = released(tmp_path, table, {**recipe, "answers": answers}, "answered")
    assert [row["outcome"] for row in asked(answered, "unit-rebuilt")] == ["answered"]
