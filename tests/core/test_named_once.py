"""A sentence is preceded by the column that it is about, unless it names the column itself."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from core.command_line import main
from core.errors import Problem, Where
from core.messages import CATALOGUE, sentence

NAMING = {"column", "columns", "published", "masked"}


def fields(form: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(form) if name]


NAMED = [code for code, template in CATALOGUE.items() if NAMING & {*fields(template.other)}]


def test_each_sentence_that_names_the_column_is_not_preceded_by_it() -> None:
    found = []
    for code in NAMED:
        if code.startswith("at-"):
            continue
        form = CATALOGUE[code].other
        # No other text of the catalogue has an X with an underscore.
        params = {name: "X_1" if name in NAMING else "other" for name in fields(form)}
        codes = {"what": "word-units", "span": "word-month"}
        params |= {name: code for name, code in codes.items() if name in params}
        said = sentence(Problem(code, Where("X_1"), params))
        times = sum(name in NAMING for name in fields(form))
        found += [said] if said.count("X_1") != times else []
    assert found == []
    assert len(NAMED) > 50


@pytest.mark.parametrize(
    ("code", "where", "params", "said"),
    [
        (
            "undone-part",
            Where("TAX"),
            {"published": ("TAX",), "masked": ("INCOME",), "count": 842},
            "TAX is published as it is, and in 842 records the masked INCOME can be computed "
            "from it. Mask it as well, or leave it out.",
        ),
        (
            "undone",
            Where("TAX"),
            {"published": ("TAX", "NET"), "masked": ("INCOME",), "share": 99.98, "count": 2},
            "TAX, NET are published as they are, and 99.98 % of the variance of the masked "
            "INCOME follows from them, or of a sum, ratio or product of these columns. Mask them "
            "as well, or leave one of them out.",
        ),
        (
            "recipe-column-twice",
            Where("TAX", 3),
            {"column": "TAX", "field": "attributes[1]"},
            "Row 3: Column TAX is described twice (“attributes[1]”).",
        ),
        # One that names other columns still says which one it is about.
        (
            "weight-reveals",
            Where("WEIGHT"),
            {"columns": ("REGION",), "shown": 80, "rows": 90},
            "Column WEIGHT: The weight reveals the category of REGION in 80 of 90 records: ",
        ),
    ],
)
def test_it_is_named_where_users_look_for_it(code, where, params, said) -> None:
    assert sentence(Problem(code, where, params)).startswith(said)


def test_suggest_says_each_name_once(tmp_path: Path, capsys) -> None:
    ages = [18 + i * 37 % 61 for i in range(300)]
    rows = [f"{age},{i * 7919 % 9973},{50 * max(0, age - 40)}" for i, age in enumerate(ages)]
    place = tmp_path / "people.csv"
    place.write_text("AGE,INCOME,WAGE\n" + "\n".join(rows) + "\n")
    assert main(["suggest", str(place)]) == 0
    (said,) = (line for line in capsys.readouterr().out.splitlines() if "published" in line)
    older = sum(age > 40 for age in ages)
    assert said == (
        f"  WAGE is published as it is, and in {older} records the masked AGE can be computed "
        "from it."
    )
