"""The same bytes, whether threads or a cluster compute the blocks."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from core.command_line import main
from core.errors import Problem, Refused
from core.jobs.cluster.dask_engine import DaskEngine
from core.table import spool
from tests.core.command_line.blocks import skewed_file
from tests.core.command_line.blocks.skewed_file import log_of, released, write_file, write_recipe
from tests.core.command_line.loaded_program import LoadedProgram
from tests.core.jobs.cluster.certificates import certificates
from tests.core.jobs.cluster.loopback import loopback
from tests.statuses import WRITTEN


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("firms")
    write_file(made, rows=1600)
    write_recipe(made, block=200)
    assert (
        main(["protect", str(made / "recipe.json"), "--output", str(made / "threads")]) in WRITTEN
    )
    return made


def protect(folder: Path, name: str, *more: str) -> Path:
    output = folder / name
    recipe = str(folder / "recipe.json")
    assert main(["protect", recipe, "--output", str(output), *more]) in WRITTEN
    return output


def said(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """Return the sentence with which a run is refused; nothing is left of it."""
    output = folder / "refused"
    assert main(["protect", str(folder / "recipe.json"), "--output", str(output), *more]) == 2
    assert not output.exists()
    return capsys.readouterr().err.strip()


def test_threads_compute_them_without_a_connection(folder: Path) -> None:
    assert skewed_file.smallest_group(folder / "threads") >= skewed_file.K
    assert "network" not in log_of(folder / "threads")


KILLING = """
import os, sys
from core.jobs.cluster.dask_engine import DaskEngine
from core.starting import start
compute = DaskEngine.map
def kill_and_map(engine, *given):
    os.kill(int(sys.argv[1]), 9)
    return compute(engine, *given)
DaskEngine.map = kill_and_map
sys.exit(start(sys.argv[2:]))
"""


def test_a_cluster_gives_the_same_bytes_though_a_worker_dies_and_its_end_is_one_sentence(
    program: LoadedProgram, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = certificates(tmp_path / "keys")
    tls = [
        *("--tls-ca", str(keys.ca)),
        *("--tls-cert", str(keys.certificate)),
        *("--tls-key", str(keys.key)),
        # As openssl prints it.
        *("--tls-fingerprint", f"sha256 Fingerprint={keys.fingerprint.upper()}"),
    ]
    with loopback(tmp_path / "cluster", keys) as running:
        fetch, killed = DaskEngine._reply, running.workers[0]

        def kill_and_fetch(engine: DaskEngine, future: Any) -> object:
            # Some blocks are done; others are at the worker that is killed, or on their way.
            if killed.poll() is None:
                killed.kill()
                killed.wait()
                raise Refused(Problem("cluster-lost"))
            return fetch(engine, future)

        monkeypatch.setattr(DaskEngine, "_reply", kill_and_fetch)
        output = protect(folder, "cluster", "--scheduler", running.address, *tls)
        log = str(output / "internal" / "out.internal.json")
        data = str(folder / "firms.csv")
        place = ["--scheduler", running.address, *tls]
        monkeypatch.setattr(spool, "LEAST_BYTES", 1)
        assert main(["verify", log, "--input", data, *place, "--scratch", str(tmp_path)]) == 0
        lost = tmp_path / "lost"
        run = ["protect", folder / "recipe.json", "--output", lost, *place]
        ended = program.run([running.scheduler.pid, *run], KILLING)

    assert ended.status == 2
    sentence = "The connection to the scheduler was lost, so the run ended. Nothing was written."
    assert ended.err.strip() == sentence
    assert not lost.exists()
    assert killed.returncode == -signal.SIGKILL
    assert released(output) == released(folder / "threads")
    assert log_of(output)["network"] == "scheduler"
    sentence = "A Dask cluster computed the blocks, over encrypted connections."
    (report,) = (output / "internal").glob("*.report.html")
    assert sentence in report.read_text(encoding="utf-8")
    assert sentence not in (output / "public" / "out.report.html").read_text(encoding="utf-8")
    again = tmp_path / "again"
    assert main(["replay", log, "--input", data, "--output", str(again)]) == 0
    assert released(again) == released(output)
    assert (again / "internal/out.internal.json").read_bytes() == Path(log).read_bytes()


def test_a_recipe_without_blocks_refuses_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_file(tmp_path, rows=60)
    write_recipe(tmp_path, block=None)

    assert "no “scale”" in said(tmp_path, capsys, *SCHEDULER, *TLS, "0" * 64)


SCHEDULER = ["--scheduler", "tls://127.0.0.1:1"]
TLS = ["--tls-ca", "a.pem", "--tls-cert", "b.pem", "--tls-key", "c.pem", "--tls-fingerprint"]
ALL_NEEDED = (
    "--scheduler needs --tls-ca, --tls-cert, --tls-key and --tls-fingerprint, and these need "
    "--scheduler."
)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (SCHEDULER, ALL_NEEDED),
        (["--tls-ca", "ca.pem"], ALL_NEEDED),
        (
            [*SCHEDULER, *TLS, "12:34"],
            "--tls-fingerprint must be the SHA-256 of the scheduler’s certificate: 64 hexadecimal "
            "digits, with or without colons.",
        ),
    ],
)
def test_incomplete_options_are_refused(
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
    given = [str(tmp_path / "missing.json"), *SCHEDULER, *TLS, "0" * 64]
    given += [] if command == "verify" else ["--output", str(tmp_path / "out")]
    given += ["--input", "missing.csv"] if command == "replay" else []

    assert main([command, *given]) == 2
    sentence = capsys.readouterr().err
    assert "--scheduler needs Dask, which is not installed here. Leave it out: " in sentence
    # What it points to is there.
    assert main(["manual", "command-line"]) == 0
    page = capsys.readouterr().out
    assert "“statveil manual command-line”" in sentence
    assert "packages" in page.split("## Clusters")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    ("scale", "sentence"),
    [
        (
            {"block": 29},
            "A block (“scale.block”) must have at least 30 records, so that it holds 10 groups of",
        ),
        ({"block": 0}, "“scale.block” must be a whole number from 1"),
        ({"block": -1}, "“scale.block” must be a whole number"),
        ({"block": "many"}, "“scale.block” must be a whole number"),
        ({}, "“scale.block” is missing"),
        ({"block": 800, "blocks": 3}, "“scale.blocks” is not a key that a recipe may have."),
        (800, "“scale” must be an object in braces."),
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
    write_file(tmp_path, rows=120)
    write_recipe(tmp_path, block=40)

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
