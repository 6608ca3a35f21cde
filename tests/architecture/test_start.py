"""What is not imported before it is needed, so that each start stays short."""

from __future__ import annotations

import pytest

from tests.architecture.conftest import Ran

# Libraries whose import takes a person's notice, each with what it is for.
COMPUTING = {"numba", "llvmlite", "numpy", "pyarrow"}
FILES = {"pandas", "openpyxl", "python_calamine", "xlsxwriter", "pyreadstat", "xlrd", "arro3"}
TEXTS = {"rdflib", "jinja2", "lark", "yaml", "pydantic"}
WINDOW = {"PySide6", "matplotlib"}
ALL = COMPUTING | FILES | TEXTS | WINDOW

# Prints the libraries that are imported at the end.
AT_THE_END = """
import atexit, sys
from desktop_app.entry import main
atexit.register(lambda: print("IMPORTED", *{name.partition(".")[0] for name in sys.modules}))
sys.exit(main())
"""


def imported(ran: Ran, moment: str = "IMPORTED") -> set[str]:
    """Return the libraries that were imported at this moment, the first of its name."""
    return {*ran.words(moment)} & ALL


@pytest.mark.parametrize("asked", ["--version", "--help", "protect --help", "manual index"])
def test_an_answer_that_needs_no_data_needs_no_library(run_watched, asked: str) -> None:
    ended = run_watched("-c", AT_THE_END, *asked.split(), without_qt=False)

    assert ended.code == 0, ended.err
    assert imported(ended) == set()


def test_a_csv_file_is_read_before_other_kinds_and_reports_are_thought_of(ran_without_qt) -> None:
    found = imported(ran_without_qt, "READING")

    assert "numpy" in found, ran_without_qt.err
    assert found & (FILES | WINDOW | {"rdflib", "jinja2"}) == set()
    # pyarrow would import it with the first array of texts.
    assert "pandas" not in imported(ran_without_qt, "VERIFIED")


def test_kernels_read_no_grammar_of_c_where_one_is_installed(ran_without_qt) -> None:
    assert "numba" in ran_without_qt.words("VERIFIED")
    assert "cffi" not in ran_without_qt.words("VERIFIED")


def test_the_window_is_painted_before_the_engine_is_imported(opened_window) -> None:
    assert opened_window.code == 0, opened_window.err
    assert imported(opened_window, "PAINTED") - {"numpy", "PySide6"} == set()
