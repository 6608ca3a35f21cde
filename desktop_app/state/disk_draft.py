"""What a draft needs so that its file can be protected on disk. Knows no Qt."""

from __future__ import annotations

from dataclasses import replace

from core.model import BlockScale, FileKind
from desktop_app.state.draft import Draft

USUAL_BLOCK = 100_000
"""The most records of a block, unless the user wants others."""


def fit_for_disk(draft: Draft) -> Draft:
    """Return the draft with blocks, if its method works in blocks, and a kind of file in parts."""
    # Where a file is open, its formats are imported already.
    from core.io.sampling.file_extent import writes_in_parts

    target = draft.target
    if not writes_in_parts(target.kind):
        target = replace(target, kind=FileKind.PARQUET)
    return replace(draft, scale=scale_on_disk(draft), target=target)


def scale_on_disk(draft: Draft) -> BlockScale | None:
    """Return the blocks of a draft; ``None`` if its method needs none."""
    # The window is painted before the methods are imported.
    from core.protect import METHODS

    spec = METHODS.get(draft.method.name)
    if spec is not None and not spec.in_blocks:
        return None
    return draft.scale or BlockScale(USUAL_BLOCK)
