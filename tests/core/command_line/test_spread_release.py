"""A release of drawn records is verified from its core, and says what is counted there."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.model import Column
from core.pipeline.seal import file_draft
from core.protect.representatives.drawn import drawn_columns
from tests.attributes import describe
from tests.core.command_line.conftest import Bench, office, read_rows
from tests.statuses import WRITTEN

# Records of a file that does not fit into memory are not drawn.
pytestmark = pytest.mark.in_memory

_CHANCE = np.random.default_rng(5)
_SIZES = np.exp(_CHANCE.normal(4, 1.3, 300))
ROWS = [
    ["ID", "PLACE", "SALES", "EXPORTS", "STAFF", "PROFIT", "WEIGHT", "INCOME"],
    *(
        [
            f"F{i:03}",
            "ab"[i % 2],
            f"{size:.2f}",
            f"{size * share:.2f}" if share < 0.6 else "0",
            "" if i == 7 else str(round(size / 9)),
            f"{profit:.1f}",
            str(1 + i % 3),
            str(100 + i * 13 % 97),
        ]
        for i, (size, share, profit) in enumerate(
            zip(_SIZES, _CHANCE.random(300), _CHANCE.normal(0, 9, 300), strict=True)
        )
    ),
]
ATTRIBUTES = describe(
    "ID identifier, PLACE quasi nominal, SALES quasi continuous, EXPORTS quasi continuous, "
    "STAFF quasi integer, PROFIT quasi continuous, WEIGHT other continuous, "
    "INCOME confidential integer",
    EXPORTS={"zeros": "keep"},
)
METHOD = {"name": "mdav", "k": 5, "aggregate": "spread", "categories": "calibrated"}
SETTINGS = {
    "attributes": ATTRIBUTES,
    "rules": ["EXPORTS <= SALES"],
    "dominance": {"columns": ["SALES"], "p": 10},
    "missing": "use-observed",
}
MASKED = ("PLACE", "SALES", "EXPORTS", "STAFF", "PROFIT")
LOG = "internal/people_protected.internal.json"
CORE = "internal/people_protected.core.csv"


@pytest.fixture(autouse=True)
def allowing_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "allowing.toml").write_text("spread = true\n")
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(tmp_path / "allowing.toml"))


@pytest.fixture(scope="module")
def spread_people(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Release the rows once; return the release, which nobody changes, and what was printed."""
    people = Bench(tmp_path_factory.mktemp("spread"))
    people.people(ROWS)
    with office(people.folder, "spread = true\n"):
        people.release_as(METHOD, **SETTINGS)
    return people.release, people.out


@pytest.fixture
def spread(bench: Bench, spread_people: tuple[Path, str]) -> Bench:
    """Copy the release of the rows, which the test may change."""
    release, bench.out = spread_people
    shutil.copytree(release, bench.release)
    return bench


# What is said of files in which groups of k records are equal.
K_CLAIMS = (
    *("Every record shares its quasi-identifiers", "share their masked values", "claim-k"),
    *("share each profile", "has the same masked values"),
)


def plain(text: str) -> str:
    return " ".join(text.split())


def read_core(bench: Bench) -> list[dict[str, str]]:
    return read_rows(bench.release / CORE)


@pytest.mark.parametrize("weight", [{}, {"weight": "WEIGHT"}])
def test_k_is_counted_in_the_core_and_the_file_is_drawn_from_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, weight: dict[str, str]
) -> None:
    bench.people(ROWS)
    bench.release_as(METHOD, **SETTINGS, **weight)

    core, released = read_core(bench), bench.table()
    groups = Counter(tuple(row[name] for name in MASKED) for row in core)
    assert min(groups.values()) >= 5
    in_file = Counter(tuple(row[name] for name in MASKED) for row in released)
    assert min(in_file.values()) == 1
    assert f"k = {min(groups.values())}" in bench.out
    # Row by row the file is drawn from the core: zeros, categories and missing cells are its own.
    for row, drawn in zip(core, released, strict=True):
        assert row["PLACE"] == drawn["PLACE"]
        assert (float(row["EXPORTS"]) == 0) == (float(drawn["EXPORTS"]) == 0)
        assert float(drawn["EXPORTS"]) <= float(drawn["SALES"])
    if not weight:
        for name in ("SALES", "EXPORTS", "STAFF", "PROFIT"):
            totals = Counter[tuple[str, ...]]()
            for row, drawn in zip(core, released, strict=True):
                group = tuple(row[other] for other in MASKED)
                totals[group] += round(100 * (float(drawn[name]) - float(row[name])))
            assert not any(totals.values()), name

    log, step = bench.document(), bench.step("spread")
    assert (step["columns"], step["left"]) == (4, 0)
    # Hardly skewed in the core, but their largest would be read from drawn records.
    spread = json.loads(step["pools"])
    assert [spread["names"][j] for j in spread["capped"]] == ["PROFIT"]
    assert not [r for r in log["checklist"] if r["row"] == "means-left" and r["figure"]]
    profits = [sorted(abs(float(row["PROFIT"])) for row in rows)[-20:] for rows in (core, released)]
    assert profits[0] == profits[1]
    assert any(row["PROFIT"] != drawn["PROFIT"] for row, drawn in zip(core, released, strict=True))
    assert step["fewest"] >= 50
    public = bench.log("public").read_text()
    assert "covariances" not in public
    assert log["recipe"]["method"]["secret_seed"] not in public
    assert set(bench.step("spread", "public")) == {
        *("columns", "left", "fewest", "given:INCOME"),
        *(f"drawn:{name}" for name in ("SALES", "EXPORTS", "STAFF", "PROFIT")),
    }

    assert bench.verify(with_input=False) == 0, bench.err
    assert "k and t in the core" in bench.out
    assert bench.verify("public", with_input=False) == 0, bench.err
    assert "counted in the core, which the office keeps" in bench.out + bench.err
    # Whoever checks or repeats a release needs no leave of an office.
    monkeypatch.delenv("STATVEIL_OFFICE_SETTINGS")
    assert bench.verify() == 0, bench.err
    bench.check_replay()


def test_columns_of_another_rule_keep_their_means(bench: Bench) -> None:
    bench.people(ROWS)
    bench.release_as(METHOD, **{**SETTINGS, "rules": ["EXPORTS <= 0.9 * SALES"]})
    assert "SALES, EXPORTS keep the means of their groups" in plain(bench.out + bench.err)
    log = bench.document()
    (row,) = (r for r in log["checklist"] if r["row"] == "means-left")
    assert (row["figure"], row["columns"], row["outcome"]) == (2, ["SALES", "EXPORTS"], "open")
    for row, drawn in zip(read_core(bench), bench.table(), strict=True):
        assert (row["SALES"], row["EXPORTS"]) == (drawn["SALES"], drawn["EXPORTS"])


# An income that goes with the size of the firm, and the size itself in other units.
RELATED = [
    [*ROWS[0], "SIZE"],
    *(
        [*row[:-1], f"{size * factor:.0f}", f"{1000 * size:.0f}"]
        for row, size, factor in zip(
            ROWS[1:], _SIZES, np.exp(_CHANCE.normal(5, 0.9, 300)), strict=True
        )
    ),
]
RELATED_ATTRIBUTES = [*ATTRIBUTES, {"name": "SIZE", "role": "confidential", "scale": "integer"}]


@pytest.mark.parametrize(
    ("method", "conditions", "given"),
    [
        (METHOD, {}, ["INCOME"]),
        ({**METHOD, "name": "t-closeness-first", "t": 0.5, "bucket_by": "INCOME"}, {}, []),
        (METHOD, {"diversity": {"l": 2, "columns": ["INCOME"]}}, []),
    ],
)
def test_records_are_drawn_given_published_columns_that_do_not_tell_them(
    bench: Bench, method: dict[str, object], conditions: dict[str, object], given: list[str]
) -> None:
    """The size in other units would; where groups promise something, no column is used."""
    bench.people(RELATED)
    bench.release_as(method, **{**SETTINGS, "attributes": RELATED_ATTRIBUTES, **conditions})
    step = bench.step("spread")
    names = [name.removeprefix("given:") for name in step if name.startswith("given:")]
    assert names == given
    assert bool(given) == (0 < step["explained"] <= 50)
    page = plain(bench.page())
    assert ("given its published INCOME" in page) == bool(given)
    assert bench.verify(with_input=False) == 0, bench.err


def test_records_in_another_order_are_spread_alike(bench: Bench) -> None:
    masked_rows = []
    bench.recipe({**METHOD, "secret_seed": "5" * 32}, **SETTINGS)
    for rows in (ROWS, [ROWS[0], *(ROWS[1 + i * 137 % 300] for i in range(300))]):
        bench.people(rows)
        assert bench.protect() in WRITTEN, bench.err
        masked_rows.append(sorted(tuple(row[name] for name in MASKED) for row in bench.table()))
        shutil.rmtree(bench.release)
    assert masked_rows[0] == masked_rows[1]


def test_nothing_says_that_the_file_is_k_anonymous(spread: Bench) -> None:
    public = spread.log("public").read_text()
    pages = [spread.page(half) for half in ("public", "internal")]
    made = "Made from a k-anonymous file (k = 5), the published columns, and covariances of at"
    for text in (public, *pages):
        assert ("claim-spread" if text is public else made) in text
        assert [sentence for sentence in K_CLAIMS if sentence in text] == []
    assert "The released file itself is not k-anonymous." in spread.out


def move_first_cell(columns: tuple[Column, ...], name: str) -> tuple[Column, ...]:
    def moved(column: Column) -> Column:
        values = column.values.copy()
        values[0] += 1
        return replace(column, values=values)

    return tuple(moved(c) if c.name == name else c for c in columns)


def change_file(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = drawn_columns.draw_columns

    def draw_otherwise(*args: object) -> dict[str, Column]:
        drawn = draw(*args)  # type: ignore[arg-type]
        return {c.name: c for c in move_first_cell(tuple(drawn.values()), "SALES")}

    monkeypatch.setattr(drawn_columns, "draw_columns", draw_otherwise)


def change_core(monkeypatch: pytest.MonkeyPatch) -> None:
    choose = file_draft.core_columns
    # Of all records, so that the groups stay.
    monkeypatch.setattr(
        file_draft,
        "core_columns",
        lambda *args: tuple(
            replace(c, values=c.values + 1) if c.name == "SALES" else c for c in choose(*args)
        ),
    )


@pytest.mark.parametrize("change", [change_file, change_core])
def test_verify_draws_the_records_again(
    bench: Bench, change: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """Hashes and logs agree with the files: a forger has written them anew."""
    bench.people(ROWS)
    bench.recipe(METHOD, **SETTINGS)
    with pytest.MonkeyPatch.context() as forging:
        change(forging)
        assert bench.protect() in WRITTEN, bench.err
    assert bench.verify(with_input=False) != 0
    assert "SALES" in bench.out + bench.err


@pytest.mark.parametrize("name", [CORE, "public/people_protected.csv"])
def test_a_changed_byte_is_found(spread: Bench, name: str) -> None:
    path = spread.release / name
    content = path.read_bytes()
    path.write_bytes(content.replace(b"1", b"2", 1))
    assert spread.verify(with_input=False) != 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"totals": [{"columns": ["SALES"], "by": ["PLACE"]}]}, "totals are not kept when"),
        ({"unit": {"id": "ID", "columns": []}}, "Records of units cannot be drawn"),
        (
            {"method": {**METHOD, "blocks": [["PLACE", "SALES"], [*MASKED[2:]]]}},
            "one set of groups",
        ),
        ({"method": {**METHOD, "name": "individual-ranking"}}, "one set of groups"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    bench: Bench, changes: dict[str, object], sentence: str
) -> None:
    bench.people(ROWS)
    bench.recipe(**{"method": METHOD, **SETTINGS, **changes, "rules": []})
    assert bench.protect() not in WRITTEN
    assert sentence in bench.err


def test_an_office_has_to_allow_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATVEIL_OFFICE_SETTINGS")
    bench.people(ROWS)
    # Nor does a seed of the user's own open it.
    for seed in ({}, {"secret_seed": "0" * 32}):
        bench.recipe({**METHOD, **seed}, **SETTINGS)
        assert bench.protect() not in WRITTEN
        assert "only where the office allows it" in bench.err
