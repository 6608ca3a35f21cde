"""Comparing methods from the command line: every method that can protect the file."""

from __future__ import annotations

import json

import pytest

from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench


def _compared(bench: Bench, *more: object) -> dict:
    assert bench.run("compare", bench.folder / "recipe.json", "--json", *more) == 0, bench.err
    return json.loads(bench.out)


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """Compare all methods once, on all records; nothing is written into the folder."""
    bench = Bench(tmp_path_factory.mktemp("compared"))
    bench.people()
    bench.recipe()
    before = bench.everything()
    summary = _compared(bench, "--sample", 1_000_000)
    assert bench.everything() == before
    return summary


@pytest.mark.parametrize("way", ["mdav", "t-closeness-first", "insensitive"])
def test_a_row_holds_what_protecting_the_file_that_way_comes_to(bench, compared, way: str) -> None:
    row = next(row for row in compared["rows"] if row["way"] == way)
    bench.release_as(row["method"], "--json")
    protected = json.loads(bench.out)

    losses = [m for m in protected["measures"] if m["name"] == "information-loss"]
    (loss,) = (m["value"] for m in losses if m.get("attribute") is None)
    assert row["k"] == protected["verification"]["k"]
    assert row["t"] == pytest.approx(max(protected["verification"]["t"].values()))
    assert row["information_loss"] == pytest.approx(loss)
    assert row["method"]["k"] == 3


def test_every_row_keeps_the_k_of_the_recipe_and_the_t_it_was_given(compared) -> None:
    for row in compared["rows"]:
        assert row["error"] is None
        if row["way"] not in ("individual-ranking", "univariate-optimal", "rank-swapping"):
            assert row["k"] >= 3
        if row["method"].get("t") is not None and row["method"]["name"] != "mdav":
            assert row["t"] <= row["method"]["t"]


def test_methods_that_cannot_take_part_are_listed_with_the_reason(compared) -> None:
    assert "privacy budget" in compared["left_out"]["dp-laplace"]
    assert "2 columns have that role" in compared["left_out"]["univariate-optimal"]
    assert not {row["way"] for row in compared["rows"]} & set(compared["left_out"])


def test_a_person_reads_a_table_and_the_reasons(bench) -> None:
    assert bench.run("compare", bench.folder / "recipe.json") == 0
    lines = bench.out.splitlines()

    assert " ".join(lines[0].split()) == "Method k t Loss % Linked % Records Seconds"
    assert {"mdav", "v-mdav", "t-merge", "t-k-first"} <= {line.split()[0] for line in lines[1:]}
    assert any(line.startswith("dp-laplace: Spends a privacy budget") for line in lines)


def test_a_sample_is_the_same_each_time(bench) -> None:
    def figures(summary: dict) -> list:
        return [{k: v for k, v in row.items() if k != "seconds"} for row in summary["rows"]]

    summary, repeated = _compared(bench, "--sample", 20), _compared(bench, "--sample", 20)

    assert summary["sample"] == 20
    assert figures(summary) == figures(repeated)
    assert {row["records"] for row in summary["rows"]} == {20}


def test_a_sample_of_all_records_is_no_sample(compared) -> None:
    assert compared["sample"] is None


@pytest.mark.parametrize("size", [1, 0, -5])
def test_a_sample_too_small_is_refused(bench, size: int) -> None:
    assert bench.run("compare", bench.folder / "recipe.json", "--sample", size) == 2
    assert bench.err == f"--sample is {size}. Compare at least 2 records.\n"


def test_status_3_if_no_method_reaches_k(bench) -> None:
    assert bench.run("compare", bench.folder / "recipe.json", "--sample", 2) == 3
    assert "mdav: " in bench.err


def test_a_stratum_of_categories_keeps_no_method_out(bench) -> None:
    """Strata are not masked, so that a method which takes no categories can be used with them."""
    bench.people([[*row, "NS"[i % 2] if i else "AREA"] for i, row in enumerate(PEOPLE)])
    area = {"name": "AREA", "role": "quasi-identifier", "scale": "nominal"}
    bench.recipe(attributes=[*ATTRIBUTES, area], strata=["AREA"])
    found = _compared(bench)

    row = next(row for row in found["rows"] if row["way"] == "best")
    assert row["error"] is None
    assert row["k"] >= 3
    assert "best" not in found["left_out"]
