"""Runs whole recipes on the reference files, from the file on disk to the release folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.command_line import main
from tests.statuses import WRITTEN

Summary = Mapping[str, Any]
Run = Callable[..., tuple[Summary, Path]]


@pytest.fixture
def run(tmp_path: Path, reference_data: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that protects a reference file and returns its summary and folder."""

    def protect(
        file: str,
        columns: Sequence[str],
        quasi: Sequence[str],
        confidential: Sequence[str],
        **method: object,
    ) -> tuple[Summary, Path]:
        roles = dict.fromkeys(quasi, "quasi-identifier") | dict.fromkeys(
            confidential, "confidential"
        )
        document = {
            "format": "statveil-recipe/2",
            "input": {"path": str(reference_data / f"{file}.csv"), "kind": "csv"},
            "attributes": [
                {"name": n, "role": roles[n], "scale": "continuous"}
                if n in roles
                else {"name": n, "role": "drop"}
                for n in columns
            ],
            "keep_order": True,
            "method": method,
            "output": {"kind": "csv", "name": "out"},
        }
        recipe = tmp_path / "recipe.json"
        recipe.write_text(json.dumps(document))
        folder = tmp_path / f"release{len(list(tmp_path.iterdir()))}"
        status = main(["protect", str(recipe), "--output", str(folder), "--json"])
        out, err = capsys.readouterr()
        assert status in WRITTEN, err
        return json.loads(out), folder

    return protect
