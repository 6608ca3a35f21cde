"""Any rule at all, and any table that it can be evaluated over."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from core.model import Column, ColumnKind
from core.rules import Membership, Operator, Relation
from core.rules.rule import AllOf, AnyOf, CellState, Implication, StateTest, Term
from tests.core.tables import column
from tests.oracles.rules import MISSING, NOT_APPLICABLE

DATES = st.dates(min_value=date(1, 1, 1))
NUMBERS = st.fractions(min_value=-1000, max_value=1000, max_denominator=60)
DECIMALS = st.decimals(-1000, 1000, places=3).map(Fraction)
STATES = st.sampled_from(list(CellState))
OPERATORS = st.sampled_from(list(Operator))


def rules(numeric, texts, dates=DATES, numbers=NUMBERS | DECIMALS, words=None, members=DECIMALS):
    """Rules over names of numeric columns and names of text columns."""
    words = st.text(max_size=4) if words is None else words
    constants = st.builds(Term, numbers) | st.builds(Term, numbers, dates)
    terms = st.builds(Term, numbers, numeric)
    sums = st.lists(terms | constants, min_size=1, max_size=3).map(tuple)
    sums_with_column = st.tuples(terms, sums).map(lambda pair: (pair[0], *pair[1]))
    listed = st.lists(members | dates, min_size=1, max_size=3).map(tuple)
    said = st.lists(words, min_size=1, max_size=3).map(tuple)
    tests = st.one_of(
        st.builds(Relation, sums_with_column, OPERATORS, sums),
        st.builds(Membership, numeric, listed, st.booleans()),
        st.builds(Membership, texts, said, st.booleans()),
        st.builds(StateTest, numeric | texts, STATES, st.booleans()),
    )
    conditions = st.recursive(
        tests,
        lambda inner: st.builds(
            lambda kind, parts: kind(tuple(parts)),
            st.sampled_from([AllOf, AnyOf]),
            st.lists(inner, min_size=2, max_size=3),
        ),
        max_leaves=5,
    )
    return conditions | st.builds(Implication, conditions, conditions)


def column_of(name, cells):
    """Make a column; `MISSING` and `NOT_APPLICABLE` cells have no value."""
    return column(name, [None if cell in (MISSING, NOT_APPLICABLE) else cell for cell in cells])


def inapplicable(table):
    """Return where each column of a table of cells does not apply."""
    return {
        name: np.array([cell is NOT_APPLICABLE for cell in cells]) for name, cells in table.items()
    }


def floats(name, values):
    values = np.array(values, dtype=np.float64)
    return Column(name, ColumnKind.NUMBER, values, np.isnan(values))


def whole(name, values):
    values = np.array(values, dtype=np.int64)
    return Column(name, ColumnKind.INTEGER, values, np.zeros(len(values), dtype=np.bool_))
