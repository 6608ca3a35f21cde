"""Edit rules in a run: which are kept by construction, and sums whose parts are shared out."""

from core.protect.edit_rules.finishing import finishing_of
from core.protect.edit_rules.judgement import judge_rules
from core.protect.edit_rules.shared_sums import describe_shared_sums, holders_of
