"""How long a file takes as a whole and in blocks. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.cost import seconds_for
from core.protect import METHODS
from desktop_app.state.draft import Draft

# Users who wait longer are shown that there is another way.
_LONG_SECONDS = 60.0

USUAL_BLOCK = 100_000
"""The most records of a block, unless the user wants others."""


@dataclass(frozen=True, slots=True)
class BlockTime:
    """Approximate seconds of a run.

    Attributes
    ----------
    whole, parts : float
        As a whole, and in blocks.
    """

    whole: float
    parts: float

    @property
    def is_long(self) -> bool:
        """Whether blocks should be offered."""
        return self.whole > _LONG_SECONDS and self.parts < 0.5 * self.whole


def block_time(draft: Draft, records: int, usual: int = USUAL_BLOCK) -> BlockTime | None:
    """Estimate the times of a draft's method; ``None`` if the file is no larger than a block.

    A draft without blocks is held against blocks of `usual` records.
    """
    block = usual if draft.scale is None else draft.scale.block
    if draft.method.name not in METHODS or records <= block:
        return None
    seconds = seconds_for(draft.method, draft.schema, records)
    return BlockTime(seconds, seconds_for(draft.method, draft.schema, records, block))
