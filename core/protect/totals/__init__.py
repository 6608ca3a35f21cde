"""Totals by domain: group values are calibrated to those of the original."""

from core.protect.totals.calibration import calibrated
from core.protect.totals.checks import totals_problems

__all__ = ["calibrated", "totals_problems"]
