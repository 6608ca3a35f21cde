"""A recipe for each method and mode, carried out as it stands, which fuzzers then damage."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from core.recipe.project_file import FORMAT as PROJECT_FORMAT
from tests.robustness.hostile.people_file import INPUT, JOBS, LEVELS

DRAWN_TREE = [["AGE", "HOURS"], ["HOURS", "INCOME"]]

_ROLES: dict[str, dict[str, Any]] = {
    "PERSON": {"role": "identifier"},
    "AGE": {"role": "quasi-identifier", "scale": "integer"},
    "HOURS": {"role": "quasi-identifier", "scale": "continuous"},
    "EDU": {"role": "other"},
    "JOB": {"role": "other"},
    "LAND": {"role": "other"},
    "DAY": {"role": "identifier"},
    "REGION": {"role": "other"},
    "W": {"role": "other"},
    "INCOME": {"role": "confidential", "scale": "continuous"},
    "ILL": {"role": "other"},
    "GAP": {"role": "other"},
    "NOTE": {"role": "other"},
    "HOME": {"role": "identifier"},
}
_QUASI = {"role": "quasi-identifier"}
_EDU = {"EDU": {**_QUASI, "scale": "ordinal", "order": list(LEVELS)}}
_JOB = {"JOB": {**_QUASI, "scale": "nominal", "taxonomy": "tree.csv"}}
_LAND = {"LAND": {**_QUASI, "scale": "nominal", "taxonomy": "shipped:countries"}}
_FLAT = {"JOB": {**_QUASI, "scale": "nominal"}}
_DAY = {"DAY": {**_QUASI, "scale": "date"}}
_ILL = {"ILL": {"role": "confidential", "scale": "nominal"}}
_NO_HOURS = {"HOURS": {"role": "other"}}
_MAPPED = {"JOB": {**_JOB["JOB"], "taxonomy": "lacking.csv", "mapping": {"zqcook": "zqbaker"}}}
_DOMAINS = {
    "AGE": {**_ROLES["AGE"], "domain": [0, 120]},
    "HOURS": {**_ROLES["HOURS"], "domain": [0, 80], "precision": 0.5},
    "INCOME": {**_ROLES["INCOME"], "domain": [0, 500000]},
}
_PRIVATE = {
    **_DOMAINS,
    **_EDU,
    "JOB": {**_QUASI, "scale": "nominal", "categories": list(JOBS)},
    "DAY": {**_QUASI, "scale": "date", "domain": ["1930-01-01", "2010-12-31"]},
    "LAND": {"role": "identifier"},
    "REGION": {"role": "identifier"},
    "W": {"role": "identifier"},
    "ILL": {"role": "identifier"},
    "GAP": {"role": "identifier"},
    "NOTE": {"role": "identifier"},
}
_MASK = ["AGE", "HOURS", "INCOME"]
_RANKED = {"name": "dp-individual-ranking", "k": 4, "epsilon": 2, "mask": _MASK}


def _recipe(
    method: Mapping[str, Any], columns: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """Write a recipe; a column without a meaning is left out."""
    meanings = {**_ROLES, **(columns or {})}
    return {
        "format": "statveil-recipe/2",
        "input": {"path": INPUT, "kind": "csv", "options": {"missing": [""]}},
        "attributes": [{"name": n, **meant} for n, meant in meanings.items() if meant],
        "missing": "leave-out",
        # The order would tell who was in which group before noise.
        "keep_order": not str(method["name"]).startswith("dp-"),
        "method": dict(method),
        "output": {"kind": "csv", "name": "released"},
        **more,
    }


def _fixed() -> dict[str, Any]:
    columns = [
        {"name": "PERSON", "start": 1, "width": 4},
        {"name": "AGE", "start": 5, "width": 3},
        {"name": "INCOME", "start": 8, "width": 5, "label": "zq yearly"},
    ]
    options = {"header": False, "columns": columns, "encoding": "ascii", "missing": ["", "."]}
    recipe = _recipe({"name": "mdav", "k": 4})
    recipe["input"] = {"path": "fixed.txt", "kind": "fixed-width", "options": options}
    recipe["attributes"] = [{"name": name, **_ROLES[name]} for name in ("PERSON", "AGE", "INCOME")]
    return recipe


_MDAV = {"name": "mdav", "k": 3}
_OPTIONS = {
    **{"encoding": "utf-8", "delimiter": ",", "decimal": ".", "header": True, "sheet": None},
    **{"missing": [""], "thousands": "", "dates": "", "skip": 0, "skip_end": 0},
    "neutralised": False,
}
_PROJECT = {"confirmed": ["data"], "settled": ["JOB"], "input_name": INPUT}
_OUTPUT = {"kind": "csv", "name": "released", "formulas": "neutralise"}
_APART = {"JOB": {**_QUASI, "scale": "nominal", "not_applicable": ["zqnurse", "not asked"]}}
_PREPARE = [
    {"do": "top-code", "column": "AGE", "above": 70, "why": "zq few are older"},
    {"do": "group", "column": "JOB", "into": {"food": ["zqbaker", "zqcook"]}},
    {"do": "drop", "column": "NOTE"},
]
_FIGURES = [
    {"what": "mean", "of": "INCOME", "by": ["REGION"]},
    *({"what": "quantile", "of": "HOURS", "q": q} for q in (0.02, 0.5)),
    {"what": "share", "of": "EDU"},
]
_HOME = {"id": "HOME", "columns": ["REGION"], "members_by": ["AGE"], "protect": "unit"}
_BASES: dict[str, dict[str, Any]] = {
    "mdav": _recipe({**_MDAV, "lambda": 0.2, "refine": 50}, _DOMAINS),
    "categories": _recipe(_MDAV, {**_EDU, **_JOB, **_LAND}),
    "median": _recipe({**_MDAV, "aggregate": "median"}, {**_EDU, **_FLAT}),
    "blocks": _recipe({**_MDAV, "blocks": [["AGE", "EDU"], ["HOURS"]], "refine": 100}, _EDU),
    "v-mdav": _recipe({"name": "v-mdav", "k": 3, "gamma": 0.3}, {**_MAPPED, **_DAY}),
    "best": _recipe({"name": "best", "k": 3, "t": 0.3, "moves": 500, "seed": 7}),
    "univariate": _recipe({"name": "univariate-optimal", "k": 4}, _NO_HOURS),
    "ranking": _recipe({"name": "individual-ranking", "k": 5}, {**_EDU, **_FLAT, **_DAY}),
    "insensitive": _recipe({"name": "insensitive", "k": 3}, {**_DOMAINS, **_EDU}),
    "ama": _recipe({"name": "ama", "k": 3, "bins": 4}),
    "t-merge": _recipe(
        {"name": "t-merge", "k": 3, "t": 0.2, "partition": "v-mdav"}, {**_EDU, **_ILL}
    ),
    "t-k-first": _recipe({"name": "t-k-first", "k": 3, "t": 0.2}, {**_JOB}),
    "t-first": _recipe(
        {"name": "t-closeness-first", "k": 3, "t": 0.2, "bucket_by": "INCOME"}, {**_FLAT}
    ),
    "weighted": _recipe(_MDAV, strata=["REGION"], weight="W", keep_order=False),
    "gaps": _recipe(_MDAV, {"GAP": {**_QUASI, "scale": "continuous"}}, missing="use-observed"),
    "written-out": _recipe(
        _MDAV,
        _EDU,
        input={"path": INPUT, "kind": "csv", "options": _OPTIONS},
        output=_OUTPUT,
        strata=[],
        weight=None,
        project={"format": PROJECT_FORMAT, **_PROJECT},
    ),
    "fixed": _fixed(),
    "zeros": _recipe(
        _MDAV,
        {"HOURS": {**_ROLES["HOURS"], "zeros": "keep"}},
        dominance={"rule": "p-percent", "p": 5, "columns": ["HOURS"]},
    ),
    "not-asked": _recipe({"name": "t-merge", "k": 3, "t": 0.4}, _APART),
    "rules": _recipe(
        _MDAV, _EDU, rules=["HOURS <= 60", "if EDU = 'zqlow' then AGE >= 16", "AGE + HOURS >= 20"]
    ),
    "totals": _recipe(_MDAV, weight="W", totals=[{"columns": ["HOURS"], "by": ["REGION"]}]),
    "scenarios": _recipe(
        _MDAV,
        _EDU,
        scenarios=[
            {"name": "zq neighbour", "columns": ["AGE", "EDU"], "k": 4},
            {"name": "zq register", "columns": ["REGION", "JOB"]},
        ],
    ),
    "prepare": _recipe(_MDAV, {"NOTE": None}, prepare=_PREPARE),
    "scale": _recipe(_MDAV, _EDU, scale={"block": 30}),
    "units": _recipe(
        {"name": "mdav", "k": 2},
        {"HOME": {"role": "link"}, "REGION": {**_QUASI, "scale": "nominal"}},
        unit=_HOME,
    ),
    "members": _recipe(
        {"name": "t-merge", "k": 2, "t": 0.5},
        unit={"id": "HOME", "protect": "member"},
        scale={"block": 20},
    ),
    "record-units": _recipe(_MDAV, unit="record", figures=[{"what": "mean", "of": "HOURS"}]),
    # The weight has each of the roles that a column can have.
    "weight-drop": _recipe(_MDAV, {"W": {"role": "drop"}}, weight="W"),
    "weight-identifier": _recipe(_MDAV, {"W": {"role": "identifier"}}, weight="W"),
    "weight-figures": _recipe(_MDAV, weight="W", figures=_FIGURES),
    "weight-masked": _recipe(
        _MDAV, {"W": {**_QUASI, "scale": "continuous"}}, weight="W", figures=_FIGURES
    ),
    "laplace": _recipe({"name": "dp-laplace", "epsilon": 1.5, "mask": _MASK}, _PRIVATE),
    "marginals": _recipe({**_RANKED, "shares": {"AGE": 1, "HOURS": 2, "INCOME": 1}}, _PRIVATE),
    "dependence": _recipe(
        {**_RANKED, "guarantee": "dependence", "tree": DRAWN_TREE, "edge_share": 0.4}, _PRIVATE
    ),
    "learned": _recipe(
        {**_RANKED, "guarantee": "dependence", "tree_share": 0.2}, _PRIVATE, insecure_test_seed=5
    ),
    "as-published": _recipe(
        {**_RANKED, "name": "dp-insensitive", "guarantee": "as-published", "confirmed": "yes"},
        _PRIVATE,
    ),
    "records": _recipe(
        {"name": "dp-insensitive", "k": 4, "epsilon": 2, "mask": ["AGE", "JOB", "DAY", "EDU"]},
        _PRIVATE,
    ),
}


def base_recipes() -> dict[str, dict[str, Any]]:
    """Return a recipe for each method and mode; each is carried out as it stands."""
    return copy.deepcopy(_BASES)
