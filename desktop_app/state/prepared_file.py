"""The open file as preparing steps leave it. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.model import Dataset

if TYPE_CHECKING:
    from core.io import ColumnProfile


@dataclass(frozen=True, slots=True, eq=False)
class PreparedFile:
    """Records as steps prepare them, and a profile of each column."""

    dataset: Dataset
    profiles: tuple[ColumnProfile, ...]
