"""Every sentence of “What this means” for a private method, held against runs on random files."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from core.model import Attribute, Dataset, Guarantee, Plan, Role, Scale, Strength
from core.protect import METHODS, Protected, claim_of_plan, ledger_of_plan
from desktop_app.presenters.method.method_meaning import meaning
from desktop_app.text import message
from tests.core.privacy.making_runs import plan_of, released, table
from tests.lanes import in_lane

_PRIVATE = [name for name, method in METHODS.items() if method.adds_noise]


@dataclass(frozen=True)
class Run:
    """A plan, the file, and two releases of it."""

    plan: Plan
    dataset: Dataset
    one: Protected
    other: Protected

    @property
    def masked(self) -> list[str]:
        """The columns that changed, found without asking the engine."""
        before = {c.name: c.values.tolist() for c in self.dataset.columns}
        return [c.name for c in self.one.columns if c.values.tolist() != before[c.name]]

    def cells(self, name: str) -> list[float]:
        return next(c.values.tolist() for c in self.one.columns if c.name == name)


def _any_run(seed: int) -> Run:
    """Return a random private run; some claim nothing, some are made with a test seed."""
    draw = Random(seed)
    method = _PRIVATE[seed % len(_PRIVATE)]
    names = [f"Q{i}" for i in range(draw.randint(1, 3))]
    rows = draw.choice([60, 200])
    bare = ("C",) if draw.random() < 0.75 else ()
    dataset = table(
        **{name: [draw.uniform(0.2, 0.8) for _ in range(rows)] for name in (*names, *bare)}
    )
    from_data = draw.random() < 0.25
    attributes = [
        Attribute(
            name,
            Role.QUASI_IDENTIFIER,
            Scale.CONTINUOUS,
            domain=(0.0, 1.0),
            domain_from_data=from_data and name == "Q0",
        )
        for name in names
    ]
    attributes += [Attribute(name, Role.CONFIDENTIAL, Scale.CONTINUOUS) for name in bare]
    parameters: dict[str, object] = {"epsilon": draw.choice([0.5, 1, 2.5, 8])}
    known = {p.name: p for p in METHODS[method].parameters}
    if "k" in known:
        parameters["k"] = draw.choice([2, 5, 20])
    if "guarantee" in known:
        choices = known["guarantee"].choices
        parameters["guarantee"] = choices[(seed // len(_PRIVATE)) % len(choices)]
    seeded = {"insecure_test_seed": 7} if draw.random() < 0.25 else {}
    plan = plan_of(dataset, method, attributes, seeded, **parameters)
    assert plan.errors == ()
    return Run(plan, dataset, released(plan, dataset), released(plan, dataset))


def _noisy(run: Run, said: re.Match[str]) -> None:
    count, epsilon = int(said[1]), float(said[2])
    ledger = ledger_of_plan(run.plan)
    assert len(run.masked) == count
    assert float(ledger.budget) == epsilon
    assert float(ledger.spent) <= epsilon * (1 + 1e-12)


def _noisy_each(run: Run, said: re.Match[str]) -> None:
    ledger = ledger_of_plan(run.plan)
    assert len(run.masked) == len(ledger.entries) == int(said[1]) > 1
    assert {float(entry.epsilon) for entry in ledger.entries} == {float(said[2])}


def _unclaimed(run: Run, said: re.Match[str]) -> None:
    assert len(run.masked) == int(said[1])
    claim = claim_of_plan(run.plan)
    assert (claim.strength, claim.epsilon) == (Strength.NONE, None)


def _odds(run: Run, said: re.Match[str]) -> None:
    assert float(said[1]) == pytest.approx(math.exp(run.plan.parameters["epsilon"]), rel=5e-3)
    assert claim_of_plan(run.plan).strength is Strength.WHOLE
    assert len(run.masked) == len(run.dataset.columns)


def _odds_in_part(run: Run, said: re.Match[str]) -> None:
    assert float(said[1]) == pytest.approx(math.exp(run.plan.parameters["epsilon"]), rel=5e-3)
    _some_bare(run, said)


def _some_bare(run: Run, _said: re.Match[str]) -> None:
    assert claim_of_plan(run.plan).strength is Strength.PART
    assert 0 < len(run.masked) < len(run.dataset.columns)


def _weak(run: Run, said: re.Match[str]) -> None:
    assert float(said[1]) == run.plan.parameters["epsilon"]
    assert math.exp(float(said[1])) > 100


def _alone(run: Run, _said: re.Match[str]) -> None:
    """Averages of at least k cells, in an order that is the column's own."""
    assert run.plan.parameters["guarantee"] == Guarantee.MARGINALS
    _are_averages(run)


def _synthetic(run: Run, _said: re.Match[str]) -> None:
    assert run.plan.parameters["guarantee"] == Guarantee.DEPENDENCE
    assert all(0 <= cell <= 1 for name in run.masked for cell in run.cells(name))


def _together(run: Run, _said: re.Match[str]) -> None:
    """Their order is drawn when they are written; a column without noise keeps its values."""
    for name in {c.name for c in run.dataset.columns} - set(run.masked):
        assert Counter(run.cells(name)) == Counter(run.dataset.column(name).values.tolist())


def _as_published(run: Run, _said: re.Match[str]) -> None:
    assert claim_of_plan(run.plan).strength is Strength.COLUMNS
    _are_averages(run)


def _are_averages(run: Run) -> None:
    k, rows = run.plan.parameters["k"], run.dataset.rows
    assert all(len(set(run.cells(name))) <= rows // k for name in run.masked)


def _averages(run: Run, said: re.Match[str]) -> None:
    assert {int(part) for part in said.groups()} == {run.plan.parameters["k"]}


def _anew(run: Run, _said: re.Match[str]) -> None:
    assert any(a.values.tolist() != b.values.tolist() for a, b in _pairs(run))


def _same_each_time(run: Run, _said: re.Match[str]) -> None:
    assert run.plan.project.recipe.insecure_test_seed is not None
    assert all(a.values.tolist() == b.values.tolist() for a, b in _pairs(run))


def _pairs(run: Run) -> list[tuple]:
    return list(zip(run.one.columns, run.other.columns, strict=True))


_N = r"([\d.]+)"
CHECKS = {
    rf"<b>{_N} columns? gets? noise, with a privacy budget of ε = {_N}(?: together)?\.</b>": _noisy,
    rf"<b>{_N} columns get noise, each with a privacy budget of ε = {_N}\.</b>": _noisy_each,
    rf"<b>{_N} columns? gets? noise, and nothing can be claimed of it\.</b>": _unclaimed,
    r"Whatever somebody already knows: .* at most by a factor of "
    rf"{_N}\.": _odds,
    r"Whichever values one record has in the columns with noise, .* at most by a factor of "
    rf"{_N}\.": _odds_in_part,
    r"This holds for the columns with noise alone\. The other columns .*": _some_bare,
    rf"With ε = {_N} the promise is weak: .*": _weak,
    r"Each masked column as noisy, sorted averages, shuffled on its own\. .*": _alone,
    r"Noisy, sorted averages of each masked column, and noisy counts of pairs .*": _synthetic,
    r"Records stay together, in random order, .*": _together,
    r"Records stay together with their groups, as in the literature\. .*": _as_published,
    rf"Averages of {_N} records need {_N} times less noise than single cells, and lose what "
    rf"differs within the {_N}\.": _averages,
    r"The noise is drawn anew in every run, .*": _anew,
    r"<b>The noise is made with the recipe’s test seed and is NOT private\.</b> .*": (
        _same_each_time
    ),
}


@pytest.mark.parametrize("seed", range(in_lane(36, 360)))
def test_what_is_said_of_a_private_plan_is_what_the_run_does(seed: int) -> None:
    check_meaning(_any_run(seed))


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("method", ["dp-individual-ranking", "dp-insensitive"])
def test_what_is_said_of_noise_as_published_depends_on_the_number_of_columns(
    method: str, columns: int
) -> None:
    dataset = table(**{f"Q{i}": [place / 60 for place in range(60)] for i in range(columns)})
    plan = plan_of(dataset, method, epsilon=0.5, k=5, guarantee=str(Guarantee.AS_PUBLISHED))
    check_meaning(Run(plan, dataset, released(plan, dataset), released(plan, dataset)))


def check_meaning(run: Run) -> None:
    """Hold every sentence against the run."""
    claim = claim_of_plan(run.plan)
    for sentence in meaning(run.plan, run.plan.implications):
        if claim is not None and sentence == message(claim.code, **claim.params):
            continue  # it has tests of its own
        matches = [(check, re.fullmatch(pattern, sentence)) for pattern, check in CHECKS.items()]
        checks = [(check, match) for check, match in matches if match]
        assert len(checks) == 1, f"nobody checks: {sentence}"
        check, match = checks[0]
        check(run, match)


def test_averages_of_k_records_get_at_least_k_times_less_noise() -> None:
    """A column of one value shows the noise itself; sorting the averages takes some more off."""
    rows, k, epsilon = 4000, 20, 4.0
    dataset = table(Q=[0.5] * rows)
    sizes = {}
    for method, more in (
        ("dp-laplace", {}),
        ("dp-individual-ranking", {"k": k, "guarantee": str(Guarantee.MARGINALS)}),
    ):
        recipe = {"insecure_test_seed": 11}
        plan = plan_of(dataset, method, recipe=recipe, epsilon=epsilon, **more)
        cells = set(next(iter(released(plan, dataset).columns)).values.tolist())
        drawn = cells if more else next(iter(released(plan, dataset).columns)).values.tolist()
        sizes[method] = sum(abs(cell - 0.5) for cell in drawn) / len(drawn)
    ratio = sizes["dp-laplace"] / sizes["dp-individual-ranking"]
    assert ratio > k
