"""Figures that users of a file compute: what is asked for, and both sides compared."""

from core.model.figures.compared_figure import ComparedFigure, Estimate, FigureValue, Side
from core.model.figures.figure import Figure, FigureKind

__all__ = ["ComparedFigure", "Estimate", "Figure", "FigureKind", "FigureValue", "Side"]
