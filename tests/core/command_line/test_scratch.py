"""Protect, verify and replay with --scratch, as users do: status, sentences and what is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.command_line import main
from core.model import FileKind
from core.pipeline.recipe import dump_project
from tests.core.pipeline.out_of_core.large_files import project_of, write_input
from tests.lanes import in_lane, is_longer_lane
from tests.statuses import READY, WITH_QUESTIONS, WRITTEN

ROOT = Path(__file__).parents[3]
LIMIT = 90
"""Megabytes by which a run may grow that goes through many records in small parts."""
posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits are those of POSIX")


def prepared(folder: Path, records: int = 1200, **settings: object) -> Path:
    """Write input and recipe; return the recipe."""
    write_input(folder / "in.parquet", FileKind.PARQUET, records)
    project = project_of(folder / "in.parquet", **settings)
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps(dump_project(project, folder)), encoding="utf-8")
    (folder / "scratch").mkdir()
    return recipe


def protect(recipe: Path, *more: str) -> list[str]:
    folder = recipe.parent
    scratch = ["--scratch", str(folder / "scratch")]
    return ["protect", str(recipe), "--output", str(folder / "release"), *scratch, *more]


def test_a_release_is_made_and_checked(tmp_path, capsys):
    recipe = prepared(tmp_path)
    assert main(protect(recipe, "--json")) in WRITTEN
    said = json.loads(capsys.readouterr().out)
    assert said["verification"] == {
        "rows": said["result"]["records"],
        "k": said["result"]["k_reached"],
        "t": said["result"]["t_reached"],
        "agrees": True,
    }
    log = next((tmp_path / "release" / "internal").glob("*.internal.json"))
    data, scratch = str(tmp_path / "in.parquet"), str(tmp_path / "scratch")
    assert main(["verify", str(log), "--input", data, "--scratch", scratch]) == 0
    again = ["--output", str(tmp_path / "again"), "--scratch", scratch]
    assert main(["replay", str(log), "--input", data, *again]) == 0
    assert list((tmp_path / "scratch").iterdir()) == []
    text = log.read_text(encoding="utf-8")
    assert '"in-parts"' in text
    assert "scratch" not in text.replace("with a scratch folder", "")


def test_it_is_ready_once_it_is_answered_what_was_not_looked_for(tmp_path, capsys):
    recipe = prepared(tmp_path)
    document = json.loads(recipe.read_text(encoding="utf-8"))
    document["prepare"] = [{"do": "round", "column": "AMOUNT", "to": 10}]
    recipe.write_text(json.dumps(document), encoding="utf-8")
    assert main(protect(recipe, "--json")) == WITH_QUESTIONS
    asked = json.loads(capsys.readouterr().out)["questions"]
    assert "columns that number units of several records" in asked["large-left-out"]
    answer = {"answer": "accepted", "why": "Looked at by hand."}
    document["answers"] = {key: answer for key in asked if key != "large-left-out"}
    recipe.write_text(json.dumps(document), encoding="utf-8")
    assert main(protect(recipe, "--overwrite")) == WITH_QUESTIONS
    said = capsys.readouterr().out
    assert "Verified, but not ready: one caution is not confirmed." in said
    assert "Ready for release" not in said
    assert '"large-left-out": {"answer": "accepted"' in said
    document["answers"] = dict.fromkeys(asked, answer)
    recipe.write_text(json.dumps(document), encoding="utf-8")
    assert main(protect(recipe, "--overwrite")) == READY
    assert "Ready for release" in capsys.readouterr().out
    (log,) = (tmp_path / "release" / "public").glob("*.audit.json")
    found = json.loads(log.read_text(encoding="utf-8"))
    assert found["readiness"] == {"ready": True, "open": 0}
    (entry,) = (one for one in found["cautions"] if one["code"] == "large-left-out")
    assert entry["why"] == "Looked at by hand."
    data, scratch = str(tmp_path / "in.parquet"), str(tmp_path / "scratch")
    assert main(["verify", str(log), "--input", data, "--scratch", scratch]) == 0


def test_one_sentence_says_what_is_not_possible(tmp_path, capsys):
    recipe = prepared(tmp_path)
    document = json.loads(recipe.read_text(encoding="utf-8"))
    document["output"]["kind"] = "xlsx"
    recipe.write_text(json.dumps(document), encoding="utf-8")
    assert main(protect(recipe)) == 2
    said = capsys.readouterr().err.strip()
    wanted = "A run with a scratch folder writes CSV, Parquet or Feather files only."
    assert f"{wanted} Run it without --scratch." in said
    assert not (tmp_path / "release").exists()


def test_a_folder_that_does_not_exist_is_refused(tmp_path, capsys):
    recipe = prepared(tmp_path)
    (tmp_path / "scratch").rmdir()
    assert main(protect(recipe)) == 2
    assert "is not a folder" in capsys.readouterr().err


@posix
def test_a_killed_run_leaves_nothing_that_the_next_does_not_remove(tmp_path):
    recipe = prepared(tmp_path, 60_000, block=2000)
    scratch = tmp_path / "scratch"
    command = [sys.executable, "-m", "core", *protect(recipe)]
    for wanted in ("input-0", "blocks", "clustered") if is_longer_lane() else ("blocks",):
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and not any(scratch.glob(f"*/{wanted}")):
            time.sleep(0.01)
        assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert list(scratch.iterdir()) != []
        assert not (tmp_path / "release").exists()
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    assert ended.returncode in WRITTEN
    assert list(scratch.iterdir()) == []
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"in.parquet", "recipe.json", "scratch", "release"}


@posix
@pytest.mark.longer
def test_a_run_that_is_killed_while_it_writes_parts_names_none_of_them(tmp_path):
    recipe = prepared(tmp_path, 20_000, block=2000)
    document = json.loads(recipe.read_text(encoding="utf-8"))
    document["output"]["part"] = 50
    recipe.write_text(json.dumps(document), encoding="utf-8")
    command = [sys.executable, "-m", "core", *protect(recipe)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and not any(tmp_path.glob(".statveil*/public/*/*.parquet")):
        time.sleep(0.01)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    written = [*tmp_path.glob(".statveil*/public/*/*.parquet")]
    assert 0 < len(written) < 400
    assert not (tmp_path / "release").exists()
    assert list((tmp_path / "scratch").iterdir()) != []
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    assert ended.returncode in WRITTEN
    assert list((tmp_path / "scratch").iterdir()) == []
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"in.parquet", "recipe.json", "scratch", "release"}


@posix
@pytest.mark.parametrize(
    "room",
    [
        pytest.param(1 << 12, marks=pytest.mark.longer),
        1 << 16,
        pytest.param(1 << 18, marks=pytest.mark.longer),
    ],
)
def test_a_full_disk_is_status_four_and_nothing_is_left(tmp_path, room):
    recipe = prepared(tmp_path, 20_000, block=2000)
    code = f"""
import resource, signal, sys
import numba, pyarrow
from core.command_line import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
sys.exit(main({protect(recipe)!r}))
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 4, done.stderr
    assert "full" in done.stderr
    assert list((tmp_path / "scratch").iterdir()) == []
    assert not (tmp_path / "release").exists()


@pytest.mark.longer
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
@pytest.mark.parametrize(
    ("many", "settings"),
    [
        pytest.param(400_000, {"method": "mdav"}, marks=pytest.mark.longer),
        (in_lane(60_000, 200_000), {"method": "t-merge", "t": 0.3}),
    ],
)
def test_memory_does_not_grow_with_the_records(tmp_path, many, settings):
    code = """
import re, sys
from pathlib import Path
from core.jobs import Job
from core.pipeline.out_of_core.large_run import LargeRequest, run_large
from core.pipeline.recipe import open_project
from core.pipeline.seal import new_stamp

def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

for name in ("small", "large"):
    folder = Path(sys.argv[1]) / name
    project = open_project(folder / "recipe.json", None, unfinished=False).project
    request = LargeRequest(folder / "scratch", folder / "release", False, new_stamp, rows=5000)
    before = peak()
    run_large(project, request, Job())
    print(peak() - before, flush=True)
"""
    for name, records in (("small", 20_000), ("large", many)):
        (tmp_path / name).mkdir()
        prepared(tmp_path / name, records, block=5000, **settings)
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    grown = int(done.stdout.split()[-1])
    assert grown < LIMIT
