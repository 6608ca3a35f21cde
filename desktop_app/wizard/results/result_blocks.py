"""Blocks of a result in words: which clusters are looked at, and what k holds for each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from core.model import Block, Result
from desktop_app.text import number, tr, tr_n

_MOST_CHARACTERS = 32
_WHOLE = Qt.ItemDataRole.ToolTipRole


def fill_blocks(box: QComboBox, blocks: Sequence[Block], chosen: int | None) -> None:
    """List all columns together and each block; nothing without blocks."""
    titles = [block_title(at, block) for at, block in enumerate(blocks)]
    listed = [tr("All columns together"), *titles] if titles else []
    if [box.itemData(i, _WHOLE) for i in range(box.count())] != listed:
        box.clear()
        for at, title in enumerate(listed):
            box.addItem(_short(title), at - 1 if at else None)
            box.setItemData(at, title, _WHOLE)
        # Wide enough for every title as it is shown.
        box.setMinimumContentsLength(max(map(len, map(_short, listed)), default=0))
    box.setCurrentIndex(0 if chosen is None else chosen + 1)
    box.setToolTip(str(box.currentData(_WHOLE) or ""))


def _short(title: str) -> str:
    """Return a title that fits beside the tabs; its tooltip has the whole."""
    if len(title) <= _MOST_CHARACTERS:
        return title
    return title[: _MOST_CHARACTERS - 1].rstrip(" ,") + "…"


def block_title(at: int, block: Block) -> str:
    """Return what a block is called; a column by itself is called by its name."""
    if len(block.columns) == 1:
        return block.columns[0]
    return tr("Block {number}: {names}", number=at + 1, names=", ".join(block.columns))


def blocks_verdict(result: Result) -> list[str]:
    """Return which k holds for each block, and which over all columns, in sentences."""
    least = [int(block.clusters.sizes.min()) for block in result.blocks]
    if all(len(block.columns) == 1 for block in result.blocks) and len(set(least)) == 1:
        said = [_alone(len(least), least[0])]
    elif len(set(least)) == 1:
        said = [_even(result.blocks, least[0])]
    else:
        said = [_each(block, k) for block, k in zip(result.blocks, least, strict=True)]
    return [*said, _together(result.k_reached)]


def _alone(columns: int, k: int) -> str:
    return tr_n(
        "In each of {columns} columns by itself every record shares its value with at least "
        "{count} other.",
        "In each of {columns} columns by itself every record shares its value with at least "
        "{count} others.",
        k - 1,
        columns=columns,
    )


def _even(blocks: Sequence[Block], k: int) -> str:
    return tr_n(
        "In each block by itself ({blocks}) every record shares its values with at least "
        "{count} other.",
        "In each block by itself ({blocks}) every record shares its values with at least "
        "{count} others.",
        k - 1,
        blocks=" | ".join(", ".join(block.columns) for block in blocks),
    )


def _each(block: Block, k: int) -> str:
    return tr_n(
        "In {names} every record shares its values with at least {count} other.",
        "In {names} every record shares its values with at least {count} others.",
        k - 1,
        names=", ".join(block.columns),
    )


def _together(k: int) -> str:
    if k == 1:
        return tr("Over all columns together k is 1: some records are unique.")
    return tr("Over all columns together k is {k}.", k=number(k))
