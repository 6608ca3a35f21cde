"""Figures that users of a file compute, on the original and on the release."""

from core.measure.figures.compare_figures import compare_figures
from core.measure.figures.complete_cases import SideRecords, cases_of, sample_of
from core.measure.figures.proposed_figures import proposed_figures

__all__ = ["SideRecords", "cases_of", "compare_figures", "proposed_figures", "sample_of"]
