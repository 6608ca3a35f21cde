"""Diagnoses, ICD-10-CM, from the package simple-icd-10-cm (MIT): chapters, blocks, categories.

Run::

    pip install --target FOLDER simple-icd-10-cm
    python -m resources.taxonomy_makers.diagnoses FOLDER

The 96,000 codes below the categories are left out: they would make the file forty times as long.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from resources.taxonomy_makers.ship import installed_version, ship

ROOT = "ICD-10-CM"
_RANGE = re.compile(r"\s*\(([A-Z0-9]{3}(?:-[A-Z0-9]{3})?)\)$")


def make(folder: Path) -> None:
    """Make the file from the package installed in `folder`."""
    sys.path.insert(0, str(folder))
    parents, titles = _hierarchy(import_module("simple_icd_10_cm"))
    ship(
        "icd10cm",
        "Diagnoses (ICD-10-CM categories)",
        parents,
        {"en": titles},
        source="US National Center for Health Statistics, ICD-10-CM, after the World Health "
        "Organization's ICD-10",
        version=installed_version("simple-icd-10-cm", folder),
        licence="MIT",
    )


def _hierarchy(icd: Any) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return parents and titles; a block of a single category is left out."""
    parents: dict[str, list[str]] = {ROOT: []}
    titles = {ROOT: "All diagnoses"}
    chapter = block = ROOT
    for code in icd.get_all_codes(True):
        if icd.is_chapter(code):
            described = icd.get_description(code)
            (chapter,) = _RANGE.findall(described)
            parents[chapter], titles[chapter] = [ROOT], _RANGE.sub("", described)
            block = chapter
        elif icd.is_block(code) and not icd.is_category(code):
            block = code
            parents[code], titles[code] = [chapter], _RANGE.sub("", icd.get_description(code))
        elif icd.is_category(code):
            above = chapter if icd.is_block(code) else block
            parents[code], titles[code] = [above], icd.get_description(code)
    return parents, titles


if __name__ == "__main__":
    make(Path(sys.argv[1]))
