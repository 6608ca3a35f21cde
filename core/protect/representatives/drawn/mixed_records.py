"""Representatives by which the values of a group's records change hands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Ints
from core.conditions import Records
from core.errors import Problem, Refused, Where
from core.model import Column
from core.protect.representatives.drawn.core_groups import group_by_contents
from core.protect.representatives.representative import Representative

FEWEST_MIXED = 5
"""Records of a group in which values change hands.

In a group of three, one member could compute the values of both others.
"""


class MixedRecords(Representative):
    """What follows from what each group contains and from chance alone.

    The numbers or categories of a group are the same whichever of its records has which, so that a
    link to a record is right with a probability of one in so many as the group has.
    """

    core_words = "mixed"

    def fewest_records(self, k: int) -> int:
        """Compute how many records a cluster has at least.

        From means, k - 1 members of a group of k can compute the values of the last one. From what
        is released here all members but two can compute the values of these, so that a group has
        one more.
        """
        return max(k + 1, FEWEST_MIXED)

    def group_core(self, records: Records, core: Sequence[Column]) -> Ints:
        """Group the records of a core, if all groups are large enough; shape (n,)."""
        labels = group_by_contents({column.name: column for column in core}, records.schema)
        k = records.recipe.method.parameters["k"]
        assert isinstance(k, int)
        if problems := self.size_problems(labels, k):
            raise Refused(*problems)
        return labels

    def size_problems(self, labels: Ints, k: int) -> list[Problem]:
        """List the problem that a group has too few records for the promised k."""
        params = {"count": int(np.bincount(labels).min()), "needed": self.fewest_records(k)}
        is_small = params["count"] < params["needed"]
        return [Problem("mixed-few", Where(field="method.k"), params)] if is_small else []
