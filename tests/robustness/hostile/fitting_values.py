"""Values that a recipe's keys can have, or nearly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.robustness.hostile.damage import Raw
from tests.robustness.hostile.people_file import INPUT, JOBS, LEVELS

_HUGE = Raw("1" + "0" * 400)
_COLUMNS = ("PERSON", "AGE", "HOURS", "EDU", "JOB", "DAY", "REGION", "W", "INCOME", "ILL", "GAP")
_LISTS = tuple([a, b] for a in _COLUMNS for b in (*_COLUMNS, "NOPE"))
_LEVELS, _JOBS = list(LEVELS), list(JOBS)
_ORDERS = (_LEVELS, _LEVELS[::-1], _LEVELS[:2], [*_LEVELS, "zqmore"], _LEVELS * 2, [], _JOBS)
_DOMAINS = (
    *([0, 1], [0, 120], [18, 80], [1, 0], [0, 0], [0], [0, 1, 2], [0, _HUGE], [-1e308, 1e308]),
    *([0, 1e-320], [0.1, 0.1 + 0.2], [-(2**53), 2**53 + 1], ["1930-01-01", "2010-12-31"]),
    *(["0001-01-01", "9999-12-31"], ["2000-02-30", "2001-01-01"], ["20000101", "2000-W01-1"]),
)
_PARTS = (0, 1e-9, 0.001, 0.01, 0.1, 0.2, 0.5, 0.9, 0.98, 1, 1.5, -0.1, "0.5", "1/3", 1e-320)
_SIZES = (1, 2, 3, 5, 10, 23, 24, 25, 48, 49, 3.0, "3", 2**31, 2**64, _HUGE)
_FLAGS = (True, False, 0, 1, "yes")
# Those other than CSV are read and written in processes of their own, which take their time.
_KINDS = (
    *(*["csv"] * 8, "fixed-width", "xlsx", "xls", "ods", "sav", "dta", "sas7bdat", "xpt"),
    *("parquet", "feather", "CSV", "pdf"),
)

SETTINGS: Mapping[str, tuple[Any, ...]] = {
    **{"k": _SIZES, "bins": _SIZES, "t": _PARTS, "lambda": _PARTS, "gamma": _PARTS},
    **{"edge_share": _PARTS, "tree_share": _PARTS, "refine": (0, 10, 1000, *_SIZES)},
    **{"moves": (1, 10, 1000, *_SIZES), "seed": (0, 1, 2**31, *_SIZES)},
    "epsilon": (1e-6, 1e-7, 0.1, 1, 8, 1000, 1001, 1e-320, "1/3", 0, -1, 0.1 + 0.2),
    "blocks": ([["AGE"], ["HOURS"]], [["AGE", "HOURS"]], [[]], [["AGE"], ["AGE"]], *_LISTS[:9]),
    "aggregate": ("mean", "median", "moments", "hybrid", "mode"),
    "categories": ("typical", "calibrated", "swap", "mode"),
    "partition": ("mdav", "v-mdav", "best"),
    "bucket_by": _COLUMNS,
    "mask": (["AGE"], ["AGE", "HOURS"], ["AGE", "AGE"], [], *_LISTS),
    "shares": ({"AGE": 1}, {"AGE": 1, "HOURS": 2, "INCOME": 1e-9}, {"AGE": 0}, {"AGE": _HUGE}),
    "guarantee": ("marginals", "dependence", "records", "as-published"),
    "tree": ([["AGE", "HOURS"]], [["AGE", "HOURS"], ["HOURS", "AGE"]], [["AGE"]], [[]]),
    "confirmed": ("yes", "no", True),
}
MEANINGS: Mapping[str, tuple[Any, ...]] = {
    "name": (*_COLUMNS, "NOTE", "NOPE", "age", " AGE", "AGE "),
    "role": ("identifier", "quasi-identifier", "confidential", "other", "drop", "link"),
    "scale": ("continuous", "integer", "date", "ordinal", "nominal", "interval"),
    "order": _ORDERS,
    "categories": (_JOBS, _JOBS[:2], [*_JOBS, "zqmore"], _JOBS * 2, _LEVELS, [], ["zqnurse"]),
    "domain": _DOMAINS,
    "precision": (1, 0.5, 1e-3, 1e-15, 1e-320, 1e308, 0, -1, 7, _HUGE),
    "domain_from_data": _FLAGS,
    "taxonomy": (
        *("tree.csv", "lacking.csv", "circle.csv", "chain.csv", "empty.csv", "notes.txt", INPUT),
        *("folder", "pipe.csv", "loop.csv", "shipped:countries", "shipped:isco08", "shipped:"),
        *("shipped:../tree", "shipped:none", "http://localhost/t.csv", "a" * 300, "b/" * 3000, "."),
    ),
    "mapping": (
        *({"zqcook": "zqbaker"}, {"zqcook": "zqcook"}, {"zqcook": "nowhere"}, {"": ""}, {}),
        {"zqcook": ["zqbaker"]},
    ),
}
OPTIONS: Mapping[str, tuple[Any, ...]] = {
    "encoding": (
        *("utf-8", "utf-8-sig", "utf-16", "ascii", "latin-1", "cp1252", "cp037", "utf-7", "rot13"),
        *("hex", "zip", "idna", "punycode", "undefined", "unicode_escape", "mbcs", "shift_jis"),
    ),
    "delimiter": (",", ";", "\t", "|", " ", "a", "0", '"', "\n", "", "ab", "\0", "é", "."),
    "decimal": (".", ",", "", "x", "'"),
    "thousands": ("", ",", ".", " ", "'", "0", "ab", "\u202f"),
    "header": _FLAGS,
    "sheet": (None, "Sheet1", "", "x" * 40),
    "missing": ([""], [], ["NA", "."], ["zqlow"], ["-9", ""], ["zqnone"], ["18"], ["x"] * 2000),
    "dates": ("", "%Y-%m-%d", "%d/%m/%Y", "%", "%Q", "%Y" * 100, "%c", "%Y%Y", "%s", "\0"),
    "skip": (0, 1, 2, 5, 47, 48, 49, 50, 10_000, 10_001, -1, 1.0),
    "skip_end": (0, 1, 2, 47, 48, 49, 10_000, 10_001, -1, 1.0),
    "columns": (
        [{"name": "AGE", "start": 1, "width": 3}],
        [{"name": "AGE", "start": 0, "width": 3}],
        [{"name": "AGE", "start": 2**31, "width": 2**31}],
        [{"name": "AGE", "start": 1, "width": 3}] * 2,
    ),
    "neutralised": _FLAGS,
}
SOURCE: Mapping[str, tuple[Any, ...]] = {
    "path": (
        *(INPUT, "fixed.txt", "folder", "pipe.csv", "loop.csv", "empty.csv", "recipe.json", "."),
        *("tree.csv", "/dev/zero", "/dev/null", "a" * 300, "http://localhost/x.csv", "folder/x"),
    ),
    "kind": _KINDS,
    "options": ({}, None, {"encoding": "latin-1"}, []),
}
TARGET: Mapping[str, tuple[Any, ...]] = {
    "kind": _KINDS,
    "name": (
        *("released", "people", "recipe", "x" * 120, "x" * 121, "é" * 120, "CON", "a.b", ".hidden"),
        *("../up", "a\\b", "a ", "x.audit", "e\u0301", "x.NOT-PRIVATE", "\u202ecsv"),
    ),
    "formulas": ("keep", "neutralise", "escape"),
}
WHOLE: Mapping[str, tuple[Any, ...]] = {
    "format": ("statveil-recipe/2", "statveil-recipe/1", "statveil-audit/2"),
    "missing": ("leave-out", "use-observed", "impute"),
    "strata": (["REGION"], ["ILL"], ["PERSON"], ["NOPE"], [], ["AGE"], *_LISTS),
    "weight": (*_COLUMNS, "NOPE", None),
    "keep_order": _FLAGS,
    "insecure_test_seed": (0, 1, 2**64, -1, _HUGE, None),
    "project": ({}, [], {"confirmed": []}, {"more": 1}, None),
}
SENSIBLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("AGE", {"scale": "continuous"}),
    ("AGE", {"scale": "integer", "domain": [0, 130]}),
    ("HOURS", {"scale": "continuous", "domain": [0, 100], "precision": 1}),
    ("EDU", {"scale": "ordinal", "order": _LEVELS}),
    ("JOB", {"scale": "nominal"}),
    ("JOB", {"scale": "nominal", "taxonomy": "tree.csv"}),
    ("JOB", {"scale": "nominal", "categories": _JOBS}),
    ("LAND", {"scale": "nominal", "taxonomy": "shipped:countries"}),
    ("DAY", {"scale": "date", "domain": ["1900-01-01", "2020-01-01"]}),
    ("REGION", {"scale": "nominal"}),
    ("W", {"scale": "continuous"}),
    ("INCOME", {"scale": "continuous", "domain": [0, 1000000]}),
    ("ILL", {"scale": "nominal"}),
    ("GAP", {"scale": "continuous"}),
    ("NOTE", {}),
)
