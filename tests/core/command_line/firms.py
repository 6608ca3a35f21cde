"""Small files of firms, and their releases."""

from __future__ import annotations

from random import Random
from typing import Any

import pandas as pd

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
    quasi = {"role": "quasi-identifier"}
    plain: dict[str, Recipe] = {
        "AREA": {"role": "other"},
        "SALES": {**quasi, "scale": "continuous"},
        "STAFF": {**quasi, "scale": "integer"},
        "DEBT": {"role": "confidential", "scale": "continuous"},
        "KIND": {"role": "drop"},
    }
    return [{"name": name, **entry} for name, entry in {**plain, **changed}.items()]


def protect_firms(bench: Bench, table: pd.DataFrame, **settings: Any) -> int:
    """Protect a table of `firms`; return the status."""
    bench.people(table)
    bench.recipe(**{"attributes": attributes(), "method": {"name": "mdav", "k": 3}, **settings})
    return bench.protect("--overwrite")
