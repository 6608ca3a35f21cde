"""Taxonomies in logs, projects and files: bounded in size, depth and time."""

from __future__ import annotations

import json
import time

import pytest

from core.log import chain_steps, lay_out
from core.recipe.project_file import FORMAT


def one_sentence(said: str) -> str:
    assert "Traceback" not in said, said
    assert len(said.strip().splitlines()) == 1, said
    return said


def chain_of(count: int) -> dict[str, object]:
    """Return a taxonomy, as logs and projects hold it, with each category below the last."""
    nodes = [f"n{i}" for i in range(count)]
    parents = [[i - 1] if i else [] for i in range(count)]
    return {"column": "AGE", "sha256": "", "nodes": nodes, "parents": parents}


@pytest.mark.parametrize(
    ("count", "said"),
    [pytest.param(20_000, "250", marks=pytest.mark.longer), (100_001, "100,000")],
)
def test_a_tree_in_a_log_is_bounded_as_a_file_is(released, count: int, said: str) -> None:
    log = released.log()
    document = json.loads(log.read_text())
    del document["seal"]
    document["taxonomies"] = [chain_of(count)]
    log.write_bytes(lay_out(chain_steps(document)))
    began = time.process_time()

    assert released.run("verify", log) == 2

    assert time.process_time() - began < 10
    assert said in one_sentence(released.err)


@pytest.mark.parametrize(
    ("count", "said"),
    [(20_000, "250"), pytest.param(100_001, "100,000", marks=pytest.mark.longer)],
)
def test_a_tree_in_a_project_is_bounded_as_a_file_is(bench, count: int, said: str) -> None:
    path = bench.recipe(project={"format": FORMAT, "edited": [chain_of(count)]})
    began = time.process_time()

    assert bench.run("protect", path, "--output", bench.release) == 2

    assert time.process_time() - began < 10
    assert said in one_sentence(bench.err)


def test_a_tree_in_a_file_that_is_one_long_chain_is_refused_soon(bench) -> None:
    rows = ["category,parent", "n0,", *(f"n{i},n{i - 1}" for i in range(1, 20_000))]
    (bench.folder / "tree.csv").write_text("\n".join(rows) + "\n")
    attributes = json.loads((bench.folder / "recipe.json").read_text())["attributes"]
    attributes[4] |= {"role": "quasi-identifier", "scale": "nominal", "taxonomy": "tree.csv"}
    bench.recipe(attributes=attributes)
    began = time.process_time()

    assert bench.protect() == 2

    assert time.process_time() - began < 10
    assert "250" in one_sentence(bench.err)


@pytest.mark.parametrize(
    "entry",
    [
        {"nodes": ["a", "a"], "parents": [[], [0]]},
        {"nodes": ["a", "b"], "parents": [[], [-2]]},
        {"nodes": ["a", "b"], "parents": [[], [True]]},
        {"nodes": ["a", "b"], "parents": [[], [0.0]]},
        {"nodes": [1, 2], "parents": [[], [0]]},
        {"nodes": ["a", "b"], "parents": [[], [0]], "sha256": 7},
        {"nodes": ["a", "b"], "parents": [[], [0]], "labels": ["en"]},
        {"nodes": ["a", "b"], "parents": [[], [0]], "labels": {"en": {"a": 3}}},
    ],
)
def test_a_tree_in_a_project_that_makes_no_sense_is_refused(bench, entry) -> None:
    edited = {"column": "AGE", "sha256": "", **entry}
    path = bench.recipe(project={"format": FORMAT, "edited": [edited]})

    assert bench.run("protect", path, "--output", bench.release) == 2
    assert one_sentence(bench.err)
