"""Edit rules: what must hold between the columns of a record, such as ``A = B + C``."""

from core.rules.evaluation import RuleOutcome, evaluate
from core.rules.linear import difference_of, normal_form
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
    tests_of,
)
from core.rules.rule_checks import check_rule
from core.rules.rule_construction import (
    Construction,
    Masking,
    MaskingPlan,
    construction,
)
from core.rules.rule_parser import LONGEST_RULE, parse_rule
from core.rules.rule_search import FoundKind, FoundRule, find_rules
from core.rules.rule_text import name_text, rule_text
from core.rules.sharing import SumOfParts, shared_out, sharing_order, sum_of_parts
from core.rules.validate_rules import NamedRule, read_validate_rules

__all__ = [
    "LONGEST_RULE",
    "AllOf",
    "AnyOf",
    "CellState",
    "Condition",
    "Construction",
    "FoundKind",
    "FoundRule",
    "Implication",
    "Masking",
    "MaskingPlan",
    "Membership",
    "NamedRule",
    "Operator",
    "Relation",
    "Rule",
    "RuleOutcome",
    "StateTest",
    "SumOfParts",
    "Term",
    "check_rule",
    "columns_of",
    "construction",
    "difference_of",
    "evaluate",
    "find_rules",
    "name_text",
    "negated",
    "normal_form",
    "parse_rule",
    "read_validate_rules",
    "rule_text",
    "shared_out",
    "sharing_order",
    "sum_of_parts",
    "tests_of",
]
