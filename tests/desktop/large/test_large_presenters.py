"""When a file is offered to be protected on disk, and what is said of it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from core.io.sampling.file_extent import FileExtent, extent_of, reads_in_parts, writes_in_parts

from core import io
from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    MissingPolicy,
    Preparing,
    Project,
    Recipe,
    Role,
    Sampling,
    Scale,
    Schema,
    Source,
    Target,
)
from core.model.preparing import Round
from core.pipeline.prepared_input import prepared
from desktop_app.checking.large_check import DiskReason, ScratchNeed
from desktop_app.checking.outcome import of_need
from desktop_app.models.attributes_model import Field, figure_text
from desktop_app.models.types_model import distinct_text
from desktop_app.presenters.large.disk_methods import why_not_here
from desktop_app.presenters.large.disk_run import look_at_space, space_text
from desktop_app.presenters.large.large_file import (
    large_file,
    memory_bytes,
    scratch_bytes,
    usual_limit,
)
from desktop_app.presenters.large.large_words import too_large_text
from desktop_app.state.draft import first_draft
from desktop_app.wizard.attributes.describing import description_of, numbers_text
from desktop_app.wizard.method.missing_choice import MissingChoice, Use, count_lacking
from tests.people import people

MILLIONS = FileExtent(50_000_000, is_exact=True)


def test_the_needs_are_those_that_were_measured_or_a_little_more():
    # Bytes of a run at 1,000,000 records: 4 columns, all masked, and 8 of which 4 are.
    assert 13.3 * 8 * 4 <= memory_bytes(1, 4) <= 1.1 * 13.3 * 8 * 4
    assert memory_bytes(1, 8) >= 8.7 * 8 * 8
    for columns, measured in ((4, 199), (8, 357)):
        assert 1.1 * measured <= scratch_bytes(1, columns) <= 1.3 * measured


@pytest.mark.parametrize(
    ("memory", "is_large"), [(8 << 30, True), (16 << 30, True), (64 << 30, False)]
)
def test_a_file_is_large_by_records_columns_and_memory(memory: int, is_large: bool):
    found = large_file(MILLIONS, 4, memory // 2)
    assert (found is not None) is is_large
    assert large_file(FileExtent(100_000, is_exact=True), 4, memory // 2) is None


def test_a_file_of_unknown_extent_is_never_large():
    assert large_file(None, 4, 1) is None
    assert large_file(MILLIONS, 0, 1) is None


def test_the_usual_limit_is_half_of_this_computer():
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert usual_limit() == pages // 2


def test_an_estimate_is_called_one():
    exact = large_file(MILLIONS, 4, 1)
    guessed = large_file(FileExtent(49_876_543, is_exact=False), 4, 1)
    assert exact is not None
    assert guessed is not None
    assert "has 50,000,000 records of 4 columns" in too_large_text(exact)
    assert "Judging by its size, the file has about 50,000,000 records" in too_large_text(guessed)
    assert too_large_text(exact, 2_000_000_000).endswith("The limit in Preferences is 2 GB.")


def test_figures_of_a_sample_are_not_said_to_be_those_of_the_file():
    column = Column("A", ColumnKind.NUMBER, np.array([1.0, 2.0, 4.0]), np.zeros(3, np.bool_))
    for counted, distinct in (({}, "more than 100,000"), ({"A": 7}, "7")):
        known = Sampling(9_000, 3, {"A": 0}, {"A": (0.5, 8.0)}, (), counted)
        (profile,) = io.profile(Dataset((column,), Fingerprint("a", 1, ""), sampling=known))
        assert distinct_text(profile) == distinct
        assert figure_text(profile, Field.MEDIAN) == "about 2"
        assert figure_text(profile, Field.MAXIMUM) == "8"
        said = numbers_text(profile, description_of(column, Job()), known.rows).split("\n")
        assert said[0] == f"n 9,000, missing 0, distinct {distinct}"
        assert said[1].startswith("Quartiles of the sample 1.5, 2, 3")
        assert said[2].startswith("Mean of the sample 2.33")
    (whole,) = io.profile(Dataset((column,), Fingerprint("a", 1, "")))
    assert figure_text(whole, Field.MEDIAN) == "2"
    assert "sample" not in numbers_text(whole, description_of(column, Job()), 3)


def test_different_values_of_a_prepared_column_are_called_those_of_the_sample():
    column = Column("A", ColumnKind.INTEGER, np.array([1, 2, 2]), np.zeros(3, np.bool_))
    other = replace(column, name="B")
    known = Sampling(9_000, 3, {"A": 0, "B": 0}, {"A": (0, 9), "B": (1, 2)}, (), {"A": 10, "B": 2})
    data = Dataset((column, other), Fingerprint("a", 1, ""), sampling=known)
    recipe = Recipe(Method("mdav"), Target(FileKind.CSV, "x"), prepare=(Preparing(Round("A", 2)),))
    _, prepared_data = prepared(Project(Source("", FileKind.CSV), Schema(()), recipe), data, Job())
    changed, same = io.profile(prepared_data)
    assert distinct_text(changed) == "at least 1"
    assert distinct_text(same) == "2"


@pytest.mark.parametrize(
    ("missing", "said"), [(0, "so there is nothing to decide"), (1, "may lack")]
)
def test_records_elsewhere_lack_a_value_only_if_some_do(qtbot, missing: int, said: str):
    column = Column("A", ColumnKind.NUMBER, np.array([1.0, 2.0, 4.0]), np.zeros(3, np.bool_))
    known = Sampling(9_000, 3, {"A": missing}, {"A": (0.5, 8.0)})
    data = Dataset((column,), Fingerprint("a", 1, ""), sampling=known)
    schema = Schema((Attribute("A", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),))
    choice = MissingChoice()
    qtbot.addWidget(choice)
    lacking = count_lacking(data, schema, Use(False, False))
    choice.show_policy(MissingPolicy.LEAVE_OUT, lacking, 3)
    assert said in choice.said
    assert choice.leave_out.isHidden() is (not missing)


def test_text_files_are_offered_once_they_can_be_read_in_parts(tmp_path: Path):
    path = people(tmp_path, 500)
    found = extent_of(path, io.probe(path))
    if reads_in_parts(FileKind.CSV):
        assert found is not None
        assert abs(found.records - 500) <= 5
    else:
        assert found is None
    assert reads_in_parts(FileKind.PARQUET)
    assert writes_in_parts(FileKind.FEATHER)
    assert not writes_in_parts(FileKind.XLSX)
    assert not writes_in_parts(FileKind.SAS)


def test_methods_that_run_in_memory_only_are_barred_on_disk():
    schema = first_draft(io_schema(), FileKind.PARQUET, "x").schema
    assert why_not_here("mdav", schema, on_disk=True) == ""
    assert "cannot protect a file on disk" in why_not_here("ama", schema, on_disk=True)
    assert why_not_here("ama", schema, on_disk=False) == ""
    assert why_not_here("insensitive", schema, on_disk=True) == ""
    assert why_not_here("individual-ranking", schema, on_disk=True) == ""
    assert why_not_here("dp-laplace", schema, on_disk=True) == ""
    assert why_not_here("dp-laplace", schema, on_disk=False) == ""


def io_schema():
    columns = (("A", Role.QUASI_IDENTIFIER), ("B", Role.QUASI_IDENTIFIER))
    return Schema(tuple(Attribute(name, role, Scale.CONTINUOUS) for name, role in columns))


def test_free_space_is_compared_with_the_need(tmp_path: Path):
    found = look_at_space(str(tmp_path), Job())
    assert found.problem is None
    assert found.is_enough(1)
    assert not found.is_enough(found.free + 1)
    assert "are free." in space_text(found, 1)
    assert "not enough" not in space_text(found, 1)
    assert space_text(found, found.free + 1).endswith("choose a folder on another disk.")
    gone = look_at_space(str(tmp_path / "nowhere"), Job())
    assert gone.problem is not None
    assert gone.problem.code == "scratch-not-folder"
    assert not gone.is_enough(0)


def test_an_estimated_number_of_records_is_called_one_where_a_folder_is_asked_for():
    exact = large_file(MILLIONS, 4, 1)
    guessed = large_file(FileExtent(294_238, is_exact=False), 4, 1)
    assert exact is not None
    assert guessed is not None
    (said,) = of_need(ScratchNeed(DiskReason.RELEASE, guessed), "Verify").lines
    assert said.startswith("The release has about 290,000 records and does not fit into memory. ")
    assert said.endswith("of free space, and press “Verify” again.")
    (said,) = of_need(ScratchNeed(DiskReason.ORIGINAL, exact), "Repeat").lines
    assert said.startswith("The original has 50,000,000 records and does not fit")
