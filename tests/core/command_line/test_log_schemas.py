"""Logs are as the JSON Schemas say that are shipped with the manual."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from resources import MANUAL
from tests.architecture.json_schema import schema_faults
from tests.attributes import describe
from tests.core.command_line.conftest import Bench

METHODS: Mapping[str, dict[str, object]] = {
    "groups": {
        "method": {"name": "mdav", "k": 3},
        "dominance": {"columns": ["PAY"], "rule": "p-percent", "p": 10},
        "totals": [{"columns": ["PAY"], "by": ["TOWN"], "within": 0.1}],
        "figures": [{"what": "mean", "of": ["PAY"], "by": ["TOWN"]}],
        "prepare": [{"do": "top-code", "column": "AGE", "above": 60}],
    },
    "noise": {"method": {"name": "dp-laplace", "epsilon": 2}},
}


def schema_of(half: str) -> dict[str, Any]:
    """Read the schema of a log, with that of recipes in its place."""
    text = (MANUAL / f"{half}-log.schema.json").read_text("utf-8")
    made: dict[str, Any] = json.loads(
        text.replace("recipe.schema.json#/", "#/").replace(
            "recipe.schema.json", "#/$defs/RecipeDocument"
        )
    )
    made["$defs"] |= json.loads((MANUAL / "recipe.schema.json").read_text("utf-8"))["$defs"]
    return made


@pytest.mark.parametrize("kind", METHODS)
def test_both_logs_are_as_their_schemas_say(kind: str, bench: Bench) -> None:
    rows = [[f"{20 + i % 50}", f"{100 + 7 * (i % 13)}.5", "ab"[i % 2]] for i in range(60)]
    bench.people([["AGE", "PAY", "TOWN"], *rows])
    domain = {"domain": [0, 300], "precision": 0.5} if kind == "noise" else {}
    columns = "AGE quasi integer, PAY quasi continuous, TOWN other"
    attributes = describe(columns, AGE=domain, PAY=domain)
    bench.release_as(
        **{"unit": "record", "keep_order": False}, attributes=attributes, **METHODS[kind]
    )
    for half in ("public", "internal"):
        log, schema = bench.document(half), schema_of(half)
        assert not schema_faults(schema, log)
        log["surprise"] = log["result"].pop("clusters")
        log["steps"][0]["previous"] = log["recipe"]["attributes"][0]["role"] = "secret"
        assert {place for place, _ in schema_faults(schema, log)} == {
            "result.clusters",
            "surprise",
            "steps.0.previous",
            "recipe.attributes.0.role",
        }
