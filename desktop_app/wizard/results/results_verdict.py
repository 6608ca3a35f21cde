"""The verdict on a result in words, and what k holds for each block of quasi-identifiers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from core.model import Block, Result
from core.protect import claim_of_plan, promise_of
from desktop_app.text import join_sentences, number, to_decimals, tr, tr_n
from desktop_app.views.plain import set_entry_tip, set_tip, tip
from desktop_app.wizard.privacy.claim_view import claim_text

_MOST_CHARACTERS = 32
_WHOLE = Qt.ItemDataRole.ToolTipRole


def verdict(result: Result) -> str:
    """Return the k and t that were reached and what was kept, in whole sentences."""
    private = claim_of_plan(result.plan)
    if private is not None:
        return claim_text(private)
    promise = promise_of(result.plan.project.recipe.method)
    if promise.is_nothing:
        sentences = [
            tr("<b>Nothing is promised:</b> records are not grouped."),
            tr_n(
                "Counted, the smallest group has {count} record.",
                "Counted, the smallest group has {count} records.",
                result.k_reached,
            ),
            *_linkage(result),
        ]
    elif result.blocks:
        sentences = blocks_verdict(result)
    elif result.core:
        sentences = [
            tr_n(
                "Records are drawn from groups of at least {count}; in the file they differ.",
                "Records are drawn from groups of at least {count}; in the file they differ.",
                result.k_reached,
            )
        ]
    elif result.k_of_values is not None:
        sentences = [
            tr_n(
                "Every record agrees with at least {count} other wherever neither is blank.",
                "Every record agrees with at least {count} others wherever neither is blank.",
                result.k_reached - 1,
            ),
            tr("With a blank as a value of its own k is {k}.", k=number(result.k_of_values)),
        ]
    else:
        sentences = [
            tr_n(
                "Every record shares its masked values with at least {count} other.",
                "Every record shares its masked values with at least {count} others.",
                result.k_reached - 1,
            )
        ]
    if promise.t is not None and result.t_reached:
        sentences.append(
            tr(
                "No cluster is farther than {emd} from the whole file (promised: {t}).",
                emd=number(max(result.t_reached.values()), 3),
                t=number(promise.t),
            )
        )
    lost = [
        m.value for m in result.measures if m.name == "information-loss" and m.attribute is None
    ]
    if lost:
        # Means that are weighted can be farther from the records than their plain mean.
        share_kept = max(0.0, 100 - lost[0])
        sentences.append(tr("Information kept: {share} %.", share=to_decimals(share_kept, 1)))
    return join_sentences(sentences)


def _linkage(result: Result) -> list[str]:
    """Say how many records can be linked, which alone shows how they are protected."""
    return [
        tr(
            "{share} % of the records can be linked to their originals.",
            share=to_decimals(m.value, 1),
        )
        for m in result.measures
        if m.name == "linkage" and m.attribute is None
    ]


def fill_blocks(box: QComboBox, blocks: Sequence[Block], chosen: int | None) -> None:
    """List all columns together and each block; nothing without blocks."""
    titles = [block_title(position, block) for position, block in enumerate(blocks)]
    listed = [tr("All columns together"), *titles] if titles else []
    if [box.itemData(i, _WHOLE) for i in range(box.count())] != [tip(title) for title in listed]:
        box.clear()
        for position, title in enumerate(listed):
            box.addItem(_short(title), position - 1 if position else None)
            set_entry_tip(box, position, title)
        # Wide enough for every title as it is shown.
        box.setMinimumContentsLength(max(map(len, map(_short, listed)), default=0))
    box.setCurrentIndex(0 if chosen is None else chosen + 1)
    set_tip(box, listed[box.currentIndex()] if listed else "")


def _short(title: str) -> str:
    """Return a title that fits beside the tabs; its tooltip has the whole."""
    if len(title) <= _MOST_CHARACTERS:
        return title
    return title[: _MOST_CHARACTERS - 1].rstrip(" ,") + "…"


def block_title(position: int, block: Block) -> str:
    """Name a block; a column by itself has its own name."""
    if len(block.columns) == 1:
        return block.columns[0]
    return tr("Block {number}: {names}", number=position + 1, names=", ".join(block.columns))


def blocks_verdict(result: Result) -> list[str]:
    """Say which k holds for each block, and which over all columns."""
    smallest_sizes = [int(block.clusters.sizes.min()) for block in result.blocks]
    names = [", ".join(block.columns) for block in result.blocks]
    if len(set(smallest_sizes)) > 1:
        sentences = [
            tr_n(
                "In {names} every record shares its values with at least {count} other.",
                "In {names} every record shares its values with at least {count} others.",
                k - 1,
                names=columns,
            )
            for columns, k in zip(names, smallest_sizes, strict=True)
        ]
    elif all(len(block.columns) == 1 for block in result.blocks):
        alone = tr_n(
            "In each of {columns} columns by itself every record shares its value with at least "
            "{count} other.",
            "In each of {columns} columns by itself every record shares its value with at least "
            "{count} others.",
            smallest_sizes[0] - 1,
            columns=len(smallest_sizes),
        )
        sentences = [alone]
    else:
        even = tr_n(
            "In each block by itself ({blocks}) every record shares its values with at least "
            "{count} other.",
            "In each block by itself ({blocks}) every record shares its values with at least "
            "{count} others.",
            smallest_sizes[0] - 1,
            blocks=" | ".join(names),
        )
        sentences = [even]
    k = result.k_reached
    unique_sentence = tr("Over all columns together k is 1: some records are unique.")
    k_sentence = tr("Over all columns together k is {k}.", k=number(k))
    return [*sentences, unique_sentence if k == 1 else k_sentence]
