"""How the rows of a comparison stand to each other and to the settings in force."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.models.comparison import Standing
from desktop_app.wizard.comparing.age import Age
from desktop_app.wizard.comparing.basis import Basis, complete
from desktop_app.wizard.comparing.frontier import frontier
from desktop_app.wizard.comparing.trial import Compared


def standing(found: Sequence[Compared], aged: Age, now: Basis) -> Standing:
    """Return the marks of the rows `found`, numbered as the trials they came from."""
    measured = [i for i, row in enumerate(found) if row.figures is not None]
    figures = [row.figures for row in found if row.figures is not None]
    best = frontier([(f.linkage, f.loss) for f in figures])
    method = now.draft.method
    present = {
        i
        for i, row in enumerate(found)
        if i not in aged.old
        and row.method.name == method.name
        and complete(row.method) == complete(method)
    }
    return Standing(
        old=frozenset(i for i in aged.old if i < len(found)),
        present=frozenset(present),
        frontier=frozenset(measured[i] for i in best),
    )
