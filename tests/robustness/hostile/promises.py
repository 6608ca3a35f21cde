"""Counts again, in plain Python and from the released CSV alone, what a recipe promises."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracles.closeness import ordered_emd, total_variation

Rows = list[dict[str, str]]


def broken_promises(recipe: Mapping[str, Any], release: Path) -> list[str]:
    """Return what is not so, of a release that a recipe was carried out to."""
    (log_path,) = release.rglob("*.audit.json")
    log = json.loads(log_path.read_text("utf-8"))
    released = log["files"][0]
    if released["kind"] != "csv":
        return []
    (table,) = release.rglob(released["name"])
    content = table.read_bytes().decode("utf-8")
    layout = released["options"]
    rows = list(csv.DictReader(io.StringIO(content, newline=""), delimiter=layout["delimiter"]))
    roles = {a["name"]: a["role"] for a in recipe["attributes"]}
    faults = [*_k_faults(recipe, rows, log, roles), *_t_faults(recipe, rows, layout["decimal"])]
    if set(rows[0]) != {name for name, role in roles.items() if role not in ("identifier", "drop")}:
        faults.append("other columns than the recipe releases")
    if len(rows) != log["result"]["records"]:
        faults.append("another number of records than the log says")
    return faults


def _smallest(rows: Rows, names: Sequence[str]) -> int:
    return min(Counter(tuple(row[name] for name in names) for row in rows).values())


def _k_faults(
    recipe: Mapping[str, Any], rows: Rows, log: Mapping[str, Any], roles: Mapping[str, str]
) -> Iterator[str]:
    method = recipe["method"]
    quasi = [name for name, role in roles.items() if role == "quasi-identifier"]
    if log["verification"]["k"] != (k := _smallest(rows, quasi)):
        yield f"k is {k}, the log says {log['verification']['k']}"
    if method["name"].startswith("dp-"):
        return
    apart = [name for name in quasi if name in (recipe.get("strata") or ())]
    blocks = [[name for name in quasi if name not in apart]]
    if method["name"] == "individual-ranking":
        blocks = [[name] for name in blocks[0]]
    for block in method.get("blocks") or blocks:
        if (k := _smallest(rows, [*block, *apart])) < method["k"]:
            yield f"k is {k} over {block}"


def _t_faults(recipe: Mapping[str, Any], rows: Rows, decimal: str) -> Iterator[str]:
    if recipe["method"]["name"].startswith("dp-"):
        return
    quasi = [a["name"] for a in recipe["attributes"] if a["role"] == "quasi-identifier"]
    groups: dict[tuple[str, ...], Rows] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in quasi), []).append(row)
    limit = Fraction(str(recipe["method"].get("t", 1)))
    for attribute in recipe["attributes"]:
        # How missing values count is not a matter of k and t alone.
        if not _is_counted(attribute) or not all(row[attribute["name"]] for row in rows):
            continue
        worst = max(_distance(attribute, group, rows, decimal) for group in groups.values())
        if worst > limit + Fraction(1, 10**12):
            yield f"t of {attribute['name']} is {float(worst)}"


def _is_counted(attribute: Mapping[str, Any]) -> bool:
    return (
        attribute["role"] == "confidential"
        and attribute["scale"] in ("continuous", "integer", "ordinal", "nominal")
        and not attribute.get("taxonomy")
    )


def _distance(attribute: Mapping[str, Any], group: Rows, rows: Rows, decimal: str) -> Fraction:
    cells, all_cells = ([row[attribute["name"]] for row in part] for part in (group, rows))
    if attribute["scale"] == "nominal":
        return total_variation(cells, all_cells)
    place = attribute["order"].index if attribute["scale"] == "ordinal" else _number(decimal)
    return ordered_emd([place(c) for c in cells], [place(c) for c in all_cells])


def _number(decimal: str) -> Any:
    return lambda cell: Fraction(cell.replace(decimal, "."))
