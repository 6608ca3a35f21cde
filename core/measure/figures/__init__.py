"""Figures that users of a file compute, on the original and on the release."""

from core.measure.figures.compare_figures import compare_figures
from core.measure.figures.complete_cases import SideRecords, cases_of, sample_of

__all__ = ["SideRecords", "cases_of", "compare_figures", "sample_of"]
