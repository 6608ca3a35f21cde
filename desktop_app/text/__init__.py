"""Texts of the window and their translation."""

from desktop_app.text.glossary import define, explain
from desktop_app.text.lists import join_sentences, list_names
from desktop_app.text.numbers import above_zero, number, percent, size, to_decimals
from desktop_app.text.problems import failure_text, message, phase_text, problem_text
from desktop_app.text.translate import tr, tr_n, translate

__all__ = [
    "above_zero",
    "define",
    "explain",
    "failure_text",
    "join_sentences",
    "list_names",
    "message",
    "number",
    "percent",
    "phase_text",
    "problem_text",
    "size",
    "to_decimals",
    "tr",
    "tr_n",
    "translate",
]
