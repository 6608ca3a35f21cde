"""The audit log: what was done, chained by hashes so that a change is found and located."""

from core.pipeline.audit.chain import chain_faults, chained
from core.pipeline.audit.document import build_document, column_entries, file_entry
from core.pipeline.audit.layout import lay_out, layout_faults
from core.pipeline.audit.load import load_audit
from core.pipeline.audit.table_hash import table_hash
from core.pipeline.audit.taxonomies import with_logged_taxonomies
from core.pipeline.audit.withheld import is_withheld, public_warnings, stated_privacy

__all__ = [
    "build_document",
    "chain_faults",
    "chained",
    "column_entries",
    "file_entry",
    "is_withheld",
    "lay_out",
    "layout_faults",
    "load_audit",
    "public_warnings",
    "stated_privacy",
    "table_hash",
    "with_logged_taxonomies",
]
