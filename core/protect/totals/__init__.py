"""Totals by domain: group values are calibrate_totals to those of the original."""

from core.protect.totals.calibration import calibrate_totals
from core.protect.totals.checks import totals_problems
