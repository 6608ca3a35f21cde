"""What a draft needs so that its file can be protected on disk. Knows no Qt."""

from __future__ import annotations

from dataclasses import replace

from core.model import BlockScale, FileKind
from desktop_app.state.draft import Draft

USUAL_BLOCK = 100_000
"""The most records of a block, unless the user wants others."""


def fit_for_disk(draft: Draft) -> Draft:
    """Return the draft with blocks, and with a kind of file that can be written in parts."""
    # Where a file is open, its formats are imported already.
    from core.io.sampling.file_extent import writes_in_parts

    scale = draft.scale or BlockScale(USUAL_BLOCK)
    target = draft.target
    if not writes_in_parts(target.kind):
        target = replace(target, kind=FileKind.PARQUET)
    return replace(draft, scale=scale, target=target)
