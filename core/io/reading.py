"""Examines files and reads them: guesses their layout, previews them, and types their columns."""

from __future__ import annotations

from pathlib import Path

from core.errors import Refused, Severity
from core.io.columns.column_names import refuse_nul
from core.io.files.input_files import open_input, refuse
from core.io.files.part_files import is_folder
from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.format_registry import FORMATS, format_of, recognise
from core.io.signatures import SIGN_BYTES, sign_of
from core.io.table_size import refuse_beyond_memory
from core.jobs import CancellableSequence, Job
from core.model import Dataset, FileKind, ReadOptions, Source

# Files with these suffixes are not text, or do not match their suffix.
_SUFFIXES = frozenset(suffix for form in FORMATS for suffix in form.suffixes)

# A folder with such a file is one in parts.
_PART = "*.parquet"
READ_PHASES = ("reading", "typing")


def probe(path: Path, declared: DeclaredOptions | None = None) -> Probe:
    """Guess the format and layout of a file, with reasons.

    Options in `declared` are not copied to the result, but the guesses build on them: a header
    below a title can only be recognised if the title is skipped. Only a given sheet is part of the
    result, because no other sheet is examined.

    Problems of the file are returned in `Probe.problems` and never raised.
    """
    text = format_of(FileKind.CSV)
    form = text
    try:
        if is_folder(path) and next(path.glob(_PART), None) is not None:
            form = format_of(FileKind.PARQUET)
            return form.probe(path, declared or DeclaredOptions())
        with open_input(path) as handle:
            form = recognise(handle, path) or text
            sign = sign_of(handle.read(SIGN_BYTES))
        if form is text and (sign or path.suffix.lower() in _SUFFIXES):
            raise refuse(sign or "file-not-as-named", path, suffix=path.suffix)
        return form.probe(path, declared or DeclaredOptions())
    except Refused as refused:
        return Probe(form.kind, ReadOptions(), problems=refused.problems)


def preview(path: Path, kind: FileKind, options: ReadOptions, rows: int = 50) -> Preview:
    """Read the first `rows` records as text.

    Only the start of the file is read. Problems of the file or the options are returned with the
    readable records and never raised.
    """
    try:
        return format_of(kind).preview(path, options, rows)
    except Refused as refused:
        return Preview((), (), refused.problems)


def read(source: Source, job: Job, as_text: frozenset[str] = frozenset()) -> Dataset:
    """Read the dataset in a file, with columns typed by all of their cells.

    The phases are `READ_PHASES`; the first counts bytes, the second columns. The fingerprint is
    that of the bytes read.

    Parameters
    ----------
    as_text : frozenset of str
        Columns to read as text, spelled as in the file; names that the file does not have are
        ignored.

    Raises
    ------
    Refused
        With one or more problems of the file and their places, or if a run of it would take more
        than half of the memory and no scratch folder is in use.
    """
    refuse_beyond_memory(source)
    form = format_of(source.kind)
    dataset = form.read(Path(source.path), source.options, job, as_text)
    for column in CancellableSequence(dataset.columns, job):
        refuse_nul(column, dataset.row_number)
    return dataset


def read_again(source: Source, job: Job, as_text: frozenset[str] = frozenset()) -> Dataset:
    """Read a file written by this program, with another library than the one that wrote it.

    There is no second library for SPSS files; for other formats, the writer and this reader share
    no code. Otherwise like `read`.
    """
    form = format_of(source.kind)
    return form.read_again(Path(source.path), source.options, job, as_text)


def read_as_guessed(path: Path, job: Job) -> Dataset:
    """Read a file with the layout that it suggests.

    Raises
    ------
    Refused
        If it cannot be read.
    """
    layout = probe(path)
    if wrong := [problem for problem in layout.problems if problem.severity is Severity.ERROR]:
        raise Refused(*wrong)
    return read(Source(str(path), layout.kind, layout.options), job)
