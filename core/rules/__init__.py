"""Edit rules: what must hold between the columns of a record, such as ``A = B + C``."""

from core.rules.evaluation import RuleOutcome, evaluate
from core.rules.rule import (
    AllOf,
    AnyOf,
    CellState,
    Condition,
    Implication,
    Membership,
    Operator,
    Relation,
    Rule,
    StateTest,
    Term,
    columns_of,
    negated,
)
from core.rules.rule_checks import check_rule
from core.rules.rule_parser import LONGEST_RULE, parse_rule
from core.rules.rule_search import FoundKind, FoundRule, find_rules
from core.rules.rule_text import rule_text

__all__ = [
    "LONGEST_RULE",
    "AllOf",
    "AnyOf",
    "CellState",
    "Condition",
    "FoundKind",
    "FoundRule",
    "Implication",
    "Membership",
    "Operator",
    "Relation",
    "Rule",
    "RuleOutcome",
    "StateTest",
    "Term",
    "check_rule",
    "columns_of",
    "evaluate",
    "find_rules",
    "negated",
    "parse_rule",
    "rule_text",
]
