"""Relations between the columns of a file: units, zeros, skewed amounts and the like."""

from core.inspect.structure.kept_zeros import KeptZeros, find_kept_zeros
from core.inspect.structure.likely_units import LikelyUnit, describe_unit, find_units
from core.inspect.structure.revealing_weights import find_revealing_weight
from core.inspect.structure.skewed_amounts import SkewedAmounts, find_skewed_amounts
from core.inspect.structure.skipped_questions import SkippedQuestion, find_skipped_questions
from core.inspect.structure.undone_masks import UndoneMask
from core.inspect.structure.unit_sums import find_revealing_columns
