"""What was computed of a project, and from which settings. Knows no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.model import Plan, Release, Result
from desktop_app.state.draft import Draft


@dataclass(slots=True)
class DraftOutcomes:
    """Plan, result and release, each with the draft that it was made from.

    Whatever it is asked, it answers for the draft that is in force now.
    """

    plan: Plan | None = None
    failure: BaseException | None = None
    release: Release | None = None
    _planned: Draft | None = None
    _running: Draft | None = None
    _result: Result | None = None
    _result_of: Draft | None = None
    _release_of: Draft | None = None
    _with_plan: Result | None = None
    # Drafts of hundreds of columns are compared many times between two changes.
    _compared: dict[str, tuple[Draft, Draft, bool]] = field(default_factory=dict)

    def take_plan(self, draft: Draft, plan: Plan) -> None:
        """Take the plan of `draft`."""
        self._planned, self.plan = draft, plan

    def forget_plan(self) -> None:
        """Let no plan be current: what its files hold may have changed."""
        self._planned = None

    def begin_run(self) -> None:
        """Note that a run with the present plan has begun."""
        self._running = self._planned

    def take_result(self, result: Result) -> None:
        """Take the result of the run that began last; a release of another one is dropped."""
        self._result, self._result_of, self._with_plan = result, self._running, None
        self.release, self._release_of = None, None

    def take_release(self, draft: Draft | None, release: Release) -> None:
        """Take the release that was written with the settings of `draft`."""
        self.release, self._release_of = release, draft

    def plan_is_current(self, draft: Draft | None) -> bool:
        """Whether the plan belongs to `draft`."""
        return self.plan is not None and self._alike("plan", draft, self._planned)

    def release_is_current(self, draft: Draft | None) -> bool:
        """Whether the release belongs to `draft`."""
        return self.release is not None and self._alike("release", draft, self._release_of)

    def result_is_current(self, draft: Draft | None) -> bool:
        """Whether a run with `draft` would give the result."""
        if draft is None or not self._alike("result", draft, self._result_of, Draft.runs_like):
            return False
        # Whether the taxonomies are those the result was made with, as far as is known.
        if self._result is None or self.plan is None or not self.plan_is_current(draft):
            return True
        return _hashes(self.plan) == _hashes(self._result.plan)

    def result(self, draft: Draft | None) -> Result | None:
        """Return the latest result, with the plan of `draft` where that would give it, too.

        As long as the plan is the same, so is the object: what is known of it need not be found
        out again.
        """
        result, plan = self._result, self.plan
        if result is None or plan is None or not self.plan_is_current(draft):
            return result
        if not self.result_is_current(draft):
            return result
        # A new file name or record order needs no new run, but the release must know it.
        if self._with_plan is None or self._with_plan.plan is not plan:
            self._with_plan = replace(result, plan=plan)
        return self._with_plan

    def _alike(
        self,
        what: str,
        draft: Draft | None,
        of_outcome: Draft | None,
        compare: Callable[[Draft, Draft], bool] = Draft.decides_like,
    ) -> bool:
        if draft is None or of_outcome is None:
            return False
        comparison = self._compared.get(what)
        if comparison is None or comparison[0] is not draft or comparison[1] is not of_outcome:
            comparison = self._compared[what] = (draft, of_outcome, compare(draft, of_outcome))
        return comparison[2]


def _hashes(plan: Plan) -> dict[str, str]:
    """Return the hashes of a plan's taxonomy files, by column."""
    attributes = plan.project.schema.attributes
    return {a.name: a.categories.sha256 for a in attributes if a.categories is not None}
