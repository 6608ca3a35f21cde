"""What every fuzzer has in common: cases from a seed, counts, and failures that are kept.

A case is made from the seed and its own number alone, and the ordinary lane tries a fixed number
of cases, so it is the same on every machine. Each fuzzer runs for an hour, and the counts of what
came of its cases are printed at the end, with::

    pytest -m fuzz -n 2 --dist worksteal --fuzz-seconds 3600 --fuzz-seed 7 tests/robustness

A test looks like this::

    @pytest.mark.timeout(0)
    def test_no_recipe_ends_in_a_defect(fuzzer: Fuzzer) -> None:
        for case in fuzzer.cases(200):
            recipe = damaged(case.random)
            try:
                fuzzer.count(outcome(recipe))
            except Exception as error:
                fuzzer.keep(case, error, {"recipe.json": recipe})
        fuzzer.check("released", "refused")
"""

from __future__ import annotations

import random
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_LONGEST_REASON = 40


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its number, and the only source of chance that it may use."""

    number: int
    random: random.Random


class Fuzzer:
    """Cases, and what came of them.

    Parameters
    ----------
    name : str
        Name of the test; two fuzzers with the same seed try different things.
    seed, first : int
        Which cases are tried, and the number of the first.
    count : int, optional
        How many cases are tried, instead of as many as the test asks for.
    seconds : float
        For how long cases are tried, if no number is given; 0 for no time.
    """

    def __init__(
        self, name: str, seed: int, first: int = 0, count: int | None = None, seconds: float = 0
    ) -> None:
        self.name, self.seed, self.first = name, seed, first
        self._count, self._seconds = count, seconds
        self.outcomes: Counter[str] = Counter()
        self.tried = 0
        self.failures: list[str] = []
        self._notes: list[str] = []
        self._kept: Path | None = None

    def case(self, number: int) -> Case:
        """Return the case of that number."""
        return Case(number, random.Random(f"{self.name} {self.seed} {number}"))

    def cases(self, ordinary_count: int) -> Iterator[Case]:
        """Yield as many cases as the ordinary lane tries, unless the run wants another number."""
        end = time.monotonic() + self._seconds
        n_cases = self._count or ordinary_count
        while time.monotonic() < end if self._seconds else self.tried < n_cases:
            yield self.case(self.first + self.tried)
            self.tried += 1

    def count(self, *outcome: str) -> None:
        """Note what came of a case, such as ``"xlsx", "refused"``."""
        self.outcomes[" ".join(outcome)] += 1

    def note(self, more: str) -> None:
        """Add to what is printed at the end of the run, such as what the cases took at most."""
        self._notes.append(more)

    def keep(self, case: Case, why: BaseException | str, files: Mapping[str, bytes]) -> None:
        """Keep a case that failed: its files, and a note that says how to repeat it."""
        if self._kept is None:
            self._kept = Path(tempfile.mkdtemp(prefix="statveil-fuzz-"))
        folder = self._kept / str(case.number)
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        repeat = f"--fuzz-seed {self.seed} --fuzz-first {case.number} --fuzz-cases 1"
        (folder / "why.txt").write_text(f"{self.name} {repeat}\n\n{_words(why)}\n")
        reason = why if isinstance(why, str) else f"{type(why).__name__} {why}"
        reason = reason.splitlines()[0]
        # Crashes, hangs and releases that do not verify differ in how their reasons begin.
        self.count("FAILED", reason[:_LONGEST_REASON])
        self.failures.append(f"case {case.number} ({folder}): {reason}")

    def told(self) -> str:
        """Return the counts as the end of the run prints them."""
        counts = ", ".join(f"{what} {count}" for what, count in sorted(self.outcomes.items()))
        told = f"{self.name}, seed {self.seed}: {self.tried} cases: {counts}"
        return "; ".join((told, *self._notes))

    def check(self, *outcomes: str) -> None:
        """Fail the test if a case did, or if no case came to one of `outcomes`.

        Cases that are all refused, say, would find no fault. Of chosen cases none need come to it.
        """
        assert not self.failures, "\n".join([self.told(), *self.failures[:20]])
        if self._count is None and not self._seconds:
            unseen = [name for name in outcomes if not self.outcomes[name]]
            assert not unseen, f"{self.told()}; none: {', '.join(unseen)}"


def _words(why: BaseException | str) -> str:
    if isinstance(why, str):
        return why
    return "".join(traceback.format_exception(why)).strip()
