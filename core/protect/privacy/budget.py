"""Splits a budget of epsilon over columns, edges of a tree, and learning the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.model import Guarantee, Ledger, LedgerEntry, Method, Spending

Edges = tuple[tuple[str, str], ...]

# Shares are rounded down to this precision, which spends slightly less and keeps numbers short.
_FINEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget and its shares.

    Attributes
    ----------
    whole : fractions.Fraction
        The user's epsilon.
    columns : Mapping of str to fractions.Fraction
        Share of each masked column.
    edge : fractions.Fraction
        Share of each edge of the dependency tree; 0 without a tree.
    tree : fractions.Fraction
        Share for learning the tree from the data; 0 if the user specifies it.
    drawn : tuple of pairs of str, or None
        The edges specified by the user.
    relations : bool
        Whether there is a tree.
    """

    whole: Fraction
    columns: Mapping[str, Fraction]
    edge: Fraction = Fraction(0)
    tree: Fraction = Fraction(0)
    drawn: Edges | None = None
    relations: bool = False

    def of(self, column: str) -> Fraction:
        """Return the share of one column."""
        return self.columns[column]

    def ledger(self) -> Ledger:
        """Return the shares as a ledger."""
        names = tuple(self.columns)
        entries = [LedgerEntry(Spending.COLUMN, (name,), self.columns[name]) for name in names]
        if self.edge:
            ends: Sequence[tuple[str, ...]] = self.drawn or ((),) * (len(names) - 1)
            entries += [LedgerEntry(Spending.EDGE, pair, self.edge) for pair in ends]
        if self.tree:
            entries.append(LedgerEntry(Spending.TREE, names, self.tree))
        return Ledger(self.whole, tuple(entries))


def exactly(number: object) -> Fraction:
    """Return a number of a recipe as the exact decimal number."""
    return Fraction(repr(number)) if isinstance(number, int | float) else Fraction(0)


def budget_of(method: Method, columns: Sequence[str]) -> Budget:
    """Split the budget of a resolved method over the columns that it masks.

    With `as-published` insensitive microaggregation each column gets the whole budget, to which the
    published scale corresponds.
    """
    parameters = method.parameters
    total_epsilon, guarantee = exactly(parameters.get("epsilon")), parameters.get("guarantee")
    if guarantee == Guarantee.AS_PUBLISHED and method.name == "dp-insensitive":
        return Budget(total_epsilon, dict.fromkeys(columns, total_epsilon))
    if guarantee != Guarantee.DEPENDENCE or len(columns) < 2:
        return Budget(total_epsilon, _split(total_epsilon, columns, parameters))
    listed = parameters.get("tree")
    drawn: Edges | None = None  # the tree must be learned
    if isinstance(listed, Sequence) and listed:
        drawn = tuple((str(parent), str(child)) for parent, child in listed)
    tree = Fraction(0) if drawn else _short(total_epsilon * exactly(parameters.get("tree_share")))
    edges = total_epsilon * exactly(parameters.get("edge_share"))
    edge = _short(edges / (len(columns) - 1))
    for_columns = total_epsilon - tree - edge * (len(columns) - 1)
    return Budget(
        total_epsilon, _split(for_columns, columns, parameters), edge, tree, drawn, relations=True
    )


def _split(
    total_epsilon: Fraction, columns: Sequence[str], parameters: Mapping[str, object]
) -> dict[str, Fraction]:
    shares = parameters.get("shares")
    weights = {
        name: exactly(shares.get(name)) if isinstance(shares, Mapping) and shares else Fraction(1)
        for name in columns
    }
    total = sum(weights.values(), Fraction(0))
    return {name: _short(total_epsilon * weight / total) for name, weight in weights.items()}


def _short(share: Fraction) -> Fraction:
    if share.denominator <= _FINEST:
        return share
    return Fraction(share.numerator * _FINEST // share.denominator, _FINEST)
