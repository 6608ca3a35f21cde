"""The settings that a search found, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import CATALOGUE, text
from core.model import DistanceScale
from core.model.preparing import Do
from desktop_app.text import tr

_DISTANCE, _IMPORTANCE, _RECODING = ".distance", ".importance", ".recoding"


def settings_words(changes: Mapping[str, str]) -> str:
    """Say what a search changes, as a sentence for each setting.

    Parameters
    ----------
    changes : Mapping of str to str
        As `core.improve.settings_changes.list_changes` lists them.
    """
    columns_by_scale: dict[str, list[str]] = {}
    factors, recodings, sentences = [], [], []
    for name, value in changes.items():
        if name.endswith(_DISTANCE):
            columns_by_scale.setdefault(value, []).append(name.removesuffix(_DISTANCE))
        elif name.endswith(_IMPORTANCE):
            factors.append(f"{name.removesuffix(_IMPORTANCE)} {value}")
        elif name.endswith(_RECODING):
            recodings.append(_recoding_words(name.removesuffix(_RECODING), value))
        elif name == "method":
            sentences.append(tr("Method: {method}.", method=text(f"method-{value}")))
        elif name == "totals":
            sentences.append(tr("Totals are kept: {totals}.", totals=value))
        else:
            label = _text_or(f"parameter-{name}", name)
            choice = _text_or(f"choice-{name}-{value}", value)
            sentences.append(tr("{label}: {choice}.", label=label, choice=choice))
    if recodings:
        sentences.append(tr("Recoded first: {recodings}.", recodings="; ".join(recodings)))
    if factors:
        sentences.append(tr("Importance: {factors}.", factors=", ".join(factors)))
    for scale, columns in columns_by_scale.items():
        sentences.append(_scale_words(scale, ", ".join(columns)))
    return " ".join(sentences)


def _recoding_words(column: str, recoding: str) -> str:
    step, _, number = recoding.partition(" ")
    match step:
        case Do.LEVEL:
            return tr("{column} to level {level} of its taxonomy", column=column, level=number)
        case Do.ROUND:
            return tr("{column} rounded to {number}", column=column, number=number)
        case _:
            return tr("neighbouring categories of {column} joined", column=column)


def _text_or(code: str, word: str) -> str:
    return text(code) if code in CATALOGUE else word


def _scale_words(scale: str, columns: str) -> str:
    if scale == DistanceScale.LOG:
        return tr("Compared as logarithms: {columns}.", columns=columns)
    if scale == DistanceScale.ROOT:
        return tr("Compared as square roots: {columns}.", columns=columns)
    return tr("Compared as they are: {columns}.", columns=columns)
