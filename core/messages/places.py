"""Names the place where a setting is changed: the key of a recipe, an option of the command.

A sentence of the catalogue names such a place as ``{@place}``. The window has names of its own for
them (`desktop_app.text.places`).
"""

from __future__ import annotations

from types import MappingProxyType

PLACES = MappingProxyType(
    {
        "block": "“scale.block”",
        "blocks": "“blocks”",
        "categorical": "“scale”: “nominal”",
        "categories": "“categories”",
        "column_scale": "“scale”",
        "dates": "“input.options.dates”, such as “%d/%m/%Y”",
        "delimiter": "“input.options.delimiter”",
        "diversity": "“diversity”",
        "edge_share": "“edge_share”",
        "keep_order": "“keep_order”: false",
        "kind": "“input.kind”",
        "lambda": "“lambda”",
        "mapping": "“mapping”",
        "merges": "“merges”",
        "missing_codes": "“input.options.missing”",
        "missing_kept": "“missing”: “use-observed”",
        "missing_left_out": "“missing”: “leave-out”",
        "not_applicable": "“not_applicable”",
        "order": "“scale”: “ordinal” and “order”",
        "overwrite": "--overwrite",
        "prepare": "“prepare”",
        "refine": "“refine”",
        "role": "“role”",
        "scale": "“scale”",
        "scratch": "--scratch FOLDER",
        "shares": "“shares”",
        "skip": "“input.options.skip”",
        "skip_end": "“input.options.skip_end”",
        "strata": "“strata”",
        "taxonomy": "“taxonomy”",
        "thousands": "“input.options.thousands”",
        "tree": "“tree”",
        "tree_share": "“tree_share”",
        "unit": "“unit”",
        "unit_declared": '"unit": {"id": "…", "columns": […]} or "unit": "record"',
        "unit_record": '"unit": "record"',
        "unit_size": "“unit_size” of the method",
        "weight": "“weight”",
    }
)
"""The places for users of recipes and the command line."""


def place_in_recipe(name: str) -> str:
    """Name the place `name` for users of recipes and the command line."""
    return PLACES[name]
