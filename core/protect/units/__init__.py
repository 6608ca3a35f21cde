"""Protects units that consist of several records: households, firms, trajectories."""

from core.protect.units.member_clusters import cluster_members, failing_groups
from core.protect.units.protect_units import joined_units, protect_units
from core.protect.units.unit_checks import (
    LargerUnits,
    SmallPattern,
    Unnumbered,
    larger_units,
    small_patterns,
    units_of_size,
    without_number,
)
from core.protect.units.unit_clusters import (
    UnitClusters,
    cluster_units,
    released_columns,
    takes_units,
)
from core.protect.units.unit_dominance import unit_dominance_limits
from core.protect.units.unit_file import (
    UnitFile,
    UnitPattern,
    patterns_of,
    unit_file,
    without,
)

__all__ = [
    "LargerUnits",
    "SmallPattern",
    "UnitClusters",
    "UnitFile",
    "UnitPattern",
    "Unnumbered",
    "cluster_members",
    "cluster_units",
    "failing_groups",
    "joined_units",
    "larger_units",
    "patterns_of",
    "protect_units",
    "released_columns",
    "small_patterns",
    "takes_units",
    "unit_dominance_limits",
    "unit_file",
    "units_of_size",
    "without",
    "without_number",
]
