"""Small files of firms, and their releases."""

from __future__ import annotations

from random import Random
from typing import Any

import pandas as pd

from tests.attributes import describe
from tests.core.command_line.conftest import Bench

Recipe = dict[str, Any]


def firms(count: int, seed: int = 3) -> pd.DataFrame:
    draw = Random(seed)
    return pd.DataFrame(
        {
            "AREA": [draw.choice("abc") for _ in range(count)],
            "SALES": [round(draw.lognormvariate(4, 0.5), 1) for _ in range(count)],
            "STAFF": [draw.randint(0, 30) for _ in range(count)],
            "DEBT": [float(i % 11) for i in range(count)],
            "KIND": [draw.choice("xy") for _ in range(count)],
        }
    )


def attributes(**changed: Recipe) -> list[Recipe]:
    """List the columns of `firms`, some of them with another role."""
    columns = "AREA other, SALES quasi continuous, STAFF quasi integer, "
    return describe(f"{columns}DEBT confidential continuous, KIND drop", **changed)


def protect_firms(bench: Bench, table: pd.DataFrame, **settings: Any) -> int:
    """Protect a table of `firms`; return the status."""
    bench.people(table)
    bench.recipe(**{"attributes": attributes(), "method": {"name": "mdav", "k": 3}, **settings})
    return bench.protect("--overwrite")
