"""The figures that users will probably compute, against pandas; and what the logs say of them."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.command_line import main
from core.encode.drawn_records import draw_records
from core.measure.figures.student import student_quantile
from core.pipeline import run_figures
from tests.core.command_line.attacker import SAMPLES, sample_recipe
from tests.oracles.usual_figures import Figure, File, Side, half_intervals_off, is_kept
from tests.robustness.hostile.forged_releases import forge
from tests.statuses import WRITTEN

# Of firms the ordinary lane judges the figures of a sample.
FILES = [pytest.param("business_survey", marks=pytest.mark.longer), "household_members"]


@dataclass
class Sealed:
    """A release with its folder, its logs, and the files as pandas reads them."""

    name: str
    folder: Path

    def log(self, half: str) -> dict:
        kind = {"public": "audit", "internal": "internal"}[half]
        place = self.folder / half / f"{self.name}_protected.{kind}.json"
        return json.loads(place.read_text("utf-8"))

    def file(self, positions: np.ndarray | None = None) -> File:
        """Read both sides, or some records of them, by the recipe's roles and scales."""
        recipe = sample_recipe(self.name)
        path = SAMPLES / f"{self.name}.csv"
        released = self.folder / "public" / f"{self.name}_protected.csv"
        missing = recipe["input"]["options"]["missing"]
        frames = [
            pd.read_csv(p, dtype=str, keep_default_na=False, na_values=[*missing, ""])
            for p in (path, released)
        ]
        roles = {a["name"]: a for a in recipe["attributes"]}
        out = ("identifier", "drop", "link")
        kept = {n: a for n, a in roles.items() if a["role"] not in out and "scale" in a}
        amounts = {n for n, a in kept.items() if a["scale"] in ("continuous", "integer")}
        orders = {n: a["order"] for n, a in kept.items() if "order" in a}
        unit = recipe.get("unit", {}).get("id")
        sides = []
        for frame in frames:
            table = frame if positions is None else frame.iloc[positions]
            typed = table[[*kept]].astype(dict.fromkeys(amounts, float))
            weight = recipe.get("weight")
            weights = np.ones(len(table)) if weight is None else table[weight].to_numpy(float)
            # The records of a release in the file's order have the units of the original.
            units = np.arange(len(table)) if unit is None else frames[0][unit][table.index]
            sides.append(
                Side(
                    typed.reset_index(drop=True), weights, np.array(units), student_quantile, orders
                )
            )
        numbers = {
            n: (kept[n]["scale"] == "continuous", kept[n]["role"] == "confidential")
            for n in kept
            if n in amounts
        }
        few = {
            n: a["role"] == "quasi-identifier"
            for n, a in kept.items()
            if n not in amounts and sides[0].frame[n].nunique() <= 20
        }
        return File(*sides, numbers, few)


def protect(name: str, folder: Path) -> Sealed:
    """Protect a sample in the file's order, so that its records can be drawn from both files."""
    recipe = {**sample_recipe(name), "keep_order": True}
    (folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    command = ["protect", str(folder / "recipe.json"), "--output", str(folder / "out")]
    assert main(command) in WRITTEN
    return Sealed(name, folder / "out")


@pytest.fixture(scope="module", params=FILES)
def sealed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    return protect(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="module")
def judged(sealed: Sealed) -> list[tuple[tuple, Figure, Figure]]:
    return list(sealed.file().judged(5))


def counts(judged: list[tuple[tuple, Figure, Figure]]) -> dict[str, int]:
    verdicts = [is_kept(original, released) for _, original, released in judged]
    inside, close = (sum(verdict[i] for verdict in verdicts) for i in (0, 1))
    return {"counted": len(judged), "inside": inside, "close": close}


def test_the_counts_are_those_of_pandas(sealed: Sealed, judged: list) -> None:
    usual = sealed.log("internal")["usual"]
    assert (usual["is_sample"], usual["least"]) == (False, 5)
    assert usual["records"] == len(sealed.file().original.frame)
    assert usual["kept"] == counts(judged)


def test_the_worst_ten_are_those_of_pandas(sealed: Sealed, judged: list) -> None:
    worst = sealed.log("internal")["usual"]["worst"]
    lost = [half_intervals_off(a, b) for _, a, b in judged if not is_kept(a, b)[1]]
    expected = sorted(lost, reverse=True)[:10]
    assert len(worst) == 10
    stated = [(entry["value"]["original"], entry["value"]["released"]) for entry in worst]
    distances = []
    for original, released in stated:
        half = (original["high"] - original["low"]) / 2
        change = abs(released["value"] - original["value"])
        distances.append(change / half if half else np.inf)
    assert distances == pytest.approx(expected, rel=1e-6)
    values = {round(a.value, 6) for _, a, _ in judged}
    assert {round(original["value"], 6) for original, _ in stated} <= values


@pytest.mark.usefixtures("usual_office")
@pytest.mark.parametrize("limit", [0.05, pytest.param(0.5, marks=pytest.mark.longer)])
def test_figures_outside_the_interval_are_one_question(tmp_path: Path, limit: float) -> None:
    recipe = sample_recipe("business_survey")
    recipe["profile"] = {"name": "scientific", "limits": {"outside": limit}}
    recipe["answers"] = {}
    (tmp_path / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    command = ["protect", str(tmp_path / "recipe.json"), "--output", str(tmp_path / "out")]
    assert main(command) in WRITTEN
    log = Sealed("business_survey", tmp_path / "out").log("internal")
    kept = log["usual"]["kept"]
    n_outside = kept["counted"] - kept["inside"]
    (row,) = (row for row in log["checklist"] if row["row"] == "figures-lost")
    assert row["figure"] == round(100 * n_outside / kept["counted"], 1)
    assert row["outcome"] == ("open" if row["figure"] > 100 * limit else "held")
    # The two questions that it replaces.
    assert not {"variance-lost", "correlation-moved"} & {row["row"] for row in log["checklist"]}
    outside = [worst for worst in log["usual"]["worst"] if not worst["value"]["inside"]]
    if row["outcome"] == "open":
        assert row["params"]["count"] == n_outside
        named = [json.loads(entry) for entry in row["params"]["figures"]]
        assert named == [*{json.dumps(w["figure"]): w["figure"] for w in outside}.values()]


def test_public_states_tens_of_per_cent_of_what_no_unit_makes_up(
    sealed: Sealed, judged: list
) -> None:
    public, internal = sealed.log("public"), sealed.log("internal")
    hidden = set(internal["not_stated"])
    stated = [
        (name, a, b)
        for name, a, b in judged
        if a.heaviest <= 0.03 and hidden.isdisjoint(json.dumps(name).split('"'))
    ]
    assert public["usual"] == internal["usual"]["published"]
    of_these = counts(stated)
    assert 30 <= of_these["counted"] < len(judged)
    for share in ("inside", "close"):
        per_cent = 100 * of_these[share] / of_these["counted"]
        assert public["usual"][share] % 10 == 0
        assert abs(public["usual"][share] - per_cent) <= 5


def keep_more(log: dict) -> None:
    """Say in either log that more figures are kept."""
    usual = log["usual"]
    if "published" in usual:
        usual["kept"]["close"] += 1
        usual = usual["published"]
    usual["close"] += 10


def test_a_count_forged_in_both_logs_is_found(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(sealed.folder, copy)
    stem = f"{sealed.name}_protected"
    forge(copy, keep_more, (f"public/{stem}.audit.json", f"internal/{stem}.internal.json"))
    command = ["verify", str(copy / f"internal/{stem}.internal.json")]
    assert main([*command, "--input", str(SAMPLES / f"{sealed.name}.csv")]) == 3
    said = capsys.readouterr().err
    assert "of the figures that users will probably compute the log states" in said.lower()
    assert "usual.kept.close" in said


def test_of_a_long_file_a_sample_of_whole_units_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_figures, "MOST_RECORDS", 500)
    drawn = protect("household_members", tmp_path)
    usual = drawn.log("internal")["usual"]
    households = pd.read_csv(SAMPLES / "household_members.csv")["HOUSEHOLD_ID"]
    units = pd.factorize(households)[0]
    positions = draw_records(len(units), 500, units)
    assert usual["is_sample"]
    assert usual["records"] == len(positions) == np.isin(units, units[positions]).sum()
    assert usual["kept"] == counts(list(drawn.file(positions).judged(5)))
    report = (drawn.folder / "internal" / "household_members_protected.report.html").read_text()
    assert "(from a sample of the records)" in report
