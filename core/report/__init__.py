"""The report of a release: one HTML page for readers who do not know the program."""

from core.report.contents import report_of, with_internal_part
from core.report.original import compare
from core.report.page import html_page
