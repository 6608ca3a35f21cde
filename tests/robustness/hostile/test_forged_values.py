"""Logs whose hash chain is right: half signs, sizes that no file has, layouts of no date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.people_file import INPUT, write_inputs
from tests.robustness.hostile.running import run
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("values")
    write_inputs(folder)
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps(base_recipes()["mdav"]))
    assert run("protect", str(recipe), "--output", str(folder / "out"))["status"] in WRITTEN
    return folder / "out"


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release with dates that can be read with the layout in its log alone."""
    folder = tmp_path_factory.mktemp("dated")
    rows = [f"{20 + i % 9},0{1 + i % 7}/0{1 + i % 5}/2020" for i in range(30)]
    (folder / "days.csv").write_text("\n".join(["AGE,DAY", *rows]) + "\n")
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": "days.csv", "kind": "csv", "options": {"dates": "%d/%m/%Y"}},
        "attributes": [
            {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "DAY", "role": "other"},
        ],
        "method": {"name": "mdav", "k": 3},
        "output": {"kind": "csv", "name": "released"},
    }
    (folder / "recipe.json").write_text(json.dumps(recipe))
    ran = run("protect", str(folder / "recipe.json"), "--output", str(folder / "out"))
    assert ran["status"] in WRITTEN, ran["err"]
    return folder / "out"


@pytest.mark.parametrize("half", ["\ud800", "in\udcff.csv"])
@pytest.mark.parametrize("key", ["path", "taxonomy", "home", "input_name"])
@pytest.mark.parametrize(
    "section", ["recipe", "input", "program", "result", "verification", "anything"]
)
def test_half_a_sign_in_a_log_is_refused_whatever_names_a_file_elsewhere(
    release: Path, section: str, key: str, half: str
) -> None:
    """A recipe may name a file whose name is no text; a log never does."""
    path = release / "public/released.audit.json"
    content = path.read_bytes()
    document = json.loads(content)
    document.setdefault(section, {})[key] = half
    path.write_text(json.dumps(resealed(document)))  # in ASCII, with escapes
    source = str(release.parent / INPUT)
    try:
        runs = [
            run("verify", str(path)),
            run("verify", str(path), "--input", source),
            run("replay", str(path), "--input", source, "--output", str(release.parent / "x")),
        ]
    finally:
        path.write_bytes(content)

    for ran in runs:
        assert ran["status"] == 2
        assert len(ran["err"].splitlines()) == 1


@pytest.mark.parametrize("size", [0, 5, 10**12, 2**53])
def test_a_forged_size_takes_no_memory_and_is_seen(release: Path, size: int) -> None:
    """Files are hashed in blocks whose length follows from the size that the log gives."""
    path = release / "public/released.audit.json"
    content = path.read_bytes()
    document = json.loads(content)
    document["files"][0]["size"] = size
    path.write_bytes(log_bytes(resealed(document)))
    try:
        ran = run("verify", str(path))
    finally:
        path.write_bytes(content)

    assert ran["status"] == 3
    assert "that the log states of released.csv is wrong" in ran["err"]


@pytest.mark.parametrize("layout", ["%Y%Y", "%d-%d-%Y", "%", "%Q", "(", "%Y-%m-%d\n", ""])
def test_a_forged_layout_of_dates_is_a_difference(dated: Path, layout: str) -> None:
    """A layout that names a part twice is no pattern at all."""
    path = dated / "public/released.audit.json"
    content = path.read_bytes()
    document = json.loads(content)
    (day,) = (column for column in document["files"][0]["columns"] if column["kind"] == "date")
    day["format"] = layout
    path.write_bytes(log_bytes(resealed(document)))
    try:
        ran = run("verify", str(path))
    finally:
        path.write_bytes(content)

    assert ran["status"] in (2, 3)
    assert "DAY" in ran["err"]
    assert "defect" not in ran["err"]
