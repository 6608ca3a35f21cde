"""Relations between the columns of a file: units, skipped questions, zeros, undone masks."""

from core.io.structure.kept_zeros import KeptZeros, find_kept_zeros
from core.io.structure.likely_units import LikelyUnit, find_units

__all__ = ["KeptZeros", "LikelyUnit", "find_kept_zeros", "find_units"]
