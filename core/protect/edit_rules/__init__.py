"""Edit rules in a run: which are kept by construction, and sums whose parts are shared out."""

from core.protect.edit_rules.decisive_records import decisive_records
from core.protect.edit_rules.judgement import Judgement, judged
from core.protect.edit_rules.shared_sums import holders_of, share_out, shared_steps

__all__ = ["Judgement", "decisive_records", "holders_of", "judged", "share_out", "shared_steps"]
