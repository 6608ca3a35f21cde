"""Releases of the shipped samples, each made once for all tests that only read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from core.command_line import main


class SampleRelease(NamedTuple):
    """The release of a shipped sample, which nobody changes, what was printed, and the status."""

    folder: Path
    printed: str
    status: int


def protect_sample(recipe: Mapping[str, Any], folder: Path) -> SampleRelease:
    """Protect a sample as a recipe says that names its file."""
    path, release = folder / "recipe.json", folder / "release"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
        status = main(["protect", str(path), "--output", str(release)])
    return SampleRelease(release, printed.getvalue(), status)
