"""Builds rules from what a grammar recognises, and refuses what is not linear."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from lark import Token, Transformer

from core.errors import Problem, Refused
from core.rules.rule import (
    AllOf,
    AnyOf,
    CellState,
    Condition,
    Implication,
    Membership,
    Operator,
    Relation,
    StateTest,
    Term,
)

Terms = tuple[Term, ...]

_SPELLINGS = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!="}


def mistake(code: str, line: int, character: int) -> Refused:
    """Build the refusal of a rule with the place of the mistake, both counted from 1."""
    return Refused(Problem(code, params={"line": line, "character": character}))


def mistake_at(code: str, token: Token) -> Refused:
    """Build the refusal of a rule at a token."""
    return mistake(code, token.line or 1, token.column or 1)


class RuleBuilder(Transformer[Token, Any]):
    """Receives the children of each node of the grammar and returns the rule's part."""

    def implication(self, children: list[Condition]) -> Implication:
        """Build ``if ... then ...``."""
        return Implication(*children)

    def any_of(self, children: list[Condition]) -> AnyOf:
        """Build conditions joined by “or”."""
        return AnyOf(tuple(children))

    def all_of(self, children: list[Condition]) -> AllOf:
        """Build conditions joined by “and”."""
        return AllOf(tuple(children))

    def relation(self, children: list[Any]) -> Relation:
        """Build a comparison of two sums."""
        left_side, compared, right_side = children
        return Relation(left_side, _operator(compared), right_side)

    def text_relation(self, children: list[Any]) -> Membership:
        """Build a comparison of a column with a text."""
        column_terms, compared, text = children
        operator = _operator(compared)
        if operator not in (Operator.EQUAL, Operator.UNEQUAL):
            raise mistake_at("rule-text-order", compared)
        column = self.single_column(column_terms, compared)
        return Membership(column, (self.remove_quotes(text),), operator is Operator.UNEQUAL)

    def membership(self, children: list[Any]) -> Condition:
        """Build a test whether a column has one of some values."""
        return self.one_of(children)

    def one_of(self, children: list[Any]) -> Membership:
        """Build the membership of a column in a list of tokens and values."""
        column_terms, *tokens = children
        none_of = isinstance(tokens[0], Token)
        members = tokens[1:] if none_of else tokens
        values = tuple(value for value, _ in members)
        for value, token in members:
            if isinstance(value, str) is not isinstance(values[0], str):
                raise mistake_at("rule-mixed-list", token)
        return Membership(self.single_column(column_terms, members[0][1]), values, none_of)

    def text(self, children: list[Token]) -> tuple[str, Token]:
        """Read a text of a list with its token."""
        return self.remove_quotes(children[0]), children[0]

    def signed(self, children: list[Token]) -> tuple[Fraction | date, Token]:
        """Read a number or date of a list with its token."""
        *sign, value = children
        if value.type == "DATE":
            if sign:
                raise mistake_at("rule-negative-date", value)
            return _day(value), value
        return (-1 if sign else 1) * Fraction(value), value

    def state(self, children: list[Any]) -> StateTest:
        """Build a test whether a cell is missing or does not apply."""
        column_terms, *words = children
        column = self.single_column(column_terms, words[-1])
        if words[-1].type == "MISSING":
            return StateTest(column, CellState.MISSING, len(words) == 2)
        return StateTest(column, CellState.NOT_APPLICABLE, len(words) == 1)

    def sum(self, children: list[Any]) -> Terms:
        """Build the terms of a sum."""
        terms: Terms = children[0]
        for sign, product in zip(children[1::2], children[2::2], strict=True):
            terms += _scale(product, Fraction(1 if sign.type == "PLUS" else -1))
        return terms

    def product(self, children: list[Any]) -> Terms:
        """Multiply the factors of a product; at most one of them may have a column."""
        terms: Terms = children[0]
        for sign, factor in zip(children[1::2], children[2::2], strict=True):
            number = _constant(factor)
            if sign.type == "OVER":
                if number is None:
                    raise mistake_at("rule-division", sign)
                if number == 0:
                    raise mistake_at("rule-division-by-zero", sign)
                terms = _scale(terms, 1 / number)
            elif number is not None:
                terms = _scale(terms, number)
            else:
                multiplier = _constant(terms)
                if multiplier is None:
                    raise mistake_at("rule-product", sign)
                terms = _scale(factor, multiplier)
        return terms

    def opposite(self, children: list[Any]) -> Terms:
        """Change the sign of the terms behind a minus."""
        return _scale(children[1], Fraction(-1))

    def number(self, children: list[Token]) -> Terms:
        """Build a number as a sum of one term."""
        return (Term(Fraction(children[0])),)

    def day(self, children: list[Token]) -> Terms:
        """Build a date as a sum of one term."""
        return (Term(Fraction(1), _day(children[0])),)

    def column(self, children: list[Token]) -> Terms:
        """Build a column as a sum of one term."""
        token = children[0]
        name = self.remove_quotes(token) if token.type == "QUOTED" else str(token)
        return (Term(Fraction(1), name),)

    def remove_quotes(self, token: Token) -> str:
        """Remove a token's quotes."""
        quote = token[0]
        return token[1:-1].replace(quote * 2, quote)

    def single_column(self, terms: Terms, token: Token) -> str:
        """Find the name of the only column of `terms`; refuse anything else at `token`."""
        name = terms[0].of
        if len(terms) > 1 or terms[0].factor != 1 or not isinstance(name, str):
            raise mistake_at("rule-single-column", token)
        return name


def _operator(token: Token) -> Operator:
    return Operator(_SPELLINGS.get(token, str(token)))


def _day(token: Token) -> date:
    try:
        return date.fromisoformat(token)
    except ValueError:
        raise mistake_at("rule-date", token) from None


def _constant(terms: Terms) -> Fraction | None:
    """Find the value of a sum of numbers; ``None`` if it has a column or a date."""
    if any(term.of is not None for term in terms):
        return None
    return sum((term.factor for term in terms), Fraction(0))


def _scale(terms: Terms, by: Fraction) -> Terms:
    return tuple(Term(term.factor * by, term.of) for term in terms)
