"""Totals by domain: group values are calibrated to those of the original."""

from core.protect.totals.calibration import GroupedPart, calibrated, calibration
from core.protect.totals.checks import totals_problems

__all__ = ["GroupedPart", "calibrated", "calibration", "totals_problems"]
