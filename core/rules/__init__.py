"""Edit rules: what must hold between the columns of a record, such as ``A = B + C``."""

from core.rules.evaluation import RuleOutcome, evaluate
from core.rules.linear import difference_of, normal_form
from core.rules.rule import Membership, Operator, Relation, Rule, columns_of, tests_of
from core.rules.rule_checks import check_rule
from core.rules.rule_construction import (
    Construction,
    Masking,
    MaskingPlan,
    Preserved,
    explain_construction,
)
from core.rules.rule_parser import parse_rule
from core.rules.rule_search import FoundKind, find_rules
from core.rules.rule_text import name_text, rule_text
from core.rules.sharing import SumOfParts, order_sums, share_out_total, sum_of_parts
from core.rules.validate_rules import read_validate_rules
