"""Keep pyarrow from importing pandas, which would take a third of a second of every command.

Before its first array pyarrow asks, once in a process and in two places, whether pandas is there:
a caller might pass objects of pandas. We never do. Importing this module lets it ask while pandas
cannot be imported; it can be imported afterwards.
"""

from __future__ import annotations

import sys

import pyarrow as pa

from core.hidden_packages import hide_package

if "pandas" not in sys.modules:
    with hide_package("pandas"):
        pa.array([0, None]).to_numpy(zero_copy_only=False)
