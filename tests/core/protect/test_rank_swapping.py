"""Rank swapping: which values are exchanged, how likely, what is said of it, and repetitions."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from core.command_line import main
from core.jobs import Job
from core.model import Method, Role, Scale, Schema
from core.protect import METHODS, promise_of, protect
from tests.core.tables import Cell, cells, confidential, dataset, plan, quasi
from tests.lanes import in_lane
from tests.oracles.rank_swapping import outcomes, ranks

SECRET = "0123456789abcdef" * 2


def swapped(table: dict[str, list[Cell]], p: float, secret: str = SECRET) -> dict[str, list[Cell]]:
    """Give the released columns; those with a lower-case name are swapped."""
    schema = Schema(tuple(quasi(n) if n.islower() else confidential(n) for n in table))
    records = range(len(next(iter(table.values()))))
    run = plan(schema, "rank-swapping", {"p": p, "secret_seed": secret}, records)
    return {c.name: cells(c) for c in protect(run, dataset(table), Job()).columns}


@pytest.mark.parametrize(
    ("n", "p"),
    [
        *((8, 30), (7, 28.7), (2, 50), (1, 100)),
        *(pytest.param(n, p, marks=pytest.mark.longer) for n, p in ((5, 100), (4, 25))),
    ],
)
def test_each_outcome_is_as_likely_as_in_the_paper(n: int, p: float) -> None:
    expected, runs = outcomes(n, Fraction(str(p))), in_lane(800, 1500)
    # Each column is swapped by itself.
    released = swapped({f"a{run}": list(range(1, n + 1)) for run in range(runs)}, p)
    counts = Counter(tuple(map(int, column)) for column in released.values())
    assert counts.total() == runs
    assert set(counts) <= set(expected)
    for outcome, probability in expected.items():
        spread = (float(probability * (1 - probability)) * runs) ** 0.5
        assert abs(counts[outcome] - float(probability) * runs) <= 5 * spread


def test_the_example_of_the_manual() -> None:
    values = (1, 2, 3, 7, 8, 9, 20, 21)
    found = {
        tuple(values[partner - 1] for partner in partners): probability
        for partners, probability in outcomes(8, Fraction(30)).items()
    }
    assert found[(3, 7, 1, 2, 20, 21, 8, 9)] == Fraction(1, 4)


@pytest.mark.parametrize("p", [0.5, 5, 40])
def test_values_move_no_farther_than_p_and_missing_ones_stay(p: float) -> None:
    rng = np.random.default_rng(7)
    table: dict[str, list[Cell]] = {
        name: [None if i % 11 == 3 else float(v) for i, v in enumerate(rng.permutation(400))]
        for name in ("a", "b")
    }
    table["C"] = rng.normal(size=400).tolist()
    released = swapped(table, p)
    assert released["C"] == table["C"]
    for name in ("a", "b"):
        before, after = ranks(table[name]), ranks(released[name])  # type: ignore[arg-type]
        present = [i for i, rank in enumerate(before) if rank is not None]
        assert [i for i, rank in enumerate(after) if rank is not None] == present
        assert sorted(released[name][i] for i in present) == sorted(table[name][i] for i in present)
        moves = [abs(int(before[i] or 0) - int(after[i] or 0)) for i in present]
        assert max(moves) <= int(p * len(present) / 100)
        assert sum(move > 0 for move in moves) > 0.9 * len(present)
    assert released["a"] != released["b"]


def test_ordered_categories_and_strata() -> None:
    rng = np.random.default_rng(3)
    grades, places = rng.choice(list("lmh"), 60).tolist(), (["x"] * 30 + ["y"] * 30)
    order = ("l", "m", "h")
    schema = Schema((quasi("grade", Scale.ORDINAL, order), quasi("place", Scale.NOMINAL)))
    parameters = {"p": 20, "secret_seed": SECRET}
    run = plan(schema, "rank-swapping", parameters, range(60), strata=("place",))
    released = protect(run, dataset({"grade": grades, "place": places}), Job()).columns
    assert cells(released[1]) == places
    for part in (slice(0, 30), slice(30, 60)):
        assert sorted(cells(released[0])[part]) == sorted(grades[part])
    assert cells(released[0]) != grades


def recipe(method: dict[str, object], **settings: object) -> dict[str, object]:
    roles = {"A": Role.QUASI_IDENTIFIER, "B": Role.QUASI_IDENTIFIER, "DEBT": Role.CONFIDENTIAL}
    return {
        "format": "statveil-recipe/2",
        "input": {"path": "file.csv", "kind": "csv"},
        "attributes": [{"name": n, "role": r, "scale": "continuous"} for n, r in roles.items()],
        "method": {"name": "rank-swapping", **method},
        "output": {"kind": "csv", "name": "out"},
        **settings,
    }


@pytest.fixture
def run(tmp_path: Path, capsys):
    """Return a run on 200 records, which gives status, output and errors."""
    rng = np.random.default_rng(5)
    rows = [
        f"{a},{b},{a % 9}"
        for a, b in zip(1 + rng.permutation(200), rng.permutation(200), strict=True)
    ]
    (tmp_path / "file.csv").write_text("\n".join(["A,B,DEBT", *rows, ""]), encoding="utf-8")

    def run(written: dict[str, object], *command: str) -> tuple[int, str, str]:
        (tmp_path / "recipe.json").write_text(json.dumps(written), encoding="utf-8")
        release = ["--output", str(tmp_path / "release"), "--overwrite"]
        status = main([*(command or ("protect", str(tmp_path / "recipe.json"), *release))])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


def test_a_release_is_ready_only_when_its_risk_was_accepted_and_can_be_repeated(
    run, tmp_path: Path
) -> None:
    status, out, _ = run(recipe({"p": 10}))
    assert status == 5
    assert "promises nothing" in out
    # Another run draws others, so more than was counted is accepted.
    accepted = {"answer": "accepted", "why": "made up"}
    answers = {"nothing-promised": {**accepted, "figure": 100, "limit": 0}}
    status, _, _ = run(recipe({"p": 10}, answers=answers))
    assert status == 0
    internal = tmp_path / "release" / "internal" / "out.internal.json"
    method = json.loads(internal.read_text(encoding="utf-8"))["recipe"]["method"]
    assert len(method["secret_seed"]) == 32
    elsewhere = [p for p in (tmp_path / "release").rglob("*") if p.is_file() and p != internal]
    assert len(elsewhere) > 3
    for path in elsewhere:
        assert method["secret_seed"].encode() not in path.read_bytes()
    original = ("--input", str(tmp_path / "file.csv"))
    assert main(["verify", str(internal), *original]) == 0
    assert main(["verify", str(tmp_path / "release" / "public" / "out.audit.json")]) == 0
    again = ("--output", str(tmp_path / "again"))
    assert main(["replay", str(internal), *original, *again]) == 0
    files = [tmp_path / folder / "public" / "out.csv" for folder in ("release", "again")]
    first, second = (sorted(path.read_text(encoding="utf-8").split("\n")) for path in files)
    assert first == second
    run(recipe({"p": 10}, answers=answers))
    assert sorted(files[0].read_text(encoding="utf-8").split("\n")) != first


NOMINAL = [{"name": n, "role": "quasi-identifier", "scale": "nominal"} for n in ("A", "B", "DEBT")]
RULE = {"rule": "p-percent", "p": 10, "columns": ["A"]}


@pytest.mark.parametrize(
    ("method", "settings", "sentence"),
    [
        ({"p": 0.4}, {}, "needs 250 records, but only 200"),
        ({"p": 101}, {}, "must be at most 100"),
        ({"p": 5, "secret_seed": "abc"}, {}, "must be 32 of the digits"),
        ({"p": 5, "k": 3}, {}, "has no parameter “k”"),
        ({"p": 5}, {"attributes": NOMINAL}, "needs numbers or an order"),
        ({"p": 5}, {"dominance": RULE}, "forms no groups of records"),
        ({"p": 5}, {"rules": ["A >= 0"]}, "forms no groups of records"),
        ({"p": 5}, {"weight": "A"}, "masked apart from the columns"),
        ({"p": 5}, {"scale": {"block": 100}}, "rank-swapping"),
        ({"p": 5}, {"insecure_test_seed": 1}, "insecure_test_seed"),
    ],
)
def test_what_cannot_be_done_is_said(run, method, settings, sentence: str) -> None:
    status, _, err = run(recipe(method, **settings))
    assert status == 2
    assert sentence in err


def test_it_promises_nothing() -> None:
    assert promise_of(Method("rank-swapping", {"p": 5})).is_nothing
    assert not METHODS["rank-swapping"].forms_groups
