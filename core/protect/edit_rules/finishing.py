"""Finishes the representatives of numbers: shares out sums and rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.array_types import Ints
from core.conditions import Records
from core.model import Column
from core.protect.edit_rules.judgement import Judgement
from core.protect.edit_rules.rounded_release import round_released
from core.protect.edit_rules.roundings import roundings_of
from core.protect.edit_rules.shared_sums import holders_of, share_out
from core.protect.representatives import Finishing


def finishing_of(records: Records, judgement: Judgement, labels: Mapping[str, Ints]) -> Finishing:
    """Say what is done to released numbers under the rules of a recipe."""

    def finish(released: Sequence[Column]) -> tuple[Column, ...]:
        shared = share_out(records, released, judgement.sums, labels)
        return round_released(records, shared, labels, judgement.equations)

    def steps_of(names: Sequence[str]) -> dict[str, float]:
        return {name: rounding.step for name, rounding in roundings_of(records, names).items()}

    return Finishing(finish, frozenset(holders_of(judgement.sums)), steps_of)
