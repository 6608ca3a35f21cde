"""Logs whose hash chain is right and whose entries are not.

What has no form is refused by its place; figures are counted again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from tests.lanes import in_lane
from tests.robustness.hostile.forged_releases import (
    INTERNAL,
    LOGS,
    PUBLIC,
    Forged,
    Log,
    change_log,
    forge,
)
from tests.robustness.hostile.forged_tables import describe
from tests.robustness.hostile.running import Ran, run
from tests.robustness.hostile.sealing import resealed
from tests.statuses import WRITTEN

GONE = object()
BUDGET = {
    "epsilon": 0.1,
    "strength": "whole",
    "ready": True,
    "doubts": [],
    "ledger": {"budget": 0.1, "spent": 0.1, "remaining": 0.0, "entries": []},
}


def change_roles(attributes: list[Log]) -> list[Log]:
    return [{**attribute, "role": "other"} for attribute in attributes]


# Where what is put, and the place that the sentence names if it says it otherwise.
FORGERIES: list[tuple[str, object, str]] = [
    ("files", [], ""),
    ("reviewed", "by the committee", ""),
    ("files[1]", "x", ""),
    ("files[1].size", 10**30, ""),
    ("files[0].size", -1, ""),
    ("files[0].name", "a" * 300, ""),
    ("files[0].kind", "pdf", ""),
    ("files[0].columns[0].kind", "x", ""),
    ("files[0].columns[0].kind", "date", "files[0].columns[0].format"),
    ("files[0].columns[-1]", GONE, "files[0].columns"),
    ("files[0].half", [[]], ""),
    ("files[0].options.rows", 5, ""),
    ("result.privacy", BUDGET, ""),
    ("result.records", [], ""),
    ("verification.same_table", False, ""),
    ("verification.agrees", False, ""),
    ("verification.k", GONE, ""),
    ("verification.t", "small", ""),
    ("checklist", [{"row": "many-left-out", "column": None}], "checklist[0].params"),
    ("measures[0].name", GONE, ""),
    ("measures[0].value", GONE, ""),
    ("measures[0].attribute", GONE, ""),
    ("recipe.method.name", "x", "method.name"),
    ("recipe.method", "mdav", "“method”"),
    ("recipe.method.k", "3", "“k”"),
    ("recipe.method.blocks", [5], "blocks"),
    ("recipe.prepare", ["x"], "“prepare[0]” must be an object"),
    ("recipe.attributes", change_roles, "No column is a quasi-identifier"),
    ("input.rows", "x", ""),
    ("not_stated", "x", ""),
    ("steps[0].name", GONE, ""),
]
# What the internal log says of the original, which its report draws.
COMPARED: list[tuple[str, object, str]] = [
    ("compared.risk", GONE, ""),
    ("compared.risk.original.records", 0, ""),
    ("compared.risk.release.k", 0, ""),
    ("compared.risk.original.t", {"INCOME": "far"}, "compared.risk.original.t.INCOME"),
    ("compared.columns[0].bars[0].after", "x", "bars[0].after"),
    ("compared.columns[0].bars[0].first", 10**9, "columns[0].bars"),
    # A bar far from the next one, and bars of nobody.
    ("compared.columns[0].bars[0]", lambda bar: {**bar, "first": 0, "last": 0}, "columns[0].bars"),
    ("compared.columns[0].bars", [dict.fromkeys(("first", "last", "before", "after"), 0)], ""),
    ("compared.columns[0].ticks[0].position", GONE, "ticks[0].position"),
]
# What the commitment to the input is made of.
COMMITTED = [(f"input.{key}", value, "") for key in ("salt", "sha256") for value in (None, 5, GONE)]


def forge_blocks(files: list[Log]) -> list[Log]:
    return [
        {**file, "blocks": ["0" * 16]} if file["name"] == "released.report.html" else file
        for file in files
    ]


# Figures, and what is said of them; a sum that no longer comes out may be noticed first.
FIGURES: dict[str, tuple[object, str]] = {
    "result.left_out": (1, "records that were left out; the file lacks"),
    "result.clusters": (lambda n: n + 1, "records in a group on average; counted again"),
    "result.sizes.min": (20, "records in the smallest group; counted again"),
    "result.sizes.max": (2000, "records in the largest group; counted again"),
    "result.sizes.mean": (20.5, "records in a group on average; counted again"),
    "result.claim": (
        [{"code": "claim-k", "params": {"k": 50, "others": 49}}],
        "The claim in the log is not the one that follows",
    ),
    "verification.rows": (1_000_000, "The log states 1,000,000 records; the file has"),
    "verification.columns": (2, "The log states 2 columns; the file has"),
    "verification.k_blocks": (
        [{"columns": ["AGE"], "k": 50}],
        "other smallest groups of the attribute blocks",
    ),
    "files": (forge_blocks, "that the log states of released.report.html is wrong"),
}


def put(log: Log, path: str, value: object) -> None:
    """Put a value at a path such as ``files[0].size``, or what a function makes of the old one."""
    names = re.findall(r"[\w-]+", path)
    *above, last = [int(name) if name.lstrip("-").isdigit() else name for name in names]
    part: Any = reduce(getitem, above, log)
    if value is GONE:
        part.pop(last, None) if isinstance(part, dict) else part.pop(last)
    else:
        part[last] = value(part[last]) if callable(value) else value


def forged(releases: Forged, log: str, change: Callable[[Log], object], way: str = "verify") -> Ran:
    """Forge a log of a copy and run a command on it."""
    change_log(releases.copy("mdav") / log, change)
    return releases.replay(log) if way == "replay" else releases.verify(log, "input" in way)


@pytest.mark.parametrize("log", LOGS)
@pytest.mark.parametrize(("path", "value", "said"), FORGERIES)
def test_a_forged_entry_is_refused_by_its_place(
    releases: Forged, path: str, value: object, said: str, log: str
) -> None:
    ran = forged(releases, log, lambda document: put(document, path, value))

    assert ran["status"] == 2
    assert (said or path) in ran["err"]
    assert len(ran["err"].splitlines()) == 1
    # Not all of them matter to a run that is done again.
    assert releases.replay(log)["status"] in (0, 2, 3)


@pytest.mark.parametrize(("path", "value", "said"), [*COMPARED, *COMMITTED])
def test_what_the_internal_log_alone_holds_is_refused_by_its_place(
    releases: Forged, path: str, value: object, said: str
) -> None:
    ran = forged(releases, INTERNAL, lambda log: put(log, path, value))
    assert ran["status"] == 2, ran
    assert (said or path) in ran["err"]


@pytest.mark.parametrize("log", LOGS)
@pytest.mark.parametrize(
    ("base", "path"), [*(("mdav", path) for path in FIGURES), ("blocks", "verification.k_blocks")]
)
def test_a_forged_figure_is_found(releases: Forged, base: str, path: str, log: str) -> None:
    value, said = FIGURES[path]
    change_log(releases.copy(base) / log, lambda document: put(document, path, value))

    ran = releases.verify(log)
    assert ran["status"] == 3, ran
    assert said in ran["err"]


@pytest.mark.parametrize("path", ["result.left_out", "result.clusters", "result.sizes.min"])
def test_a_forged_figure_of_a_private_release_is_found(releases: Forged, path: str) -> None:
    forge(releases.copy("laplace"), lambda log: put(log, path, FIGURES[path][0]))

    assert [releases.verify(log)["status"] for log in LOGS] == [3, 3]


@pytest.mark.parametrize(
    ("log", "way"),
    [(PUBLIC, "verify"), (PUBLIC, "input"), (INTERNAL, "input"), (INTERNAL, "replay")],
)
def test_an_entry_that_is_null_ends_in_no_defect(releases: Forged, log: str, way: str) -> None:
    document = json.loads((releases.copy("mdav") / log).read_bytes())
    places = [*document] + [
        f"{key}.{inner}" for key in ("input", "result", "recipe") for inner in document[key]
    ]
    # In the ordinary lane every other one.
    for place in [*places[:: in_lane(2, 1)], "omitted", "taxonomies"]:
        ran = forged(releases, log, lambda log, place=place: put(log, place, None), way)
        assert ran["status"] in (0, 2, 3), (place, ran)


@pytest.mark.parametrize(
    ("place", "value", "way"),
    [
        *((key, GONE, "verify") for key in ("started", "finished", "taxonomies", "not_stated")),
        ("files[0].half", "internal", "replay"),
    ],
)
def test_an_entry_that_lacks_or_names_the_other_half_ends_in_no_defect(
    releases: Forged, place: str, value: object, way: str
) -> None:
    for log in LOGS if way == "replay" else [INTERNAL]:
        ran = forged(releases, log, lambda log: put(log, place, value), way)
        assert ran["status"] in (0, 2, 3), ran


def test_a_recipe_that_the_input_does_not_fit_is_refused(releases: Forged) -> None:
    def add_column(log: Log) -> None:
        log["recipe"]["attributes"].append({"name": "NOBODY", "role": "drop"})

    ran = forged(releases, INTERNAL, add_column)
    assert ran["status"] == 3
    assert "The two logs differ" in ran["err"]
    ran = releases.replay(INTERNAL)
    assert ran["status"] == 2
    assert "NOBODY" in ran["err"]


@pytest.mark.parametrize("figures", [[], [{"what": "mean", "of": "HOURS"}]])
def test_a_weight_that_no_column_is(releases: Forged, figures: list[object]) -> None:
    """Any unknown weight ended in a defect."""

    def name_weight(log: Log) -> None:
        log["recipe"].update(weight="NOBODY", figures=figures)

    for log in LOGS:
        for way in ("verify", "input", "replay"):
            assert forged(releases, log, name_weight, way)["status"] in (0, 2, 3)


def test_an_order_that_lacks_a_category_of_the_file(releases: Forged) -> None:
    def rename_levels(log: Log) -> None:
        attributes = log["recipe"]["attributes"]
        ordered = next(a for a in attributes if a.get("order") and a["role"] != "identifier")
        ordered["order"] = [f"no {name}" for name in ordered["order"]]

    change_log(releases.copy("marginals") / PUBLIC, rename_levels)
    ran = releases.verify(PUBLIC)
    assert ran["status"] == 3
    assert "records" in ran["err"]


def test_a_file_with_other_columns_is_not_verified(releases: Forged) -> None:
    release = releases.copy("mdav")
    table = release / "public/released.csv"
    table.write_bytes(table.read_bytes().replace(b"AGE", b"AEG", 1))
    change_log(release / PUBLIC, lambda log: describe(log["files"][0], table.read_bytes()))

    ran = releases.verify(PUBLIC)
    assert ran["status"] == 3
    assert "records" in ran["err"]


@pytest.mark.parametrize(
    ("key", "half"), [("path", "\ud800"), ("taxonomy", "in\udcff.csv"), ("home", "\ud800")]
)
@pytest.mark.parametrize("section", ["recipe", "input", "program", "result", "anything"])
def test_half_a_sign_in_a_log_is_refused_whatever_names_a_file_elsewhere(
    releases: Forged, section: str, key: str, half: str
) -> None:
    """A recipe may name a file whose name is no text; a log never does."""
    path = releases.copy("mdav") / PUBLIC
    document = json.loads(path.read_bytes())
    document.setdefault(section, {})[key] = half
    path.write_text(json.dumps(resealed(document)))  # in ASCII, with escapes

    checked = [releases.verify(PUBLIC, with_input) for with_input in (False, True)]
    for ran in (*checked, releases.replay(PUBLIC)):
        assert ran["status"] == 2
        assert len(ran["err"].splitlines()) == 1


@pytest.mark.parametrize("size", [0, 5, 10**12, 2**53])
def test_a_forged_size_takes_no_memory_and_is_seen(releases: Forged, size: int) -> None:
    """Files are hashed in blocks whose length follows from the size that the log gives."""
    ran = forged(releases, PUBLIC, lambda log: put(log, "files[0].size", size))
    assert ran["status"] == 3
    assert "that the log states of released.csv is wrong" in ran["err"]


def test_a_forged_layout_of_dates_is_a_difference(tmp_path: Path) -> None:
    """Such dates are read with the layout in the log alone; one may name a part twice."""
    rows = [f"{20 + i % 9},0{1 + i % 7}/0{1 + i % 5}/2020" for i in range(30)]
    (tmp_path / "days.csv").write_text("\n".join(["AGE,DAY", *rows]) + "\n")
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
    (tmp_path / "recipe.json").write_text(json.dumps(recipe))
    ran = run("protect", str(tmp_path / "recipe.json"), "--output", str(tmp_path / "out"))
    assert ran["status"] in WRITTEN, ran["err"]
    log = tmp_path / "out" / PUBLIC
    columns = json.loads(log.read_bytes())["files"][0]["columns"]
    (at,) = (at for at, column in enumerate(columns) if column["kind"] == "date")
    for layout in ("%Y%Y", "%d-%d-%Y", "%", "%Q", "(", "%Y-%m-%d\n", ""):
        change_log(log, lambda log, value=layout: put(log, f"files[0].columns[{at}].format", value))
        ran = run("verify", str(log))
        assert ran["status"] in (2, 3), layout
        assert "DAY" in ran["err"]
        assert "defect" not in ran["err"]
