"""Numbers that a float64 does not hold, types of untouched columns, and names with a NUL."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from core.command_line import main

EXACT = 2**53


def protect(folder: Path, source: str, kind: str, roles: dict[str, str]) -> int:
    attributes = [
        {"name": name, "role": role, **({} if role in ("other", "drop") else {"scale": "integer"})}
        for name, role in roles.items()
    ]
    recipe = {
        "format": "statveil-recipe/1",
        "input": {"path": source, "kind": kind},
        "attributes": attributes,
        "keep_order": True,
        "method": {"name": "mdav", "k": 3},
        "output": {"kind": kind, "name": "out"},
    }
    (folder / "recipe.json").write_text(json.dumps(recipe))
    return main(["protect", str(folder / "recipe.json"), "--output", str(folder / "out")])


@pytest.mark.parametrize("role", ["quasi-identifier", "confidential"])
@pytest.mark.parametrize(
    ("first", "step", "lost"), [(EXACT + 1, 2, 12), (EXACT - 40, 1, 0), (EXACT, 2, 0)]
)
def test_whole_numbers_that_are_rounded_are_warned_of(
    tmp_path: Path, capsys, first: int, step: int, lost: int, role: str
) -> None:
    rows = [f"{first + step * i},{i * 5 % 7}" for i in range(12)]
    (tmp_path / "in.csv").write_text("A,B\n" + "\n".join(rows) + "\n")

    assert protect(tmp_path, "in.csv", "csv", {"A": role, "B": "quasi-identifier"}) == 0

    said = f"Column A: {lost} numbers have more digits than Statveil computes with"
    assert (said in capsys.readouterr().out) == bool(lost)
    if role == "confidential":
        released = (tmp_path / "out/public/out.csv").read_text().splitlines()[1:]
        assert [row.split(",")[0] for row in released] == [row.split(",")[0] for row in rows]


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_untouched_columns_keep_their_types_and_digits(tmp_path: Path, kind: str) -> None:
    count = range(12)
    table = pa.table(
        {
            "A": pa.array(count, pa.int64()),
            "B": pa.array([i * 3 % 7 for i in count], pa.int64()),
            "byte": pa.array([i - 5 for i in count], pa.int8()),
            "word": pa.array(count, pa.uint16()),
            "single": pa.array([0.1 * i for i in count], pa.float32()),
            "decimal": pa.array([Decimal("1.10") + i for i in count], pa.decimal128(10, 2)),
            "long": pa.array([EXACT + 1 + 2 * i for i in count], pa.int64()),
            "longer": pa.array([2**63 + i // 2 for i in count], pa.uint64()),
        }
    )
    write, read = {
        "parquet": (pa.parquet.write_table, pa.parquet.read_table),
        "feather": (pa.feather.write_feather, pa.feather.read_table),
    }[kind]
    write(table, tmp_path / f"in.{kind}")
    untouched = table.column_names[2:]
    roles = dict.fromkeys(["A", "B"], "quasi-identifier") | dict.fromkeys(untouched, "other")

    assert protect(tmp_path, f"in.{kind}", kind, roles) == 0

    released = read(tmp_path / f"out/public/out.{kind}")
    for name in untouched:
        assert released.schema.field(name).type == table.schema.field(name).type, name
        assert released.column(name).to_pylist() == table.column(name).to_pylist(), name


@pytest.mark.parametrize("role", ["quasi-identifier", "other", "identifier", "drop"])
def test_a_name_with_a_nul_is_refused_unless_it_is_left_out(
    tmp_path: Path, capsys, role: str
) -> None:
    values = pa.array([i * 5 % 7 for i in range(12)])
    table = pa.table({"A\0B": values, "C": values, "D": pa.array(range(12))})
    pa.parquet.write_table(table, tmp_path / "in.parquet")
    roles = {"A\0B": role, "C": "quasi-identifier", "D": "quasi-identifier"}

    status = protect(tmp_path, "in.parquet", "parquet", roles)

    err = capsys.readouterr().err
    assert status == (0 if role in ("identifier", "drop") else 2)
    assert ("holds a NUL character" in err) == (status == 2)
    assert len(err.splitlines()) == (status == 2)
