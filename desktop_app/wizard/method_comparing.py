"""Runs all methods that apply, one after the other, and keeps their figures. Knows no Qt."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core import pipeline
from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import Dataset, Measure, Method, Result, Source
from core.protect import METHODS
from desktop_app.jobs.part import PartJob
from desktop_app.state.compared import Compared
from desktop_app.state.draft import Draft
from desktop_app.wizard.method_groups import why_not

COMPARING = "comparing"


class Comparison:
    """The methods to compare and what is known of them so far.

    The worker appends, the window reads; both are single steps that need no lock.
    """

    def __init__(self, draft: Draft, methods: Iterable[Method]) -> None:
        self.draft = draft
        self.methods = tuple(methods)
        self._found: list[Compared] = []

    @property
    def found(self) -> tuple[Compared, ...]:
        """What is known so far, in the order of `methods`."""
        return tuple(self._found)

    def run(self, dataset: Dataset, source: Source, job: Job) -> Comparison:
        """Run what has not been run; raise `Cancelled` if the job was asked to stop."""
        job.plan((COMPARING,))
        job.begin(COMPARING, len(self.methods))
        for done, method in enumerate(self.methods, start=1):
            self._found.append(_compared(self.draft, method, dataset, source, job))
            job.reach(done)
        return self


def methods_to_compare(
    draft: Draft, last: Mapping[str, Mapping[str, object]]
) -> tuple[Method, ...]:
    """Return each method that the columns' roles allow, with the k and t in force."""
    return tuple(
        taken_over(name, draft.method, last)
        for name, spec in METHODS.items()
        if not why_not(spec, draft.schema)
    )


def taken_over(name: str, present: Method, last: Mapping[str, Mapping[str, object]]) -> Method:
    """Return the method `name` with what the present one and its own last settings say.

    Parameters
    ----------
    name : str
        A key of `METHODS`.
    present : Method
        What is in force: a k that was set stays the same k with the next method.
    last : mapping
        The settings that each method had when it was left.
    """
    if name == present.name:
        return present
    spec, given = METHODS[name], dict(present.parameters)
    if spec.promises_t and not METHODS[present.name].keeps_t(given):
        # A t that asked for nothing is none to take over.
        given.pop("t", None)
    values: dict[str, object] = {
        p.name: p.default for p in spec.parameters if p.default is not None
    }
    if spec.promises_t:
        # A method not used before begins with the t that another one had.
        held = [v["t"] for k, v in last.items() if METHODS[k].promises_t and "t" in v]
        values["t"] = held[0] if held else values["t"]
    values |= last.get(name, {})
    return Method(
        name, values | {p.name: given[p.name] for p in spec.parameters if p.name in given}
    )


def _compared(draft: Draft, method: Method, dataset: Dataset, source: Source, job: Job) -> Compared:
    began = time.perf_counter()
    try:
        result = _result(draft, method, dataset, source, job)
    except (Refused, PromiseBroken) as error:
        return Compared(method, seconds=time.perf_counter() - began, error=error)
    return Compared(
        method,
        result.k_reached,
        max(result.t_reached.values(), default=None),
        _figure(result.measures, "information-loss"),
        _figure(result.measures, "linkage"),
        time.perf_counter() - began,
    )


def _result(draft: Draft, method: Method, dataset: Dataset, source: Source, job: Job) -> Result:
    recipe = replace(draft.recipe, method=method)
    plan = pipeline.resolve(recipe, draft.schema, dataset, source)
    if plan.errors:
        raise Refused(*plan.errors)
    return pipeline.execute(plan, dataset, PartJob(job))


def _figure(measures: Sequence[Measure], name: str) -> float | None:
    return next((m.value for m in measures if m.name == name and m.attribute is None), None)
