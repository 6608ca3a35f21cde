"""Figures that users of a file compute, on the original and on the release."""

from core.measure.figures.compare_figures import compare_figures
from core.measure.figures.complete_cases import SideRecords, sample_of
from core.measure.figures.usual_figures import usual_figures
