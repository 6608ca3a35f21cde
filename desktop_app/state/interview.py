"""The question wizard as a state machine: three plain questions lead to a role. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from core.model import Role


class Question(Enum):
    """The questions, in the order in which they are asked."""

    FINDS_ALONE = 0
    KNOWN_OUTSIDE = 1
    DOES_HARM = 2


_ROLE_OF_YES = {
    Question.FINDS_ALONE: Role.IDENTIFIER,
    Question.KNOWN_OUTSIDE: Role.QUASI_IDENTIFIER,
    Question.DOES_HARM: Role.CONFIDENTIAL,
}


Answers = tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class Interview:
    """How far the questions have come.

    Attributes
    ----------
    names : tuple of str
        The columns, in the order in which they are asked about.
    answers : tuple of tuple of bool or None
        For each column begun, its answers so far; ``None``: it stays what it is.
    """

    names: tuple[str, ...]
    answers: tuple[Answers, ...] = field(default=())

    @property
    def column(self) -> int | None:
        """Position of the column that is asked about; ``None`` when all are answered."""
        position = len(self.answers)
        if self.answers and not _is_through(self.answers[-1]):
            position -= 1
        return position if position < len(self.names) else None

    @property
    def question(self) -> Question | None:
        """What is asked; ``None`` when all is answered."""
        column = self.column
        if column is None:
            return None
        begun = column < len(self.answers)
        return Question(len(self.answers[column]) if begun else 0)

    def keep(self) -> Interview:
        """Return the interview in which the column asked about stays what it is."""
        return self.answer(None)

    def answer(self, yes: bool | None) -> Interview:
        """Return the interview with one more answer."""
        column = self.column
        if column is None:
            return self
        begun = self.answers[column] if column < len(self.answers) else ()
        return Interview(self.names, (*self.answers[:column], (*begun, yes)))

    def back(self) -> Interview:
        """Return the interview without its last answer."""
        if not self.answers:
            return self
        shorter = self.answers[-1][:-1]
        earlier_answers = self.answers[:-1]
        return Interview(self.names, (*earlier_answers, shorter) if shorter else earlier_answers)

    @property
    def roles(self) -> dict[str, Role]:
        """The roles that follow from the answers, for the columns that are through."""
        role_by_name = zip(self.names, map(_role, self.answers), strict=False)
        return {name: role for name, role in role_by_name if role is not None}

    @property
    def latest(self) -> str | None:
        """The column that was through last; ``None`` before the first."""
        count = sum(map(_is_through, self.answers))
        return self.names[count - 1] if count else None


def _is_through(answers: Answers) -> bool:
    """Whether a column needs no more answer."""
    return None in answers or _role(answers) is not None


def _role(answers: Answers) -> Role | None:
    """Return the role that a column's answers give; ``None`` if they give none, or not yet."""
    if None in answers:
        return None
    for question, yes in zip(Question, answers, strict=False):
        if yes:
            return _ROLE_OF_YES[question]
    return Role.OTHER if len(answers) == len(Question) else None
