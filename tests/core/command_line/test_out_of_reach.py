"""Names that no file can have, headers that are records, and days that are none."""

from __future__ import annotations

import json

import pytest

from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE


@pytest.mark.parametrize("path", ["a" * 300, "/", ".", "b/" * 3000, "people.csv/x"])
def test_an_input_that_can_be_no_file(bench, path: str) -> None:
    bench.recipe(input={"path": path, "kind": "csv"})

    assert bench.protect() == 2
    assert len(bench.err.splitlines()) == 1
    assert not bench.release.exists()


def test_a_name_with_no_space_left_for_another_suffix(bench) -> None:
    """The dictionary or the catalog beside such a file could not have the name looked for."""
    name = "p" * 247 + ".csv"
    bench.people().rename(bench.folder / name)
    bench.recipe(input={"path": name, "kind": "csv"})

    assert bench.protect() == 0


def test_a_ledger_that_can_be_no_file(bench) -> None:
    assert bench.protect("--ledger", bench.folder / ("l" * 300)) == 2
    assert "too long" in bench.err
    assert not bench.release.exists()


@pytest.mark.parametrize("header", [{"skip": 5}, {"delimiter": ";"}])
def test_a_header_that_is_a_record_is_not_repeated(bench, header: dict[str, object]) -> None:
    bench.recipe(input={"path": "people.csv", "kind": "csv", "options": header})
    bench.check_refused("none of the columns that the recipe describes")
    assert not [cell for cell in PEOPLE[5] if len(cell) > 2 and cell in bench.err]


@pytest.mark.parametrize("domain", [[0.1, 0.3], [0, 1e9], [0, 20000], [-1e300, 1e300]])
def test_a_domain_of_dates_is_two_days(bench, domain: list[float]) -> None:
    """A log would hold other days than these numbers, or could not hold them at all."""
    rows = [[*row, f"20{i:02}-01-17" if i else "BORN"] for i, row in enumerate(PEOPLE)]
    bench.people(rows)
    born = {"name": "BORN", "role": "quasi-identifier", "scale": "date", "domain": domain}
    recipe = bench.recipe(attributes=[*ATTRIBUTES, born], keep_order=False)

    assert bench.protect() == 2
    assert bench.err.startswith("Column BORN: ")
    assert "two days" in bench.err
    document = json.loads(recipe.read_text())
    document["attributes"][-1]["domain"] = ["1990-01-01", "2050-12-31"]
    recipe.write_text(json.dumps(document))
    assert bench.protect() == 0
