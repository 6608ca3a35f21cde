"""What narrows masked values down stays in the internal half."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.command_line import main
from core.log import chain_steps
from tests.log_words import claim_words
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

P13 = {"columns": ["TURNOVER"], "rule": "p-percent", "p": 13}
RARE = {"do": "rare", "column": "TOWN", "fewer_than": 3, "into": "Other"}


def firms(n_incomplete: int = 0) -> list[list[object]]:
    random = Random(7)
    rows: list[list[object]] = [
        [random.randint(18, 90), round(random.lognormvariate(6, 0.4), 1), random.choice("ab")]
        for _ in range(200)
    ]
    rows[0][2] = "Tinytown"
    return [*rows, *(["", 5.0, "a"] for _ in range(n_incomplete))]


def protect(folder: Path, rows: Sequence[Sequence[object]], **settings: object) -> dict[str, Any]:
    """Release firms; return the public log."""
    folder.mkdir(exist_ok=True)
    with (folder / "firms.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["AGE", "TURNOVER", "TOWN"], *rows])
    recipe = {
        "format": "statveil-recipe/2",
        "unit": "record",
        "missing": "leave-out",
        "keep_order": True,
        "method": {"name": "mdav", "k": 5},
        "output": {"kind": "csv", "name": "out"},
        "input": {"path": "firms.csv", "kind": "csv"},
        "attributes": [
            {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "TURNOVER", "role": "quasi-identifier", "scale": "continuous"},
            {"name": "TOWN", "role": "other"},
        ],
        **settings,
    }
    (folder / "r.json").write_text(json.dumps(recipe), encoding="utf-8")
    assert main(["protect", str(folder / "r.json"), "--output", str(folder / "out")]) in WRITTEN
    return read(public_log(folder))


def read(path: Path) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return log


def public_log(folder: Path) -> Path:
    return folder / "out/public/out.audit.json"


def public_words(folder: Path) -> str:
    """Read log and report of the public half."""
    return public_log(folder).read_text("utf-8") + page(folder / "out/public/out.report.html")


def page(path: Path) -> str:
    return path.read_text("utf-8").replace("\xa0", " ")


def unchecked(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    capsys.readouterr()
    assert main(["verify", *command]) == 0
    return capsys.readouterr().out


def test_a_dominance_rule_is_claimed_without_its_numbers(tmp_path: Path, capsys) -> None:
    log = protect(tmp_path, firms(), dominance=P13)
    words = public_words(tmp_path)
    assert "dominance" not in log["recipe"]
    assert {"column": "TURNOVER", "setting": "dominance"} in log["omitted"]
    assert "the amounts in TURNOVER satisfy a dominance rule" in claim_words(log)
    assert not any(said in words for said in ("p-percent", "p% rule", "13 %", "13.0"))
    internal = tmp_path / "out/internal"
    assert "to within 13 % (p% rule)" in page(internal / "out.report.html")
    original = ("--input", str(tmp_path / "firms.csv"))
    assert "the dominance rule on TURNOVER" in unchecked(capsys, str(public_log(tmp_path)))
    assert "the dominance rule" in unchecked(capsys, str(public_log(tmp_path)), *original)
    assert "dominance" not in unchecked(capsys, str(internal / "out.internal.json"), *original)


def test_the_numbers_of_a_rule_cannot_be_tried_out(tmp_path: Path) -> None:
    """Logs of runs that differ in p alone, and give the same records, are the same."""
    logs = [
        protect(tmp_path / str(p), firms(), dominance={**P13, "p": p}, keep_order=True)
        for p in (1, 2)
    ]
    assert without_chance(logs[0]) == without_chance(logs[1])


def without_chance(log: Mapping[str, Any]) -> Mapping[str, object]:
    """Seal a log again as if it had been made at no time, under no salt, without its report."""
    steps = [{key: step[key] for key in ("name", "counts")} for step in log["steps"]]
    body = {key: value for key, value in log.items() if key not in ("seal", "started", "finished")}
    source = {key: value for key, value in log["input"].items() if key != "commitment"}
    return chain_steps({**body, "steps": steps, "input": source, "files": log["files"][:1]})


def test_a_rule_that_the_internal_log_changes_is_found(tmp_path: Path) -> None:
    protect(tmp_path, firms(), dominance=P13)
    path = tmp_path / "out/internal/out.internal.json"
    log = read(path)
    log["recipe"]["dominance"]["p"] = 14
    path.write_bytes(log_bytes(resealed(log)))
    assert main(["verify", str(path), "--input", str(tmp_path / "firms.csv")]) == 3


def test_how_rare_joined_categories_were_is_not_told(tmp_path: Path) -> None:
    log = protect(tmp_path, firms(), prepare=[RARE])
    assert log["recipe"]["prepare"] == [{"do": "group", "column": "TOWN", "into": {}}]
    words = public_words(tmp_path)
    assert "TOWN: categories joined" in words
    assert "fewer_than" not in words


@pytest.mark.parametrize(
    "method", [{"name": "best", "k": 5, "seed": 4711, "moves": 200}, {"name": "best", "k": 5}]
)
def test_no_seed_is_told(method: Mapping[str, object], tmp_path: Path) -> None:
    log = protect(tmp_path, firms()[:40], method={**method, "moves": 200})
    assert "seed" not in log["recipe"]["method"]
    assert {"column": None, "setting": "seed"} in log["omitted"]
    assert "4711" not in public_words(tmp_path)
    assert main(["verify", str(public_log(tmp_path)), "--input", str(tmp_path / "firms.csv")]) == 0


def test_a_swap_cannot_be_repeated_from_the_public_log(tmp_path: Path) -> None:
    log = protect(tmp_path, firms()[:40], method={"name": "rank-swapping", "p": 10})
    assert {"column": None, "setting": "secret_seed"} in log["omitted"]
    assert main(["verify", str(public_log(tmp_path)), "--input", str(tmp_path / "firms.csv")]) == 0


@pytest.mark.parametrize(
    ("n_incomplete", "is_told"), [(1, False), (4, False), (5, True), (0, True)]
)
def test_few_records_left_out_are_not_counted_in_public(
    n_incomplete: int, is_told: bool, tmp_path: Path
) -> None:
    log = protect(tmp_path, firms(n_incomplete))
    assert log["input"].get("rows") == (200 + n_incomplete if is_told else None)
    assert log["result"].get("left_out") == (n_incomplete if is_told else None)
    assert [step["counts"].get("rows") for step in log["steps"] if step["name"] == "read"] == [
        200 + n_incomplete if is_told else None
    ]
    internal = read(tmp_path / "out/internal/out.internal.json")
    assert internal["result"]["left_out"] == n_incomplete
    for path in (public_log(tmp_path), tmp_path / "out/internal/out.internal.json"):
        assert main(["verify", str(path), "--input", str(tmp_path / "firms.csv")]) == 0
    assert (f"of {200 + n_incomplete} in the input" in public_words(tmp_path)) is is_told


def test_a_code_that_is_an_amount_is_not_told(tmp_path: Path) -> None:
    rows = [[age, 987654.5 if i == 0 else -9 if i < 6 else x, town]
            for i, (age, x, town) in enumerate(firms())]  # fmt: skip
    source = {"path": "firms.csv", "kind": "csv", "options": {"missing": ["", "-9", "987654.5"]}}
    log = protect(tmp_path, rows, input=source, missing="leave-out")
    assert log["recipe"]["input"]["options"]["missing"] == ["", "-9"]
    assert {"column": None, "setting": "missing"} in log["omitted"]
    assert "987654" not in public_words(tmp_path)
