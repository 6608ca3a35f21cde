"""Every code that the program speaks in has its text, with what the text needs."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

import core.messages.texts
from core.checklist.row import Publicity
from core.checklist.row_registry import ROWS
from core.checklist.rows import weights
from core.messages import CATALOGUE
from core.messages.template import Template

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(core.messages.texts.__path__, "core.messages.texts.")
    if not module.ispkg
]
PARTS = [module for module in MODULES if hasattr(module, "TEXTS")]


class Use(NamedTuple):
    """A code in the source, and the parameters that go with it (``None``: not to be seen)."""

    place: str
    code: str
    params: frozenset[str] | None


def placeholders(form: str) -> set[str]:
    """The parameters of a text, without the places of settings, which it knows itself."""
    fields = {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}
    return {name for name in fields if not name.startswith("@")}


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    by_name = {keyword.arg: keyword.value for keyword in call.keywords}
    return call.args[position] if len(call.args) > position else by_name.get(name)


def literal_keys(node: ast.expr | None) -> frozenset[str] | None:
    """Return the keys of a dict that is written out; nothing given is an empty one."""
    if node is None:
        return frozenset()
    if not isinstance(node, ast.Dict) or not all(isinstance(k, ast.Constant) for k in node.keys):
        return None
    return frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))


def uses(sources) -> Iterator[Use]:
    """Find ``Problem("code", ..., {...})``, ``text("code", {...})`` and guesses of layouts."""
    code_at, params_at = {"Guess": 1}, {"Problem": 2, "text": 1, "Guess": 2}
    for source in sources:
        if source.name.startswith("tests/"):
            continue
        for call in source.nodes:
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            position = params_at.get(call.func.id)
            place = code_at.get(call.func.id, 0)
            code = argument(call, place, "code") if position is not None else None
            if position is not None and isinstance(code, ast.Constant) and code.value:
                keys = literal_keys(argument(call, position, "params"))
                yield Use(f"{source.name}:{call.lineno}", str(code.value), keys)


def test_every_code_has_a_text(sources) -> None:
    found = list(uses(sources))

    assert len(found) > 20
    assert [use for use in found if use.code not in CATALOGUE] == []


def test_every_use_gives_what_the_text_needs(sources) -> None:
    missing = [
        (use.place, use.code, placeholders(CATALOGUE[use.code].other) - use.params)
        for use in uses(sources)
        if use.code in CATALOGUE and use.params is not None
    ]

    assert [entry for entry in missing if entry[2]] == []


def is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def steps(sources) -> Iterator[Use]:
    """Find ``Step("name", {...})``; a name that is put together is not to be seen."""
    for source in sources:
        if not source.name.startswith("core/"):
            continue
        for call in source.nodes:
            if is_call_of(call, "Step"):
                name = argument(call, 0, "name")
                if isinstance(name, ast.Constant):
                    keys = literal_keys(argument(call, 1, "counts"))
                    yield Use(f"{source.name}:{call.lineno}", str(name.value), keys)


def test_every_step_is_told_in_a_sentence_of_its_own(sources) -> None:
    found = list(steps(sources))
    told = {code.partition("step-")[2] for code in CATALOGUE if "step-" in code}

    assert {"mdav", "merging", "read"} <= {use.code for use in found}
    assert [use for use in found if use.code not in told] == []


def test_every_row_of_the_checklist_is_told_in_words() -> None:
    """Else the window, a report or the public half of a release stops where it shows the row."""
    codes = [code for row in ROWS for code in (row, f"counted-{row}")]
    answered = [row.code for row in ROWS.values() if row.publicity is Publicity.ANSWERED]
    # A total of weights is off in one direction or the other, and each has a sentence.
    codes += [f"{code}-public" for code in answered if code != weights.OFF]

    assert len(codes) > 100
    assert [code for code in codes if code not in CATALOGUE] == []


def is_plain(form: str, template: Template) -> bool:
    """Whether a form has placeholders of its template alone, without formats, and no blank ends."""
    fields = list(string.Formatter().parse(form))
    return (
        all(name is None or name.removeprefix("@").isidentifier() for _, name, _, _ in fields)
        and all(not spec and not conversion for _, _, spec, conversion in fields)
        and placeholders(form) <= placeholders(template.other)
        and form == form.strip() != ""
    )


def test_every_condition_is_compared_with_the_released_file() -> None:
    """Or it is said that only the input shows it; else `verify` would pass it unlooked at."""
    from core.conditions.registry import CONDITIONS
    from core.verify.condition_check import CHECKS

    assert set(CHECKS) == {condition.name for condition in CONDITIONS}


def test_a_condition_that_limits_groups_can_say_that_a_file_violates_it_as_a_whole() -> None:
    from core.conditions.condition import Condition
    from core.conditions.registry import CONDITIONS

    limiting = {c.name for c in CONDITIONS if type(c).limits is not Condition.limits}

    assert {"dominance", "diversity"} <= limiting
    assert {f"{name}-of-{part}" for name in limiting for part in ("file", "stratum")} <= {
        *CATALOGUE
    }


def test_a_text_has_plain_placeholders_and_no_blank_ends() -> None:
    odd_forms = [
        (code, form)
        for code, template in CATALOGUE.items()
        for form in (template.other, template.one or template.other)
        if not is_plain(form, template)
    ]

    assert odd_forms == []


def test_a_text_that_is_not_plain_would_be_seen() -> None:
    assert is_plain("{a}", Template("{a}"))
    for form in ("{0}", "{a b}", "{a:.2f}", "{a!r}", "{b}", " {a}", "{a} ", ""):
        assert not is_plain(form, Template("{a}")), form


def test_no_code_stands_in_two_files() -> None:
    codes = [code for part in PARTS for code in part.TEXTS]

    assert sorted(codes) == sorted(set(codes))
    assert set(codes) == set(CATALOGUE)


def test_between_numbers_a_minus_is_written_and_no_hyphen(sources) -> None:
    """“k − 1” in one sentence and “k - 1” in another look like two quantities."""
    shown = [
        (source.name, node.value)
        for source in sources
        if source.name.startswith(("core/messages/", "desktop_app/"))
        for node in source.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert len(shown) > 1000
    docstrings = {
        ast.get_docstring(node, clean=False)
        for source in sources
        if source.name.startswith(("core/messages/", "desktop_app/"))
        for node in source.nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    hyphens = re.compile(r"\bn?[0-9]*[a-z] - [0-9]")
    assert [each for each in shown if each[1] not in docstrings and hyphens.search(each[1])] == []
