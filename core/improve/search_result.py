"""What a search tried and found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.checklist.answers import answers_of, questions_of, reason_for
from core.checklist.row_registry import ROWS
from core.improve.column_costs import ColumnCost
from core.log.figure_entries import value_entry
from core.measure.figures.kept_figures import FigureScore, score_figures, worst_figures
from core.model import Figure, FigureValue, Project, Result, TriedSettings, UsualFigures
from core.model.checklist import RowCount
from core.protect.parameter import AGGREGATE, CATEGORIES
from core.report.tables.figure_tables import name_row

# How the rows of the checklist are numbered that count what a release is good for.
_USEFULNESS = "F"


@dataclass(frozen=True, slots=True, eq=False)
class SettingsTrial:
    """Settings that were tried.

    Attributes
    ----------
    project : Project
        The recipe with these settings.
    changes : Mapping of str to str
        What differs from the recipe at the start.
    score : FigureScore or None
        ``None``: the release was refused, or asks a question of risk that the settings at the start
        do not ask.
    result : Result or None
        The release, if it was not refused.
    """

    project: Project
    changes: Mapping[str, str]
    score: FigureScore | None = None
    result: Result | None = None

    @property
    def kind(self) -> tuple[object, ...]:
        """Its method and representatives."""
        return tuple(self.changes.get(name) for name in ("method", AGGREGATE.name, CATEGORIES.name))

    @property
    def rank(self) -> tuple[int, int, float]:
        """The order among trials with a score."""
        assert self.score is not None
        return self.score.rank

    def has_more_than(self, trial: SettingsTrial) -> bool:
        """Decide whether it ranks above another trial, which has a score."""
        return self.score is not None and self.rank > trial.rank

    def is_better_than(self, trial: SettingsTrial) -> bool:
        """Decide whether more figures hold than in another trial, with no fewer inside."""
        assert trial.score is not None
        return self.score is not None and self.score.is_better_than(trial.score)

    @property
    def open_risks(self) -> frozenset[str]:
        """What is open of the risk of its release: questions but for those on usefulness."""
        if self.result is None:
            return frozenset()
        return frozenset(
            count.key
            for count in _open_questions(self.result)
            if not ROWS[count.row].number.startswith(_USEFULNESS)
        )

    @property
    def entry(self) -> TriedSettings:
        """What a recipe says of it."""
        score = self.score
        return TriedSettings(
            settings=tuple(self.changes.items()),
            inside=None if score is None else score.inside,
            close=None if score is None else score.close,
        )


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure with both settings, as texts, and the original's interval."""

    figure: str
    today: str
    best: str
    interval: str


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    records : int
        Records on which settings were tried.
    today, best : Result
        The releases of the whole file with the settings at the start and the best ones; the same
        if none were better.
    project : Project or None
        The recipe with the best settings and an account of the search; ``None`` if none were
        better.
    changes : Mapping of str to str
        What it changes.
    costs : tuple of ColumnCost
        Of the masked columns with the best settings, on the sample.
    """

    records: int
    today: Result
    best: Result
    project: Project | None
    changes: Mapping[str, str]
    costs: tuple[ColumnCost, ...]

    @property
    def usual_today(self) -> UsualFigures:
        """The figures with the settings at the start."""
        return _usual_of(self.today)

    @property
    def usual_best(self) -> UsualFigures:
        """The figures with the best settings."""
        return _usual_of(self.best)

    @property
    def kept_sentence(self) -> tuple[str, dict[str, object]]:
        """The code and parameters of what is said of the figures of both."""
        today, best = score_figures(self.usual_today), score_figures(self.usual_best)
        code = "improve-none" if self.project is None else "improve-kept"
        return code, {
            "count": today.counted,
            "inside": today.inside,
            "inside_found": best.inside,
            "close": today.close,
            "close_found": best.close,
        }

    @property
    def new_questions(self) -> tuple[RowCount, ...]:
        """The open questions of the best settings that those at the start do not ask."""
        keys_today = {count.key for count in _open_questions(self.today)}
        return tuple(count for count in _open_questions(self.best) if count.key not in keys_today)


def list_leading_scores(trials: Sequence[SettingsTrial]) -> tuple[FigureScore, ...]:
    """List the score of the best settings after each trial.

    Those at the start lead until others keep more figures, with no fewer inside.
    """
    scores = []
    leader: SettingsTrial | None = None
    for trial in trials:
        if leader is None or (trial.is_better_than(trials[0]) and trial.has_more_than(leader)):
            leader = trial
        assert leader.score is not None
        scores.append(leader.score)
    return tuple(scores)


def worst_changes(worst: UsualFigures, improvement: SearchResult) -> tuple[FigureChange, ...]:
    """Write the figures that one release keeps worst, with their values in both.

    Parameters
    ----------
    worst : UsualFigures
        One side of `improvement`.
    """
    sides = improvement.usual_today, improvement.usual_best
    values_today, values_found = (_values_by_key(usual) for usual in sides)
    changes = []
    for figure, value in worst_figures(worst):
        key = _key_of(figure, value)
        today, best = (
            name_row(figure, value_entry(values[key], worst.least))
            for values in (values_today, values_found)
        )
        interval = today.original[1] or "\N{EN DASH}"
        changes.append(FigureChange(today.name, today.released[0], best.released[0], interval))
    return tuple(changes)


def _values_by_key(usual: UsualFigures) -> Mapping[object, FigureValue]:
    return {
        _key_of(compared.figure, value): value
        for compared in usual.compared
        for value in compared.values
    }


def _key_of(figure: Figure, value: FigureValue) -> object:
    return figure, value.by, value.of, value.term


def _open_questions(result: Result) -> list[RowCount]:
    answers = answers_of(result.plan.project.recipe)
    return [count for count in questions_of(result) if reason_for(count, answers) is None]


def _usual_of(result: Result) -> UsualFigures:
    assert result.usual is not None
    return result.usual
