"""Samples as they ship, with fewer records: for tests of what does not depend on how many."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import resources

_SAMPLES = resources.FOLDER / "samples"


def write_small_sample(folder: Path, name: str, count: int) -> Path:
    """Write the first records of a sample into `folder`; return its recipe."""
    with (_SAMPLES / f"{name}.csv").open("rb") as file:
        (folder / f"{name}.csv").write_bytes(b"".join(islice(file, 1 + count)))
    return Path(shutil.copy(_SAMPLES / f"{name}.recipe.json", folder))
