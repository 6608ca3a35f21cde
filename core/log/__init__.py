"""The two logs of a release, chained by hashes so that a change can be detected and located."""

from core.log.chain import chain_steps
from core.log.checklist_rows import row_problem
from core.log.claim_statements import state_claim
from core.log.commitment import new_salt
from core.log.declared.facts import log_problem
from core.log.declared.logs import InternalLog, Log, PublicLog, to_json
from core.log.halves import INTERNAL, PUBLIC, section_code
from core.log.internal_log import build_log
from core.log.layout import lay_out
from core.log.privacy_entries import is_withheld
from core.log.public_log import may_go_out, publish
from core.log.public_measures import round_measures
from core.log.published_settings import publish_codes
from core.log.read_log import LogFile, open_log
from core.log.stamp import Stamp
from core.log.table_hash import table_hash
