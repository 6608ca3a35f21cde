"""Numbers that a float64 does not hold, types of untouched columns, and names with a NUL."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from tests.attributes import declare
from tests.core.command_line.conftest import Bench
from tests.statuses import READY

EXACT = 2**53
WRITERS = {"parquet": pa.parquet.write_table, "feather": pa.feather.write_feather}
# No number of the records in order, which no release may keep.
MIXED = [6, 2, 11, 0, 8, 4, 10, 1, 7, 3, 9, 5]


def protect(bench: Bench, kind: str, roles: dict[str, str], target: str | None = None) -> int:
    attributes = [
        {"name": name, **declare(role if role in ("other", "drop") else f"{role} integer")}
        for name, role in roles.items()
    ]
    bench.recipe(
        {"name": "mdav", "k": 3},
        input={"path": f"in.{kind}", "kind": kind},
        attributes=attributes,
        output={"kind": target or kind, "name": "out"},
    )
    return bench.protect()


@pytest.mark.parametrize(
    ("first", "step", "lost"), [(EXACT + 1, 2, 12), (EXACT - 40, 1, 0), (EXACT, 2, 0)]
)
def test_whole_numbers_that_are_rounded_are_warned_of(
    bench: Bench, first: int, step: int, lost: int
) -> None:
    cells = [str(first + step * i) for i in MIXED]
    rows = [f"{cell},{cell},{i * 5 % 7}" for cell, i in zip(cells, MIXED, strict=True)]
    (bench.folder / "in.csv").write_text("\n".join(["A,B,C", *rows]) + "\n")

    roles = {"A": "quasi-identifier", "B": "confidential", "C": "quasi-identifier"}
    assert protect(bench, "csv", roles) == READY

    for name in "AB":
        said = f"Column {name}: {lost} numbers have more digits than Statveil computes with"
        assert (said in bench.out) == bool(lost)
    released = (bench.release / "public/out.csv").read_text().splitlines()[1:]
    assert [row.split(",")[1] for row in released] == cells


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_untouched_columns_keep_their_types_and_digits(bench: Bench, kind: str) -> None:
    count = MIXED
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
    WRITERS[kind](table, bench.folder / f"in.{kind}")
    untouched = table.column_names[2:]
    roles = dict.fromkeys(["A", "B"], "quasi-identifier") | dict.fromkeys(untouched, "other")

    assert protect(bench, kind, roles) == 0

    read = pa.parquet.read_table if kind == "parquet" else pa.feather.read_table
    released = read(bench.release / f"public/out.{kind}")
    for name in untouched:
        assert released.schema.field(name).type == table.schema.field(name).type, name
        assert released.column(name).to_pylist() == table.column(name).to_pylist(), name


@pytest.mark.parametrize(
    ("kind", "target"), [("parquet", "csv"), ("feather", "xlsx"), ("parquet", "sav")]
)
def test_decimals_are_the_nearest_numbers(bench: Bench, kind: str, target: str) -> None:
    """The library that reads them makes 6219.9800000000005 of 6219.980."""
    amounts = [Decimal(cents).scaleb(-2) for cents in (621998, 412719, 964780, 691236, 10, 2970)]
    columns = {"A": range(12), "B": [i * 3 % 7 for i in range(12)]}
    table = pa.table({**columns, "amount": pa.array([*amounts, *amounts], pa.decimal128(12, 3))})
    WRITERS[kind](table, bench.folder / f"in.{kind}")
    roles = {"A": "quasi-identifier", "B": "quasi-identifier", "amount": "other"}

    assert protect(bench, kind, roles, target) == 0

    released = bench.release / f"public/out.{target}"
    if target == "csv":
        rows = released.read_text().splitlines()[1:]
        found = [row.split(",")[2] for row in rows]
        assert found == [f"{amount:.3f}" for amount in [*amounts, *amounts]]
    else:
        read = pd.read_spss if target == "sav" else partial(pd.read_excel, engine="openpyxl")
        frame = read(released)
        assert frame["amount"].tolist() == [float(amount) for amount in [*amounts, *amounts]]


@pytest.mark.parametrize("role", ["quasi-identifier", "other", "identifier", "drop"])
def test_a_name_with_a_nul_is_refused_unless_it_is_left_out(bench: Bench, role: str) -> None:
    values = pa.array([i * 5 % 7 for i in range(12)])
    table = pa.table({"A\0B": values, "C": values, "D": pa.array(range(12))})
    pa.parquet.write_table(table, bench.folder / "in.parquet")
    roles = {"A\0B": role, "C": "quasi-identifier", "D": "quasi-identifier"}

    status = protect(bench, "parquet", roles)

    assert status == (0 if role in ("identifier", "drop") else 2)
    assert ("contains a NUL character" in bench.err) == (status == 2)
    assert len(bench.err.splitlines()) == (status == 2)
