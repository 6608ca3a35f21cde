"""Edit rules in a run: which are kept by construction, and sums whose parts are shared out."""

from core.protect.edit_rules.judgement import judge_rules
from core.protect.edit_rules.rounded_release import round_released
from core.protect.edit_rules.shared_sums import holders_of, share_out, shared_steps

__all__ = ["holders_of", "judge_rules", "round_released", "share_out", "shared_steps"]
