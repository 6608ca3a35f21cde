"""Damaged project files: opened or refused, in a time and memory that a small file deserves."""

from __future__ import annotations

import copy
import hashlib
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.recipe.project_file import FORMAT
from tests.robustness.fuzzing import Fuzzer
from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.broken_text import BROKEN_TEXT
from tests.robustness.hostile.damage import (
    ANYWHERE,
    NUMBERS,
    TEXTS,
    Raw,
    laid_out,
    odd_value,
    places,
)
from tests.robustness.hostile.forging import chain
from tests.robustness.hostile.people_file import INPUT, write_inputs
from tests.robustness.hostile.running import Ran
from tests.robustness.hostile.sentences import sentence_faults
from tests.robustness.hostile.watched import Watched

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="time and memory of a case are watched with POSIX means"
)

_LABELS = {"label:en": {"zqnurse": "nurse"}, "label:isco-08": {"zqnurse": "2221"}}
_TREE = {
    "column": "JOB",
    "sha256": "0" * 64,
    "nodes": ["all", "zqnurse", "zqdoctor", "zqbaker", "zqcook", "zqclerk"],
    "parents": [[], [0], [0], [0], [0], [0]],
    "labels": _LABELS,
}
_FITTING: dict[str, tuple[Any, ...]] = {
    "confirmed": (["data", "columns"], ["nothing"], "data", ["data"] * 3000, [1]),
    "settled": (["JOB"], ["NOPE"], [], {}, [None]),
    "input_name": (INPUT, "", *TEXTS),
    "input_sha256": ("0" * 64, "", "x", 5, None),
    "input_size": (0, -1, *NUMBERS),
    "format": (FORMAT, "statveil-project/3", "statveil-project/1", None, *NUMBERS),
    "sign_off": (
        *(None, {}, [], "A. Officer", {"public": True}, {"public": 1}, {"name": None}),
        *({"name": text, "remark": text} for text in TEXTS),
        {"name": "\0\n\u202e", "remark": "a" * 5000, "more": 5},
    ),
    "home": (None, "", "/nowhere/x.statveil", "\0", "a" * 5000, "\ud800", 5, "."),
    "edited": (
        *([], [_TREE], [_TREE, _TREE], {}, [None], [{}], [[]], "JOB", [{**_TREE, "column": 5}]),
        *([chain(300)], [chain(5000)], [chain(20_000)], [{**_TREE, "column": "NOPE"}]),
        *([{**_TREE, "parents": parents}] for parents in ([[1], [0]], [[0]] * 6, [[-1]] * 6)),
        *([{**_TREE, "parents": [[9]] * 6}], [{**_TREE, "parents": [[True]] * 6}]),
        *([{**_TREE, "nodes": nodes}] for nodes in (["a"] * 6, [1] * 6, [None] * 6, [[]] * 6)),
        *([{**_TREE, "labels": labels}] for labels in ({"x": 5}, [], {"x": {"a": 5}}, "x")),
        [{**_TREE, "nodes": [str(i) for i in range(60_000)], "parents": [[]] * 60_000}],
        [{**_TREE, "nodes": [str(i) for i in range(2000)], "parents": [list(range(2000))] * 2000}],
    ),
    "more": (1, Raw("[" * 3000 + "]" * 3000)),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("projects")
    write_inputs(folder)
    return folder / "survey.statveil"


def whole_project(project: Path) -> dict[str, Any]:
    content = (project.parent / INPUT).read_bytes()
    section = {
        "format": FORMAT,
        "confirmed": ["data", "columns", "taxonomies"],
        "settled": ["JOB"],
        "input_name": INPUT,
        "input_size": len(content),
        "input_sha256": hashlib.sha256(content).hexdigest(),
        "edited": [copy.deepcopy(_TREE)],
    }
    return {**base_recipes()["categories"], "project": section}


def damaged_project(project: Path, draw: Random) -> bytes:
    document = whole_project(project)
    for _ in range(draw.choice((1, 1, 2, 3))):
        section = document.get("project")
        if isinstance(section, dict) and section and draw.random() < 0.6:
            key = draw.choice(list(_FITTING))
            section[key] = copy.deepcopy(draw.choice(_FITTING[key]))
        elif isinstance(section, dict) and any(True for _ in places(section)):
            draw.choice(ANYWHERE)(section, draw)
        else:
            document["project"] = odd_value(draw)
    content = laid_out(document, plain=draw.random() < 0.8)
    return draw.choice(BROKEN_TEXT)(content, draw) if draw.random() < 0.1 else content


def opened(commands: Watched, project: Path, content: bytes) -> Ran:
    project.write_bytes(content)
    before = sorted(project.parent.iterdir())
    answer = commands.run("open_file", str(project))
    assert sorted(project.parent.iterdir()) == before
    assert project.read_bytes() == content
    return answer.value


def test_the_whole_project_is_opened(commands: Watched, project: Path) -> None:
    content = laid_out(whole_project(project))
    assert opened(commands, project, content)["outcome"] == "opened"


@pytest.mark.timeout(0)
def test_no_project_file_is_a_defect_or_a_burden(
    commands: Watched, project: Path, fuzzer: Fuzzer
) -> None:
    for case in fuzzer.cases(60):
        content = damaged_project(project, case.random)
        try:
            ran = opened(commands, project, content)
            assert ran["status"] in (0, 2), f"{ran}"
            faults = sentence_faults(ran)
            assert not faults, f"sentences: {faults}"
            fuzzer.count(ran["outcome"])
        except Exception as error:
            fuzzer.keep(case, error, {"survey.statveil": content})
    fuzzer.note(commands.told())
    fuzzer.check()
