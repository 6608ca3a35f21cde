"""Recipes and logs with numbers, texts and levels that no program should choke on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

LONG = "9" * 400
ENDLESS = "9" * 5000


def one_sentence(said: str) -> str:
    assert "Traceback" not in said, said
    assert len(said.strip().splitlines()) == 1, said
    return said


HOSTILE = {
    "domain of 400 digits": ('"INCOME_DOMAIN"', f"[0, {LONG}]"),
    "precision of 400 digits": ('"INCOME_PRECISION"', LONG),
    "k of 400 digits": ('"K"', LONG),
    "k of 5,000 digits": ('"K"', ENDLESS),
    "unknown key of 5,000 digits": ('"EXTRA"', ENDLESS),
    "t without end": ('"T"', "1e999"),
    "t that vanishes": ('"T"', "1e-999"),
    "surrogate in an order": ('"ORDER"', '["\\ud800"]'),
    "surrogate in missing": ('"MISSING"', '["\\udfff"]'),
    "surrogate in a taxonomy": ('"TAXONOMY"', '"\\ud800.csv"'),
    "surrogate in a key": ('"EXTRA"', '{"\\ud800": 1}'),
    "nul in a taxonomy": ('"TAXONOMY"', '"a\\u0000b.csv"'),
    "nul in the input": ('"PATH"', '"a\\u0000b.csv"'),
    "nested too deep to read": ('"EXTRA"', "[" * 100_000 + "]" * 100_000),
    "nested too deep to go through": ('"EXTRA"', "[" * 900 + "]" * 900),
}


def spoiled(bench, place: str, value: str) -> Path:
    """Write a recipe in which the text `place` gives way to the JSON `value`."""
    income = {"name": "INCOME", "role": "confidential", "scale": "continuous"}
    spots = {
        '"INCOME_DOMAIN"': income | {"domain": "INCOME_DOMAIN"},
        '"INCOME_PRECISION"': income | {"precision": "INCOME_PRECISION"},
        '"ORDER"': income | {"scale": "ordinal", "order": "ORDER"},
        '"TAXONOMY"': income | {"scale": "nominal", "taxonomy": "TAXONOMY"},
    }
    path = bench.recipe()
    document = json.loads(path.read_text())
    document["attributes"][3] = spots.get(place, income)
    document["method"] |= {"k": "K"} if place == '"K"' else {}
    document["method"] |= {"t": "T"} if place == '"T"' else {}
    document["input"] |= {"path": "PATH"} if place == '"PATH"' else {}
    document["input"] |= {"options": {"missing": "MISSING"}} if place == '"MISSING"' else {}
    document |= {"extra": "EXTRA"} if place == '"EXTRA"' else {}
    written = json.dumps(document)
    assert written.count(place) == 1
    path.write_text(written.replace(place, value))
    return path


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_value_in_a_recipe_is_refused(bench, case: str) -> None:
    spoiled(bench, *HOSTILE[case])
    before = bench.everything()

    assert bench.protect() == 2, bench.err

    assert one_sentence(bench.err)
    assert bench.everything() == before


@pytest.mark.parametrize("name", ["K", "SEED", "REFINE"])
def test_a_whole_number_of_a_hundred_digits_is_no_defect(bench, name: str) -> None:
    """The longest number that is read at all reaches every check that comes after."""
    huge = 10**99
    method = {"name": "best", "k": 3}
    bench.recipe(
        {
            "K": method | {"k": huge},
            "SEED": method | {"seed": huge},
            "REFINE": {"name": "mdav", "k": 3, "refine": huge},
        }[name]
    )

    assert bench.protect() == 2, bench.err
    assert one_sentence(bench.err)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"e-", "e9"),
        (r'"rows": 40', '"rows": ' + ENDLESS),
        (r'"rows": 40', '"rows": ' + LONG),
        (r'"rows": 40', '"rows": 1e999'),
        (r'"role": "other"', r'"role": "\ud800"'),
    ],
)
def test_a_changed_byte_in_a_log_is_no_defect(released, old: str, new: str) -> None:
    log = released.log()
    found = log.read_text()
    if old == "e-" and old not in found:
        old = found[found.index('"k_reached": ') :].splitlines()[0].rstrip(",")
        new = '"k_reached": 1.2e905'
    assert old in found
    log.write_text(found.replace(old, new, 1))

    assert released.run("verify", log) in (2, 3), released.err
    assert "Traceback" not in released.err
    assert released.err.strip()
