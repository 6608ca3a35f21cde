"""Names the controls of the window where settings are changed."""

from __future__ import annotations

from core.messages import CATALOGUE
from desktop_app.text.translate import tr, translate

_STEP_COLUMNS = "the step Columns"
_STEP_DATA = "the step Data"
_STEP_METHOD = "the step Method"

_PLACES = {
    "block": "“Blocks of a large file” on the step Method",
    "categorical": "Categories, on the step Columns",
    "categories": _STEP_METHOD,
    "change": "“False categories” on the step Columns",
    "column_order": "“Order, lowest first” on the step Columns",
    "column_scale": "its scale on the step Columns",
    "dates": "“Change layout…” on the step Data",
    "delimiter": "“Change layout…” on the step Data",
    "diversity": "“Different values in each group” on the step Method",
    "distance": "“Compare” on the step Columns",
    "importance": "“Importance” on the step Columns",
    "keep_order": "“Order of the records” on the step Release",
    "kind": _STEP_DATA,
    "mapping": "“Not found” on the step Taxonomies",
    "missing_codes": _STEP_DATA,
    "missing_kept": "“Missing values” on the step Method",
    "missing_left_out": "“Missing values” on the step Method",
    "not_applicable": "“Does not apply” on the step Columns",
    "order": "“In this order” on the step Taxonomies",
    "overwrite": "asked when the release is written",
    "prepare": "“Prepare”",
    "role": _STEP_COLUMNS,
    "merges": "“Merge its groups”",
    "scale": "“Blocks of a large file” on the step Method",
    "scratch": "Preferences",
    "search_with_t": "The long search that keeps t",
    "skip": "“Rows to skip” on the step Data",
    "skip_end": "“Skip at the end” on the step Data",
    "sources": "“Published tables” on the step Method",
    "strata": "“Strata, survey weight, share of the population” on the step Method",
    "taxonomy": "the step Taxonomies",
    "thousands": "“Change layout…” on the step Data",
    "unit": "“Change…” beside the answer on units, on the step Columns",
    "unit_declared": "the question on the step Columns",
    "unit_record": "the question on the step Columns",
    "unit_size": "“Most records of a household or firm” on the step Method",
    "weight": "“Strata, survey weight, share of the population” on the step Method",
}


def place_in_window(name: str) -> str:
    """Name the control or step on which the setting `name` is changed."""
    title = f"parameter-{name}"
    if title in CATALOGUE:
        return tr("“{control}” on the step Method", control=translate(CATALOGUE[title].other))
    return tr(_PLACES[name])
