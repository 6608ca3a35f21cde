"""Private runs with --scratch: the ledger, the claim and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

from core.pipeline.out_of_core import large_seal

from core.command_line import main
from core.pipeline.recipe import dump_project
from tests.core.command_line.test_scratch import protect
from tests.core.pipeline.out_of_core.any_large_file import TREE, write_any
from tests.core.pipeline.out_of_core.test_large_noise import private
from tests.statuses import WRITTEN


def prepared(folder: Path, **parameters: object) -> Path:
    """Write input and recipe; return the recipe."""
    place = folder / "in.parquet"
    write_any(place, 3, 400)
    place.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    mask = ["AMOUNT", "COUNT", "DAY", "GRADE", "PLACE"]
    project = private(place, "dp-individual-ranking", mask, seed=None, k=40, **parameters)
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps(dump_project(project, folder)), encoding="utf-8")
    (folder / "scratch").mkdir()
    return recipe


def test_each_run_is_added_to_the_ledger_and_the_claim_is_said(tmp_path, capsys):
    recipe, ledger = prepared(tmp_path), tmp_path / "ledger.json"
    for spent in (2.0, 4.0):
        status = main(protect(recipe, "--ledger", str(ledger), "--overwrite", "--json"))
        said = json.loads(capsys.readouterr().out)
        assert status == said["status"] == 0
        assert said["result"]["claim_strength"] == "part"
        (runs,) = json.loads(ledger.read_text(encoding="utf-8"))["files"].values()
        assert sum(float(run["epsilon"]) for run in runs) == spent
    log = next((tmp_path / "release" / "internal").glob("*.internal.json"))
    scratch = ["--scratch", str(tmp_path / "scratch")]
    assert main(["verify", str(log), "--input", str(tmp_path / "in.parquet"), *scratch]) == 0


def test_a_release_that_is_not_confirmed_is_not_called_ready(tmp_path, capsys):
    recipe = prepared(tmp_path, guarantee="as-published")
    assert main(protect(recipe)) != 0
    assert "Ready for release" not in capsys.readouterr().out


def test_what_was_spent_stays_in_the_ledger_if_the_release_cannot_be_written(
    tmp_path, capsys, monkeypatch
):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(large_seal, "write_large", full)
    recipe, ledger = prepared(tmp_path), tmp_path / "ledger.json"
    assert main(protect(recipe, "--ledger", str(ledger))) == 4
    assert "ledger" in capsys.readouterr().err
    (runs,) = json.loads(ledger.read_text(encoding="utf-8"))["files"].values()
    assert len(runs) == 1
    assert not (tmp_path / "release").exists()


def test_a_ledger_is_no_hindrance_to_a_method_without_noise(tmp_path):
    recipe, ledger = prepared(tmp_path), tmp_path / "ledger.json"
    document = json.loads(recipe.read_text(encoding="utf-8"))
    document["method"] = {"name": "individual-ranking", "k": 5}
    recipe.write_text(json.dumps(document), encoding="utf-8")
    assert main(protect(recipe, "--ledger", str(ledger))) in WRITTEN
    assert not ledger.exists()
