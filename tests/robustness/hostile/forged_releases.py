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
from tests.robustness.hostile.running import Ran, run
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

PUBLIC, INTERNAL = "public/released.audit.json", "internal/released.internal.json"
LOGS = (PUBLIC, INTERNAL)
REPORTS = ("public/released.report.html", "internal/released.report.html")

Log = dict[str, Any]


class Forged:
    """Releases by base recipes, and a copy of one that a forger works at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_inputs(folder)

    def copy(self, name: str) -> Path:
        """Copy the release by a base recipe; it is made when it is first asked for."""
        release, copied = self.folder / name, self.folder / "forged"
        if not release.exists():
            recipe = base_recipes()[name]
            recipe.pop("insecure_test_seed", None)
            path = self.folder / "recipe.json"
            path.write_text(json.dumps(recipe))
            assert run("protect", str(path), "--output", str(release))["status"] in WRITTEN
        shutil.rmtree(copied, ignore_errors=True)
        shutil.copytree(release, copied)
        return copied

    def verify(self, log: str, with_input: bool = False) -> Ran:
        return run("verify", str(self.folder / "forged" / log), *self._input(with_input))

    def replay(self, log: str) -> Ran:
        made = self.folder / "again"
        words = (str(self.folder / "forged" / log), *self._input(True), "--output", str(made))
        try:
            return run("replay", *words)
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def _input(self, is_given: bool) -> tuple[str, ...]:
        return ("--input", str(self.folder / INPUT)) if is_given else ()


def change_log(path: Path, change: Callable[[Log], object]) -> None:
    """Change a log and compute its hashes anew, but not those of the files beside it."""
    log = json.loads(path.read_bytes())
    change(log)
    path.write_bytes(log_bytes(resealed(log)))


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
        change_log(place / name, change)
    seal_again(place, LOGS if set(names) <= set(LOGS) else names)
