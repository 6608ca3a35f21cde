"""Texts of the window and their translation."""

from desktop_app.text.glossary import define, explain
from desktop_app.text.lists import joined, listed
from desktop_app.text.numbers import above_zero, fixed, number, percent, size
from desktop_app.text.problems import failure_text, message, phase_text, problem_text
from desktop_app.text.translate import tr, tr_n, translate

__all__ = [
    "above_zero",
    "define",
    "explain",
    "failure_text",
    "fixed",
    "joined",
    "listed",
    "message",
    "number",
    "percent",
    "phase_text",
    "problem_text",
    "size",
    "tr",
    "tr_n",
    "translate",
]
