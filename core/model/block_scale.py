"""How a large file is protected: in blocks of limited size."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BlockScale:
    """The scale of a recipe (manual: methods#blocks).

    Attributes
    ----------
    block : int
        The most records of a block. A larger part of the file is cut into several.
    """

    block: int
