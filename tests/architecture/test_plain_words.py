"""Engine and window are written in the field's English, without words of a private dialect."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from pathlib import PurePosixPath

import pytest

from core.messages import CATALOGUE

# Words that once had a meaning of their own here, with what to write instead.
NAMES = {
    "desk": "folder, files",
    "deeds": "steps",
    "dressed": "with metadata",
    "foresee": "preflight",
    "papers": "documents, reports",
    "patience": "timeout, limit",
    "patiently": "run_cancellable",
    "room": "space, memory, tolerance, limit, package",
    "rooms": "packages",
    "tallies": "counts",
    "tally": "count",
    "tangled": "cycles",
    "tell": "report, emit, show",
    "told": "reported, progress",
    "wish": "request",
}
PROSE = {
    r"anew": "again",
    r"beside": "next to, in addition to",
    r"deeds?": "steps",
    r"of no account": "not needed",
    r"patiently": "cancellable",
    r"rooms?": "space, memory, package",
    r"stands|stood": "occurs, is",
    r"tells?|told": "reports, receives, discloses, distinguishes",
    r"whoever": "anybody who",
}
# In the window "beside" is a place: the label beside a field.
PLACES = frozenset({r"beside"})
SENTENCES = {r"anew": "again", r"rooms?": "space"}


def files(sources: Sequence, *places: str) -> list:
    return [source for source in sources if source.name.startswith(places)]


def names(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield each name that is defined, with its line."""
    for node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def parts(name: str) -> set[str]:
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def prose(source) -> Iterator[tuple[int, str]]:
    """Yield each docstring and comment, with its line."""
    for node in source.statements:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def dialect_in_prose(files: Sequence, allowed: Set[str] = frozenset()) -> list[str]:
    # To take a file apart takes long; few have such a word anywhere.
    word_anywhere = re.compile("|".join(PROSE.keys() - allowed), re.IGNORECASE)
    return [
        f"{source.name}:{line} {match.group()}: write {instead}"
        for source in files
        if word_anywhere.search(source.text)
        for line, text in prose(source)
        for word, instead in PROSE.items()
        if word not in allowed
        for match in re.finditer(rf"\b(?:{word})\b", text, re.IGNORECASE)
    ]


def test_no_name_of_engine_and_window_is_dialect(sources) -> None:
    dialect = [
        f"{source.name}:{line} {name}: write {NAMES[word]}"
        for source in files(sources, "core/", "desktop_app/")
        for line, name in [(0, PurePosixPath(source.name).stem), *names(source.nodes)]
        for word in sorted(parts(name) & NAMES.keys())
    ]

    assert dialect == []


def test_no_docstring_or_comment_of_engine_and_window_is_dialect(sources) -> None:
    assert dialect_in_prose(files(sources, "core/")) == []
    assert dialect_in_prose(files(sources, "desktop_app/"), PLACES) == []


def test_no_sentence_for_users_is_dialect() -> None:
    found = [
        f"{code}: write {instead}"
        for code, template in CATALOGUE.items()
        for word, instead in SENTENCES.items()
        if re.search(rf"\b(?:{word})\b", f"{template.other} {template.one or ''}", re.IGNORECASE)
    ]

    assert found == []


def test_sentences_for_people_have_typographic_apostrophes(sources) -> None:
    straight = [
        f"{source.name}:{node.lineno} {match.group()}: write ’"
        for source in files(sources, "core/messages/", "desktop_app/")
        for commented in [{id(node.value) for node in source.nodes if isinstance(node, ast.Expr)}]
        for node in source.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in commented
        for match in re.finditer(r"\w+'[a-z ]", node.value)
    ]

    assert straight == []


# Kernels' classes and modules may be called as elsewhere.
@pytest.mark.parametrize(("place", "apart"), [("core/", "core/kernels/"), ("desktop_app/", "-")])
def test_no_class_or_module_has_the_name_of_another_one(sources, place: str, apart: str) -> None:
    """Searching for a class finds one definition."""
    classes, modules = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for source in files(sources, place):
        if not source.name.startswith(apart):
            modules[PurePosixPath(source.name).name].append(source.name)
            for node in source.statements:
                if isinstance(node, ast.ClassDef):
                    classes[node.name].append(source.name)
    modules.pop("__init__.py")

    assert min(len(classes), len(modules)) > 150
    for places in (classes, modules):
        assert {name: where for name, where in places.items() if len(where) > 1} == {}
