"""Every sentence of “What this means”, over random files and settings, held against the run."""

from __future__ import annotations

import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from core import pipeline
from core.errors import PromiseBroken, Refused
from core.io import read
from core.jobs import Job
from core.model import Attribute, Column, Dataset, Plan, Result, Schema
from core.protect import METHODS
from core.recipe import open_project
from desktop_app.presenters.method.method_meaning import meaning
from desktop_app.wizard.method.missing_choice import MissingChoice, Use, count_lacking
from tests.core.command_line.any_recipe import Case, any_case, written
from tests.core.tables import cells
from tests.lanes import in_lane
from tests.oracles.released_steps import step_of

# A seed does not become simpler by becoming smaller, so nothing is shrunk.
_SETTINGS = settings(
    max_examples=in_lane(30, 1000),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@dataclass(frozen=True)
class Run:
    """What was said of the settings, and what they came to."""

    plan: Plan
    dataset: Dataset
    result: Result

    @property
    def parts(self) -> list[tuple[tuple[str, ...], list[int]]]:
        """The columns that were masked together, and the sizes of their clusters."""
        if self.result.blocks:
            return [(b.columns, b.clusters.sizes.tolist()) for b in self.result.blocks]
        return [(self.masked, self.result.clusters.sizes.tolist())]

    @property
    def masked(self) -> tuple[str, ...]:
        found = self.plan.project.schema.attributes
        return tuple(a.name for a in found if a.role == "quasi-identifier")

    @property
    def strata(self) -> int:
        names = self.plan.project.recipe.strata
        return len(set(zip(*(self.released(name) for name in names), strict=True))) or 1

    def released(self, name: str) -> list[object]:
        return list(cells(self._column(name)))

    def _column(self, name: str) -> Column:
        return next(column for column in self.result.columns if column.name == name)

    def original(self, name: str) -> list[object]:
        found = cells(self.dataset.column(name))
        return [found[i] for i in self.plan.kept.tolist()]

    def least_alike(self, names: tuple[str, ...]) -> int:
        return min(Counter(zip(*map(self.released, names), strict=True)).values())


def _whole(said: str) -> int:
    return 1 if said == "one" else int(said.replace(",", ""))


def _clusters(run: Run, said: re.Match[str]) -> None:
    parts, records, up_to, count, size = said.groups()
    assert _whole(records) == len(run.plan.kept)
    assert len(run.parts) == (int(parts) if parts else 1)
    for _, sizes in run.parts:
        assert min(sizes) >= _whole(size)
        assert len(sizes) <= _whole(count)
        assert up_to or len(sizes) == _whole(count)


def _chance(run: Run, said: re.Match[str]) -> None:
    assert said[1] == said[2]
    assert run.least_alike(run.masked) >= _whole(said[1])


def _chance_apart(run: Run, said: re.Match[str]) -> None:
    for names, _ in run.parts:
        assert run.least_alike(names) >= _whole(said[1])


def _grown(run: Run, said: re.Match[str]) -> None:
    """Beyond what clusters grow to there are only the records left over, of each stratum."""
    largest, left_over = _whole(said[1]), _whole(said[2])
    assert (largest, left_over) == (2 * run.plan.parameters["k"] - 1, run.plan.parameters["k"])
    for _, sizes in run.parts:
        assert sum(max(0, size - largest) for size in sizes) <= run.strata * (left_over - 1)


def _not_grown(run: Run, said: re.Match[str]) -> None:
    k = _whole(said[1])
    for _, sizes in run.parts:
        assert sum(size - k for size in sizes) <= run.strata * (k - 1)


def _improved(run: Run, said: re.Match[str]) -> None:
    assert run.plan.parameters["refine"] > 0
    for _, sizes in run.parts:
        assert min(sizes) >= _whole(said[1])


def _between(run: Run, said: re.Match[str]) -> None:
    sizes = run.parts[0][1]
    assert _whole(said[1]) <= min(sizes) <= max(sizes) <= _whole(said[2])


def _within_t(run: Run, said: re.Match[str]) -> None:
    t = float(said[1])
    assert t == run.plan.parameters["t"]
    assert run.result.t_reached
    assert all(reached <= t for reached in run.result.t_reached.values())


def _more_than_k(run: Run, said: re.Match[str]) -> None:
    _within_t(run, said)
    assert _formed(run) == [_whole(said[2])]
    assert _whole(said[2]) > _whole(said[3]) == run.plan.parameters["k"]


def _no_more_than_k(run: Run, said: re.Match[str]) -> None:
    _within_t(run, said)
    assert _formed(run) == [_whole(said[3])] == [run.plan.parameters["k"]]
    records, k = sum(run.parts[0][1]), _whole(said[3])
    # Soria-Comas et al. (2015), Expression 3: k is enough.
    assert records <= k * (2 * (records - 1) * float(said[2]) + 1)


def _formed(run: Run) -> list[object]:
    """Sizes of cluster that t-closeness-first aimed at."""
    steps = run.result.steps
    return [step.counts["cluster_size"] for step in steps if step.name == "t-closeness-first"]


def _merged(run: Run, _said: re.Match[str]) -> None:
    t = run.plan.parameters["t"]
    assert all(emd.max() <= t for emd in run.result.clusters.emd.values())


def _searched(run: Run, said: re.Match[str]) -> None:
    tried = [s.counts["moves"] for s in run.result.steps if s.name == "improving"]
    assert _whole(said[1]) == run.plan.parameters["moves"]
    assert all(count <= _whole(said[1]) for count in tried)


def _unseen(run: Run, _said: re.Match[str]) -> None:
    method = METHODS[run.plan.project.recipe.method.name]
    assert not method.works_on_confidential(run.plan.parameters)
    assert run.result.t_reached


def _seen(run: Run, _said: re.Match[str]) -> None:
    assert float(str(run.plan.parameters["lambda"])) > 0


def _apart(run: Run, said: re.Match[str]) -> None:
    names = run.plan.project.recipe.strata
    assert said[1] == ", ".join(names)
    assert all(run.released(name) == run.original(name) for name in names)
    of = list(zip(*map(run.original, names), strict=True))
    held = defaultdict(set)
    for label, stratum in zip(run.result.clusters.labels.tolist(), of, strict=True):
        held[label].add(stratum)
    assert all(len(found) == 1 for found in held.values())


def _weighted(run: Run, said: re.Match[str]) -> None:
    """A weighted total of a column without gaps is kept, but for half a step in each record."""
    weights = [Fraction(str(w)) for w in run.original(said[1])]
    for name in run.masked:
        before, after = run.original(name), run.released(name)
        if run.plan.project.schema.named(name).scale != "continuous" or None in before:
            continue
        originals, means = ([Fraction(float(str(v))) for v in side] for side in (before, after))
        step = Fraction(step_of(map(float, originals)))
        halves = [max(step, abs(mean) / 1000) / 2 for mean in means]
        change = sum(w * (m - o) for w, o, m in zip(weights, originals, means, strict=True))
        bound = sum(w * half for w, half in zip(weights, halves, strict=True))
        assert abs(change) <= bound * (1 + Fraction(1, 10**9))


def _scales(run: Run) -> set[str]:
    return {run.plan.project.schema.named(name).scale.value for name in run.masked}


def _weighted_categories(run: Run, said: re.Match[str]) -> None:
    assert run.plan.project.recipe.weight == said[1]
    assert _scales(run) & {"ordinal", "nominal"}


def _unweighted(run: Run, said: re.Match[str]) -> None:
    assert run.plan.project.recipe.weight == said[1]
    assert dict(run.plan.parameters).get("aggregate") == "median"
    assert not _scales(run) & {"ordinal", "nominal"}


def _left_out(run: Run, said: re.Match[str]) -> None:
    gone = run.dataset.rows - len(run.plan.kept)
    assert _whole(said[1]) == gone
    assert float(said[2]) == pytest.approx(100 * gone / run.dataset.rows, abs=0.51)


def _few_values(run: Run, said: re.Match[str]) -> None:
    size, records, most = map(_whole, said.groups())
    assert (size, records) == (run.plan.implications.cluster_size, len(run.plan.kept))
    for name in run.masked:
        assert len(set(run.released(name))) <= most


def _one_value(run: Run, said: re.Match[str]) -> None:
    assert _whole(said[1]) == len(run.plan.kept)
    for name in run.masked:
        assert len(set(run.released(name))) == 1


def _exactly_alike(run: Run, _said: re.Match[str]) -> None:
    assert run.plan.parameters["t"] == 0
    assert all(reached == 0 for reached in run.result.t_reached.values())


def _by_domain(run: Run, _said: re.Match[str]) -> None:
    """Declaring what the file holds, where nothing is declared, changes nothing."""
    project = run.plan.project
    if project.recipe.strata:
        return  # the records of each stratum have their own values
    declared = tuple(
        _with_own_domain(a, run) if a.name in run.masked else a for a in project.schema.attributes
    )
    plan = pipeline.resolve(project.recipe, Schema(declared), run.dataset, project.source)
    assert not plan.errors
    again = pipeline.execute(plan, run.dataset, Job())
    assert again.clusters.labels.tolist() == run.result.clusters.labels.tolist()


def _with_own_domain(attribute: Attribute, run: Run) -> Attribute:
    column = run.dataset.column(attribute.name)
    if attribute.scale in ("ordinal", "nominal") or attribute.domain is not None:
        return attribute
    kept = run.plan.kept[~column.missing[run.plan.kept]]
    values = column.values[kept].astype(float)
    low, high = float(values.min()), float(values.max())
    return replace(attribute, domain=(low, high)) if low < high else attribute


def _by_keys(run: Run, _said: re.Match[str]) -> None:
    """The run names the columns by which it formed the clusters."""
    steps = [step for step in run.result.steps if step.name == "ama"]
    assert len(steps) == run.strata
    for step in steps:
        named = str(step.counts["columns"]).split(", ")
        assert 1 <= len(named) == step.counts["keys"] <= len(run.masked)
        assert set(named) <= set(run.masked)


def _diverse(run: Run, said: re.Match[str]) -> None:
    for names, _ in run.parts:
        for column in said[2].split(", "):
            values_of_group = defaultdict(set)
            keys = zip(*map(run.released, (*names, *run.plan.project.recipe.strata)), strict=True)
            for key, value in zip(keys, run.original(column), strict=True):
                values_of_group[key] |= {value} - {None}
            assert all(len(values) >= int(said[1]) for values in values_of_group.values() if values)


def _fewer(run: Run, _said: re.Match[str]) -> None:
    assert run.plan.implications.at_most


_N = r"(one|[\d,]+)"
CHECKS: dict[str, Callable[[Run, re.Match[str]], None]] = {
    rf"<b>(?:In each of (\d+) (?:columns by itself|blocks of columns), )?{_N} records become "
    rf"(up to )?{_N} clusters? of at least {_N} records\.</b>": _clusters,
    rf"Whoever searches for one person or firm by the masked columns finds at least {_N} records "
    r"that look the same: the chance to pick "
    rf"the right one is at most 1 in {_N}\.": _chance,
    rf"Whoever knows one of these parts alone finds at least {_N} that look the same\. Whoever "
    r"knows more may find a single record; Results counts how many records are unique\.": (
        _chance_apart
    ),
    rf"A cluster takes in near records while it has fewer than {_N}, so there may be fewer "
    rf"clusters; the records left over at the end, fewer than {_N}, join the nearest\.": _grown,
    rf"With γ = 0 no cluster grows; the records left over at the end, fewer than {_N}, join the "
    r"nearest clusters\.": _not_grown,
    r"Refinement moves records between clusters and may join or divide them; none "
    rf"gets fewer than {_N} records\.": _improved,
    rf"The clusters have {_N} to {_N} records, wherever that loses least\.": _between,
    r"The columns’ domains fix the order of the records\. Where none is declared, the smallest "
    r"and largest values of the records that are masked together are used\.": _by_domain,
    r"Similar means similar in the columns that tell most about the others; the run finds which\. "
    r"The others may differ widely within a cluster\.": _by_keys,
    rf"<b>Caution:</b> with groups of at least {_N} of {_N} records, a masked column has no more "
    rf"than {_N} different values?\.": _few_values,
    rf"<b>Caution:</b> all {_N} records form one group, so each masked column has one value for "
    r"all of them\.": _one_value,
    r"<b>Caution:</b> t = 0 requires the confidential values of every group to have exactly the "
    r"distribution of the whole file\. Often only one group of all records does\.": (
        _exactly_alike
    ),
    r"Every cluster stays within t = ([\d.]+) of the whole file in each confidential column\. How "
    r"many clusters that takes shows after the run\.": _within_t,
    r"Where a cluster is farther than t = ([\d.]+) from the whole file, it is merged with its "
    r"neighbour\. How many clusters are left shows after the run; with a small t it may be few\.": (
        _within_t
    ),
    rf"For t = ([\d.]+) the method forms clusters of at least {_N} records, more than your "
    rf"k = {_N} asks for\.": _more_than_k,
    rf"A t of ([\d.]+) changes nothing: from ([\d.]+) on the clusters are those of k = {_N}\. "
    r"The long search that keeps t makes use of a larger one\.": (_no_more_than_k),
    r"Clusters that are still farther than t from the whole file in a confidential column are "
    r"merged with their neighbours\. .*": _merged,
    rf"The search tries up to {_N} moves: about .* in all, estimated from .*": _searched,
    r"This method does not look at the confidential columns: .*": _unseen,
    r"Records with similar confidential values come together, .*": _seen,
    r"Each stratum \(by (.*)\) is masked on its own; what it is split by is released as it "
    r"is\.": _apart,
    r"Means are weighted by (.*)\.": _weighted,
    r"Categories are weighted by (.*)\.": _weighted_categories,
    r"The weight (.*) has no effect, because no column is replaced by means\.": _unweighted,
    r"In every group of records that share the values of columns masked together, each of these "
    r"columns has at least (\d+) different values, or none: (.*)\.": _diverse,
    r"Clusters that violate this are merged with the nearest one, so fewer remain\.": _fewer,
    rf"{_N} records? (?:is|are) left out, because (?:it|they) lacks? a value \(([\d.,]+) %\)\.": (
        _left_out
    ),
}


def _check(run: Run, sentence: str) -> None:
    for pattern, check in CHECKS.items():
        said = re.fullmatch(pattern, sentence)
        if said is not None:
            event(check.__name__)
            check(run, said)
            return
    pytest.fail(f"nobody checks: {sentence}")


def _with_gaps(case: Case, draw: Random) -> Case:
    """Take confidential values away now and then; be as strict as nobody should, too."""
    if draw.random() < 0.15:
        records = len(next(iter(case.cells.values())))
        case.method["k"] = draw.choice([records // 4, records // 2, records - 1])
    if "t" in case.method and draw.random() < 0.15:
        case.method["t"] = 0
    if case.method["name"] == "v-mdav":
        case.method["gamma"] = draw.choice([0, 0.2, 1.1])
    for name in case.named("confidential"):
        if draw.random() < 0.3:
            case.cells[name][:] = [c if draw.random() < 0.9 else "" for c in case.cells[name]]
    return case


@pytest.mark.parametrize("method", [name for name, s in METHODS.items() if s.forms_groups])
@settings(_SETTINGS, max_examples=in_lane(7, 200))
@given(seed=st.integers(0, 2**32))
def test_what_is_said_of_the_settings_is_what_the_run_does(
    tmp_path, method: str, seed: int
) -> None:
    draw = Random(seed)
    case = _with_gaps(any_case(draw, (method,)), draw)
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    project = open_project(written(case, tmp_path)).project
    try:
        dataset = read(project.source, Job())
        plan = pipeline.resolve(project.recipe, project.schema, dataset, project.source)
        if plan.errors or plan.implications is None:
            event("refused")
            return
        result = pipeline.execute(plan, dataset, Job())
    except (Refused, PromiseBroken):
        event("refused")
        return
    event(project.recipe.method.name)
    run = Run(plan, dataset, result)
    for sentence in meaning(plan, plan.implications):
        _check(run, sentence)


@pytest.mark.usefixtures("qapp")
@_SETTINGS
@given(seed=st.integers(0, 2**32))
def test_records_that_lack_a_value_are_counted_by_what_they_lack(tmp_path, seed: int) -> None:
    draw = Random(seed)
    case = _with_gaps(any_case(draw), draw)
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    project = open_project(written(case, tmp_path)).project
    try:
        dataset = read(project.source, Job())
    except Refused:
        return
    method = METHODS[str(case.method["name"])]
    works_on = method.works_on_confidential(case.method)
    choice, use = MissingChoice(), Use(works_on, method.keeps_t(case.method))
    choice.show_policy(project.recipe.missing, count_lacking(dataset, project.schema, use))

    rows = [
        dict(zip(case.cells, row, strict=True)) for row in zip(*case.cells.values(), strict=True)
    ]
    masked = {
        i for i, row in enumerate(rows) if any(not row[n] for n in case.named("quasi-identifier"))
    }
    hidden = {
        i for i, row in enumerate(rows) if any(not row[n] for n in case.named("confidential"))
    }
    hidden = hidden if works_on else set()
    figures = [len(masked | hidden)] if masked | hidden else []
    if masked and hidden:
        figures += [len(masked), len(hidden)]
    said = choice.sentence
    assert [int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", said)] == figures
    assert ("a quasi-identifier" in said) == (bool(masked) or not hidden)
    assert ("a confidential column" in said) == (bool(hidden) or (works_on and not masked))
