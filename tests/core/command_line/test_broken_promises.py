"""Whatever goes wrong on the way, a file that does not keep its promise is no release."""

from __future__ import annotations

import errno
from dataclasses import replace
from importlib import import_module

import pytest

from core.io import write_to
from core.protect import Protected, protect
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench


def changed(columns, name, row, value):
    """Return the columns with one cell changed."""
    values = columns[[c.name for c in columns].index(name)].values.copy()
    values[row] = value
    return tuple(replace(c, values=values) if c.name == name else c for c in columns)


def alone(columns):
    """Return the columns with a record that is like no other."""
    return changed(columns, "AGE", 0, 99)


def test_a_method_that_leaves_a_record_alone_gives_no_release(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(*given) -> Protected:
        made = protect(*given)
        return replace(made, columns=alone(made.columns))

    monkeypatch.setattr(import_module("core.pipeline.execute"), "protect", careless)
    bench.check_refused("3", status=3)


@pytest.mark.parametrize(("column", "value"), [("AGE", 99), ("INCOME", 1e9)])
def test_a_writer_that_changes_a_cell_gives_no_release(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, column: str, value: float
) -> None:
    def careless(columns, *more):
        return write_to(changed(columns, column, 5, value), *more)

    monkeypatch.setattr(import_module("core.pipeline.seal.file_draft"), "write_to", careless)
    bench.check_refused(column, status=3)
    assert str(value) not in bench.err


def test_a_writer_that_forgets_a_record_gives_no_release(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(columns, kind, order, to):
        return write_to(columns, kind, order[1:], to)

    monkeypatch.setattr(import_module("core.pipeline.seal.file_draft"), "write_to", careless)
    bench.check_refused("39", "40", status=3)


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (MemoryError(), "The machine has not enough memory for this file."),
        (OSError(errno.ENOSPC, "no space"), "A disk is full, so the work could not continue."),
    ],
)
def test_a_machine_that_is_too_small_is_status_four_and_a_sentence(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, failure: Exception, sentence: str
) -> None:
    def fail(*_: object) -> Protected:
        raise failure

    monkeypatch.setattr(import_module("core.pipeline.execute"), "protect", fail)
    bench.check_refused(sentence, status=4)


def test_dates_are_verified_as_their_file_writes_them(bench: Bench) -> None:
    """None of these dates tells day from month, so only the log says what they are."""
    dates = [f"{1 + i % 12:02}/{1 + i % 7:02}/2020" for i in range(40)]
    rows = [[*row, date] for row, date in zip(PEOPLE, ["SEEN", *dates], strict=True)]
    bench.people(rows)
    bench.release_as(
        attributes=[*ATTRIBUTES, {"name": "SEEN", "role": "other"}],
        input={"path": "people.csv", "kind": "csv", "options": {"dates": "%d/%m/%Y"}},
    )
    entries = {column["name"]: column for column in bench.document()["files"][0]["columns"]}
    assert entries["SEEN"] == {"name": "SEEN", "kind": "date", "format": "%d/%m/%Y"}
    assert entries["AGE"] == {"name": "AGE", "kind": "integer"}
    assert bench.verify() == 0, bench.err
