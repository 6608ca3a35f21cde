"""Looks at a file: guesses how it is laid out, shows its first records."""

from __future__ import annotations

from pathlib import Path

from core.errors import Refused
from core.io.files.input_files import opened, refuse
from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.format_registry import FORMATS, format_of, recognised
from core.io.signatures import SIGN_BYTES, sign_of
from core.model import FileKind, ReadOptions

# Files that are called so are no text, or not what they are called.
_SUFFIXES = frozenset(suffix for form in FORMATS for suffix in form.suffixes)


def probe(path: Path, given: DeclaredOptions | None = None) -> Probe:
    """Guess a file's kind and layout from samples of it, each guess with a reason.

    What is `given` is not taken over into the guesses, but those that follow from it are made
    by it: a header below a title can only be seen once the title is skipped. Only a sheet that
    is given is the one in the options, because no other is looked at.

    Nothing is raised for what is in the file: what is wrong comes back in `Probe.problems`.
    """
    text = format_of(FileKind.CSV)
    form = text
    try:
        with opened(path) as handle:
            form = recognised(handle, path) or text
            sign = sign_of(handle.read(SIGN_BYTES))
        if form is text and (sign or path.suffix.lower() in _SUFFIXES):
            raise refuse(sign or "file-not-as-named", path, suffix=path.suffix)
        return form.probe(path, given or DeclaredOptions())
    except Refused as refused:
        return Probe(form.kind, ReadOptions(), problems=refused.problems)


def preview(path: Path, kind: FileKind, options: ReadOptions, rows: int = 50) -> Preview:
    """Return the first `rows` records as text.

    Only the head of the file is looked at. Nothing is raised for what is wrong with the file or
    the options: problems come back in the result, with the records that could be cut.
    """
    try:
        return format_of(kind).preview(path, options, rows)
    except Refused as refused:
        return Preview((), (), False, refused.problems)
