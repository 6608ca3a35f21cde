"""The same bytes, whether threads, processes or a cluster compute the blocks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import psutil
import pytest

from core.command_line import main
from core.jobs.cluster.folder_engine import FolderEngine
from tests.core.command_line.blocks.skewed_file import (
    K,
    log_of,
    released,
    smallest_group,
    write_file,
    write_recipe,
)
from tests.core.jobs.cluster.certificates import certificates
from tests.core.jobs.cluster.loopback import loopback
from tests.statuses import WRITTEN

LONGER = pytest.mark.longer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("firms")
    write_file(made)
    write_recipe(made)
    assert (
        main(["protect", str(made / "recipe.json"), "--output", str(made / "threads")]) in WRITTEN
    )
    return made


def protect(folder: Path, name: str, *more: str) -> Path:
    output = folder / name
    recipe = str(folder / "recipe.json")
    assert main(["protect", recipe, "--output", str(output), *more]) in WRITTEN
    return output


@pytest.fixture(scope="module")
def of_two_workers(folder: Path) -> Path:
    return protect(folder, "workers-2", "--workers", "2")


def said(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """Return the sentence with which a run is refused; nothing is left of it."""
    output = folder / "refused"
    assert main(["protect", str(folder / "recipe.json"), "--output", str(output), *more]) == 2
    assert not output.exists()
    return capsys.readouterr().err.strip()


def test_threads_compute_them_without_a_connection(folder: Path) -> None:
    assert smallest_group(folder / "threads") >= K
    assert "network" not in log_of(folder / "threads")


@pytest.mark.parametrize("count", [pytest.param(1, marks=LONGER), 2, pytest.param(4, marks=LONGER)])
def test_processes_give_the_same_bytes(folder: Path, of_two_workers: Path, count: int) -> None:
    output = of_two_workers
    if count != 2:
        output = protect(folder, f"workers-{count}", "--workers", str(count))

    assert released(output) == released(folder / "threads")
    assert log_of(output)["network"] == "workers"
    said = "Processes of the same computer computed the blocks, over encrypted connections"
    (report,) = (output / "internal").glob("*.report.html")
    assert said in report.read_text(encoding="utf-8")
    assert said not in (output / "public" / "out.report.html").read_text(encoding="utf-8")


@LONGER
def test_strata_in_blocks_give_the_same_bytes(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    lines = [
        f"{'NS'[at % 2]},{a:.2f},{b:.2f},{c:.2f}"
        for at, (a, b, c) in enumerate(rng.lognormal(5, 1, (2_000, 3)))
    ]
    (tmp_path / "strata.csv").write_text("\n".join(["PART,A,B,PAY", *lines]) + "\n")
    quasi = {"role": "quasi-identifier", "scale": "continuous"}
    attributes = [
        {"name": "PART", "role": "quasi-identifier", "scale": "nominal"},
        {"name": "A", **quasi},
        {"name": "B", **quasi},
        {"name": "PAY", "role": "confidential", "scale": "continuous"},
    ]
    given = {"path": "strata.csv", "kind": "csv"}
    write_recipe(tmp_path, 200, input=given, attributes=attributes, strata=["PART"])

    threads, workers = protect(tmp_path, "one"), protect(tmp_path, "two", "--workers", "2")
    assert released(threads) == released(workers)


@LONGER
def test_a_killed_process_changes_no_byte(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    compute = FolderEngine.map

    def map_and_kill(engine: FolderEngine, *given: Any) -> Iterator[object]:
        if not killed:
            killed.append(min(engine.client.run(os.getpid).values()))
            Timer(0.05, os.kill, (killed[0], signal.SIGKILL)).start()
        return compute(engine, *given)

    monkeypatch.setattr(FolderEngine, "map", map_and_kill)
    output = protect(folder, "killed", "--workers", "2")

    assert len(killed) == 1
    assert not psutil.pid_exists(killed[0])
    assert released(output) == released(folder / "threads")


KILLING = """
import os, sys
from core.command_line import main
from core.jobs.cluster.dask_engine import DaskEngine
compute = DaskEngine.map
def kill_and_map(engine, *given):
    os.kill(int(sys.argv[1]), 9)
    return compute(engine, *given)
DaskEngine.map = kill_and_map
sys.exit(main(sys.argv[2:]))
"""


def test_a_cluster_gives_the_same_bytes_and_its_end_is_one_sentence(
    folder: Path, tmp_path: Path
) -> None:
    keys = certificates(tmp_path / "keys")
    tls = ["--tls-ca", keys.ca, "--tls-cert", keys.certificate, "--tls-key", keys.key]
    lost = tmp_path / "lost"
    with loopback(tmp_path / "cluster", keys) as running:
        place = ["--scheduler", running.address, *map(str, tls)]
        output = protect(folder, "cluster", *place)
        run = ["protect", folder / "recipe.json", "--output", lost, *place]
        command = [sys.executable, "-c", KILLING, running.scheduler.pid, *run]
        ended = subprocess.run(map(str, command), capture_output=True, text=True, check=False)

    assert released(output) == released(folder / "threads")
    assert log_of(output)["network"] == "scheduler"
    assert ended.returncode == 2
    said = "The connection to the scheduler was lost, so the run ended. Nothing was written."
    assert ended.stderr.strip() == said
    assert not lost.exists()


@pytest.mark.parametrize("more", [[], pytest.param(["--workers", "2"], marks=LONGER)])
def test_a_release_of_workers_is_verified_and_replayed_anywhere(
    folder: Path,
    tmp_path: Path,
    of_two_workers: Path,
    more: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = of_two_workers
    log = str(output / "internal" / "out.internal.json")
    data = str(folder / "firms.csv")

    assert main(["verify", log, "--input", data, *more]) == 0, capsys.readouterr().err
    replay = ["replay", log, "--input", data, "--output", str(tmp_path / "again"), *more]
    assert main(replay) == 0, capsys.readouterr().err
    assert released(tmp_path / "again") == released(output)
    assert (tmp_path / "again/internal/out.internal.json").read_bytes() == Path(log).read_bytes()


def test_a_recipe_without_blocks_refuses_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_file(tmp_path, rows=60)
    write_recipe(tmp_path, block=None)

    assert "no “scale”" in said(tmp_path, capsys, "--workers", "2")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--workers", "0"], "--workers must be a whole number from 1 to 1,000."),
        (
            ["--scheduler", "tls://127.0.0.1:1"],
            "--scheduler needs --tls-ca, --tls-cert and --tls-key, and these need --scheduler.",
        ),
        (
            ["--tls-ca", "ca.pem"],
            "--scheduler needs --tls-ca, --tls-cert and --tls-key, and these need --scheduler.",
        ),
        (
            ["--workers", "2", "--scheduler", "tls://127.0.0.1:1"],
            "Choose either --workers or --scheduler, not both.",
        ),
    ],
)
def test_contradictory_places_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], more: list[str], sentence: str
) -> None:
    assert said(folder, capsys, *more) == sentence


@pytest.mark.parametrize("command", ["protect", "verify", "replay"])
def test_without_dask_it_is_said_what_to_do_before_a_file_is_read(
    tmp_path: Path,
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.jobs.cluster.engine_opening.find_spec", lambda _: None)
    given = [str(tmp_path / "missing.json"), "--workers", "2"]
    given += [] if command == "verify" else ["--output", str(tmp_path / "out")]
    given += ["--input", "missing.csv"] if command == "replay" else []

    assert main([command, *given]) == 2
    sentence = capsys.readouterr().err
    assert "need Dask, which is not installed here. Leave them out: " in sentence
    # What it points to is there.
    assert main(["manual", "command-line"]) == 0
    page = capsys.readouterr().out
    assert "“statveil manual command-line”" in sentence
    assert "packages" in page.split("## Workers")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    ("scale", "sentence"),
    [
        ({"block": 29}, "“scale.block” must be at least 30, so that a block holds 10 groups of k"),
        ({"block": 0}, "“scale.block” must be at least 30"),
        ({"block": -1}, "“scale.block” must be a whole number"),
        ({"block": "many"}, "“scale.block” must be a whole number"),
        ({}, "“scale.block” must be a whole number"),
        ({"block": 800, "blocks": 3}, "“scale.blocks” is not a key that a recipe may have."),
        (800, "“scale” is missing or is not an object in braces."),
    ],
)
def test_a_wrong_scale_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scale: object, sentence: str
) -> None:
    write_file(tmp_path, rows=100)
    write_recipe(tmp_path, block=None, scale=scale)

    assert said(tmp_path, capsys).startswith(sentence)


def test_a_comparison_of_a_recipe_with_blocks_has_the_methods_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_file(tmp_path, rows=400)
    write_recipe(tmp_path, block=100)

    assert main(["compare", str(tmp_path / "recipe.json"), "--json"]) == 0
    rows = {row["way"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert {"mdav", "individual-ranking", "insensitive"} <= rows.keys()
    assert [way for way, row in rows.items() if row["error"]] == []


@pytest.mark.parametrize(
    "method",
    [{"name": "individual-ranking", "k": 3}, {"name": "insensitive", "k": 3, "epsilon": 1}],
)
def test_a_method_that_has_no_blocks_refuses_a_scale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], method: dict[str, object]
) -> None:
    write_file(tmp_path, rows=100)
    write_recipe(tmp_path, method=method)

    sentence = said(tmp_path, capsys)
    assert f"The method {method['name']} cannot protect a file in blocks." in sentence
