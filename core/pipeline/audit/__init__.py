"""The two logs of a release, chained by hashes so that a change can be detected and located."""

from core.pipeline.audit.chain import chain_faults, chained
from core.pipeline.audit.claim_text import counted_claim
from core.pipeline.audit.commitment import new_salt
from core.pipeline.audit.document import build_document, problem_entry
from core.pipeline.audit.form import check_form
from core.pipeline.audit.layout import lay_out, layout_faults
from core.pipeline.audit.load_audit import load_audit
from core.pipeline.audit.log_kinds import (
    INTERNAL,
    PUBLIC,
    LogKind,
    kind_of,
    path_of,
    section_text,
)
from core.pipeline.audit.logged_taxonomies import with_logged_taxonomies
from core.pipeline.audit.private_entries import (
    first_stated,
    is_withheld,
    stated_groups,
    stated_privacy,
)
from core.pipeline.audit.public_log import may_go_out, published
from core.pipeline.audit.public_measures import rounded
from core.pipeline.audit.published_settings import published_codes
from core.pipeline.audit.signing import sign_off_of, signing_entries
from core.pipeline.audit.stamp import Stamp
from core.pipeline.audit.table_hash import table_hash

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
    "first_stated",
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
