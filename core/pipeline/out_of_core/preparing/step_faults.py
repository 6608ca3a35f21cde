"""What the parts of a column say against a preparing step, put together for the whole file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.errors import Problem, Refused

# Found before a step's settings are looked at.
_FIRST = ("prepare-cell-too-large", "prepare-not-in-taxonomy")


@dataclass(slots=True)
class StepFaults:
    """The refusals of the parts so far."""

    _found: dict[str, Problem] = field(default_factory=dict)

    def add(self, refused: Refused) -> None:
        """Note the refusal of the next part."""
        for problem in refused.problems:
            known = self._found.setdefault(problem.code, problem)
            if known is not problem and "count" in problem.params:
                both = (known.params["count"], problem.params["count"])
                count = sum(one for one in both if isinstance(one, int))
                self._found[problem.code] = replace(known, params={**known.params, "count": count})

    def check(self) -> None:
        """Raise `Refused` with what a step on the whole file would say first."""
        if self._found:
            # Settings come before other cells.
            raise Refused(
                min(
                    self._found.values(),
                    key=lambda p: 0 if p.code in _FIRST else 1 if p.where.row is None else 2,
                )
            )
