"""Preparing steps: how columns are recoded before anything else."""

from core.model.preparing.actions import (
    Action,
    Age,
    Band,
    BandLabel,
    Drop,
    Group,
    Level,
    Period,
    Preparing,
    Rare,
    Round,
    Span,
    TailCoding,
    TailValue,
)
from core.model.preparing.prepared import Prepared, PreparedColumn, PreparedStep, PreparingLoss

__all__ = [
    "Action",
    "Age",
    "Band",
    "BandLabel",
    "Drop",
    "Group",
    "Level",
    "Period",
    "Prepared",
    "PreparedColumn",
    "PreparedStep",
    "Preparing",
    "PreparingLoss",
    "Rare",
    "Round",
    "Span",
    "TailCoding",
    "TailValue",
]
