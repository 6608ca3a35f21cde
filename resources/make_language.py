"""Collects the texts of the window for translators: ``python -m resources.make_language pl``.

Writes ``statveil_pl.ts``, which Qt Linguist opens, and from it ``statveil_pl.qm``, which the window
loads, and ``pl.json``, from which reports are written. What is translated already stays.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree as ET

import PySide6

import desktop_app
from core.messages import CATALOGUE
from core.messages.languages import FOLDER
from desktop_app.text.translate import CONTEXT, TRANSLATIONS

TOOLS = Path(PySide6.__file__).parent
# Words of Qt's, not of ours.
_OF_QT = "QLocale."


def texts() -> dict[str, bool]:
    """Return every text that the window translates, and whether it has forms for a count."""
    found: dict[str, bool] = {}
    for path in sorted(Path(desktop_app.__file__).parent.rglob("*.py")):
        if path.stem != "translate":
            _collect(ast.parse(path.read_text(encoding="utf-8")), found)
    for code in sorted(CATALOGUE):
        template = CATALOGUE[code]
        found[template.other] = found.get(template.other, False) or template.one is not None
    return found


def _collect(module: ast.Module, found: dict[str, bool]) -> None:
    named = dict(_assigned(module))
    for node in ast.walk(module):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "tr" and not ast.unparse(node.args[0]).startswith(_OF_QT):
            for text in _said(node.args[0], named):
                found.setdefault(text, False)
        elif node.func.id == "tr_n":
            found.update(dict.fromkeys(_said(node.args[1], named), True))


def _assigned(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names of a module with what they hold."""
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def _said(node: ast.expr, named: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield what an argument can be; raise ``ValueError`` for what only a run knows."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_said(one, named), *_said(other, named))
        case ast.Dict(values=parts):
            yield from (text for part in parts for text in _said(part, named))
        case (
            ast.Name(id=name)
            | ast.Subscript(value=ast.Name(id=name))
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"))
        ) if name in named:
            yield from _said(named[name], named)
        case _:
            raise ValueError(f"line {node.lineno}: write the text out, or name a table of texts")


def make(language: str, folder: Path = TRANSLATIONS, catalogues: Path = FOLDER) -> Path:
    """Write the files of a language, such as ``pl``; return the one for translators."""
    folder.mkdir(exist_ok=True)
    catalogues.mkdir(exist_ok=True)
    source = folder / f"statveil_{language}.ts"
    macros = {False: "QT_TRANSLATE_NOOP", True: "QT_TRANSLATE_N_NOOP"}
    with tempfile.TemporaryDirectory() as place:
        listed = Path(place) / "texts.cpp"
        lines = (
            f"{macros[counts]}({json.dumps(CONTEXT)}, {json.dumps(text, ensure_ascii=False)})"
            for text, counts in texts().items()
        )
        listed.write_text("\n".join(lines), encoding="utf-8")
        options = ["-silent", "-locations", "none", "-target-language", language]
        _run("lupdate", str(listed), *options, "-ts", str(source))
    _check_placeholders(source)
    _run("lrelease", "-silent", str(source), "-qm", str(source.with_suffix(".qm")))
    texts_by_code = json.dumps(_list_translated(source), ensure_ascii=False, indent=0)
    (catalogues / f"{language}.json").write_text(texts_by_code, encoding="utf-8")
    return source


def _list_translated(source: Path) -> dict[str, list[str]]:
    """List the forms of each text of the catalogue that is translated."""
    forms_by_text = {}
    for entry in ET.parse(source).iter("message"):
        goal = entry.find("translation")
        if goal is not None and goal.get("type") is None:
            forms = goal.findall("numerusform") or [goal]
            forms_by_text[entry.findtext("source")] = [form.text or "" for form in forms]
    return {
        code: forms_by_text[template.other]
        for code, template in CATALOGUE.items()
        if template.other in forms_by_text
    }


def _check_placeholders(source: Path) -> None:
    """Raise ``ValueError`` for a translation with another placeholder than the English text."""
    for entry in ET.parse(source).iter("message"):
        text = entry.findtext("source") or ""
        forms = (
            form.text or "" for form in (*entry.iter("numerusform"), *entry.iter("translation"))
        )
        if any(_placeholders(form) - _placeholders(text) for form in forms):
            raise ValueError(f"other placeholders in the translation of: {text}")


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _run(tool: str, *given: str) -> None:
    subprocess.run([TOOLS / tool, *given], check=True)


if __name__ == "__main__":
    make(sys.argv[1])
