"""Keep pyarrow from importing pandas, which would take a third of a second of every command.

Before its first array pyarrow asks, once in a process and in two places, whether pandas is there:
a caller might pass objects of pandas. We never do. Importing this module lets it ask while pandas
cannot be imported; it can be imported afterwards.
"""

from __future__ import annotations

import sys

import pyarrow as pa


class _PandasHidden:
    """A finder that says that pandas is not installed."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name, name=name)


if "pandas" not in sys.modules:
    sys.meta_path.insert(0, _PandasHidden)
    try:
        pa.array([0, None]).to_numpy(zero_copy_only=False)
    finally:
        sys.meta_path.remove(_PandasHidden)
