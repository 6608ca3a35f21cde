"""Releases, of which a forger changes a copy and computes every hash anew."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.forged_tables import describe
from tests.robustness.hostile.people_file import INPUT, write_inputs
from tests.robustness.hostile.running import run
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

PUBLIC, INTERNAL = "public/released.audit.json", "internal/released.internal.json"
LOGS = (PUBLIC, INTERNAL)
REPORTS = ("public/released.report.html", "internal/released.report.html")
BASES = ("mdav", "blocks", "t-merge", "laplace", "learned")

Log = dict[str, Any]


class Forged:
    """Releases of several methods, and a copy of one that a forger works at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_inputs(folder)
        for name in BASES:
            recipe = base_recipes()[name]
            if name == "learned":
                del recipe["insecure_test_seed"]
            path = folder / "recipe.json"
            path.write_text(json.dumps(recipe))
            assert run("protect", str(path), "--output", str(folder / name))["status"] in WRITTEN

    def copy(self, name: str) -> Path:
        place = self.folder / "forged"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.folder / name, place)
        return place

    def verify(self, log: str, with_input: bool = False) -> dict[str, Any]:
        more = ["--input", str(self.folder / INPUT)] if with_input else []
        return run("verify", str(self.folder / "forged" / log), *more)


def seal_again(place: Path, names: tuple[str, ...] = LOGS) -> None:
    """Have both logs fit the files as they are now."""
    for name in names:
        log = json.loads((place / name).read_bytes())
        for entry in log["files"]:
            file = place / entry.get("half", "public") / entry["name"]
            if file.is_file():
                describe(entry, file.read_bytes())
        (place / name).write_bytes(log_bytes(resealed(log)))


def forge(place: Path, change: Callable[[Log], object], names: tuple[str, ...] = LOGS) -> None:
    for name in names:
        log = json.loads((place / name).read_bytes())
        change(log)
        (place / name).write_bytes(log_bytes(resealed(log)))
    seal_again(place, LOGS if set(names) <= set(LOGS) else names)
