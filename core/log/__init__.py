"""The two logs of a release, chained by hashes so that a change can be detected and located."""

from core.log.chain import chain_faults, chained
from core.log.claim_text import counted_claim
from core.log.commitment import new_salt
from core.log.document import build_document, problem_entry
from core.log.form import check_form
from core.log.layout import lay_out, layout_faults
from core.log.load_audit import load_audit
from core.log.log_kinds import (
    INTERNAL,
    PUBLIC,
    LogKind,
    kind_of,
    path_of,
    section_text,
)
from core.log.logged_taxonomies import with_logged_taxonomies
from core.log.private_entries import (
    is_withheld,
    stated_groups,
    stated_privacy,
)
from core.log.public_log import may_go_out, published
from core.log.public_measures import rounded
from core.log.published_settings import published_codes
from core.log.signing import sign_off_of, signing_entries
from core.log.stamp import Stamp
from core.log.table_hash import table_hash

__all__ = [
    "INTERNAL",
    "PUBLIC",
    "LogKind",
    "Stamp",
    "build_document",
    "chain_faults",
    "chained",
    "check_form",
    "counted_claim",
    "is_withheld",
    "kind_of",
    "lay_out",
    "layout_faults",
    "load_audit",
    "may_go_out",
    "new_salt",
    "path_of",
    "problem_entry",
    "published",
    "published_codes",
    "rounded",
    "section_text",
    "sign_off_of",
    "signing_entries",
    "stated_groups",
    "stated_privacy",
    "table_hash",
    "with_logged_taxonomies",
]
