"""How long the search of rules and the check of a rule take at 1,000,000 records and 30 columns.

Run ``python -m tests.benchmarks.bench_rules [records]`` from the project's root. Processor seconds,
and their ratio to the time of reading every value once. Half of the columns are integers, the
others amounts with cents, and three have numbers with all digits. Twelve are skewed amounts; of the
others six are sums of two to five, three are part of another column, and one column in four has
empty cells.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.model import Column, ColumnKind
from core.rules import FoundKind, evaluate, find_rules, parse_rule, rule_text
from tests.benchmarks.bench_methods import seconds

Floats = NDArray[np.float64]


def table(n: int) -> list[Column]:
    """Return 30 columns of `n` records."""
    rng = np.random.default_rng(30)
    cents = [np.rint(rng.lognormal(8, 1.5, n) * 100) * (rng.random(n) > 0.2) for _ in range(12)]
    sums = [sum(cents[first : first + size]) for first, size in ((0, 2), (2, 3), (5, 4), (6, 5))]
    sums.append(sums[0] + sums[1])
    shares = [np.rint(cents[i] * rng.beta(2, 2, n)) for i in (7, 9, 11)]
    ages = [rng.integers(0, high, n).astype(np.float64) * 100 for high in (95, 60, 40, 12, 2020)]
    exact = [rng.normal(size=n), rng.gamma(2.0, size=n)]
    exact.append(exact[0] + exact[1])
    rest = [rng.integers(0, 5, n) * 100.0, rng.normal(50_000, 9_000, n).round() * 100]
    columns = []
    for i, values in enumerate([*cents, *sums, *shares, *ages, *rest]):
        columns.append(_amounts(f"V{i}", values / 100, i % 2 == 0, i % 4 == 3, rng))
    columns += [_amounts(f"V{27 + i}", values, True, False, rng) for i, values in enumerate(exact)]
    return columns


def _amounts(
    name: str, values: Floats, decimal: bool, gaps: bool, rng: np.random.Generator
) -> Column:
    missing = rng.random(len(values)) < (0.02 if gaps else 0.0)
    if decimal or (values != np.rint(values)).any():
        return Column(name, ColumnKind.NUMBER, np.where(missing, np.nan, values), missing)
    return Column(name, ColumnKind.INTEGER, np.where(missing, 0, values).astype(np.int64), missing)


def main(n: int = 1_000_000) -> None:
    columns = table(n)
    once = seconds(lambda: [float(column.values.sum()) for column in columns])

    def say(what: str, work: Callable[[], object]) -> None:
        spent = seconds(work)
        sys.stdout.write(f"{what}: {spent:.2f} s, {spent / once:.0f} times a look at each value\n")
        sys.stdout.flush()

    sys.stdout.write(f"{n:,} records, {len(columns)} columns\n")
    found = find_rules(columns)
    say("sums and orders", lambda: find_rules(columns))
    for kind in FoundKind:
        rules = [rule_text(each.rule) for each in found if each.kind is kind]
        sys.stdout.write(f"    {kind}: {'; '.join(rules)}\n")
    for text in (
        "V12 = V0 + V1",
        "if V19 < 15 then V20 <= 40",
        "V24 in (0, 1, 2) or V3 is missing",
    ):
        rule = parse_rule(text)
        say(text, lambda rule=rule: evaluate(rule, columns))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
