"""Checks a release whose records do not fit into memory; see `core.pipeline.checking.verify`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from core.errors import Problem
from core.io.scratch.apart_columns import apart_columns
from core.io.scratch.disk_columns import ROWS_AT_ONCE, StoredTable
from core.io.scratch.scratch_folder import scratch_folder
from core.io.streaming import stream
from core.jobs import Job, set_mmap_threshold
from core.model import (
    Column,
    Dataset,
    Fingerprint,
    Project,
    Release,
    Result,
    Scenario,
)
from core.pipeline.audit import (
    LogKind,
    Stamp,
    check_form,
    kind_of,
    load_audit,
    rounded,
    with_logged_taxonomies,
)
from core.pipeline.checking.claim_check import extent_faults
from core.pipeline.checking.condition_check import (
    part_condition_faults,
    repeated_condition_faults,
)
from core.pipeline.checking.figures import (
    compared_figure_faults,
    measure_faults,
    not_stated_faults,
    result_faults,
    signing_faults,
    tree_faults,
)
from core.pipeline.checking.group_check import GroupSizes, group_faults
from core.pipeline.checking.logged import check_columns, logged_project, unfit_columns
from core.pipeline.checking.origin import (
    comparable_measures,
    is_of_this_version,
    later_measures,
    was_in_parts,
)
from core.pipeline.checking.recounting import Recount, count_faults, released_figure_faults
from core.pipeline.checking.released_file import parse_released
from core.pipeline.checking.repeat import check_logged
from core.pipeline.checking.replay import Replay, replay
from core.pipeline.checking.reports import ReleaseDocuments
from core.pipeline.checking.verify import Check, Means, verify
from core.pipeline.out_of_core.figures.large_figures import released_side_loader
from core.pipeline.out_of_core.large_counts import GroupCounts, count_blocks, count_groups
from core.pipeline.out_of_core.large_input import LargeInput, read_large
from core.pipeline.out_of_core.large_plan import plan_large
from core.pipeline.out_of_core.large_release import read_large_back, with_each_category
from core.pipeline.out_of_core.large_run import (
    LargeRequest,
    phases_of_search,
    phases_on_disk,
    protect_on_disk,
    run_large,
)
from core.pipeline.out_of_core.large_seal import LargeRun, compared_with, result_of
from core.pipeline.out_of_core.parts.large_conditions import large_conditions
from core.pipeline.out_of_core.parts.large_scenarios import scenario_of_table
from core.pipeline.out_of_core.preparing.prepared_entry import prepared_of
from core.pipeline.out_of_core.scope import check_scope
from core.pipeline.out_of_core.units.large_unit_counts import ReleasedUnits, large_unit_counts
from core.pipeline.out_of_core.units.stable_links import records_hash, units_of_numbers
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.promise import Counts, unkept
from core.pipeline.recipe import parse_project
from core.prepare.preparation import PREPARING_PHASE
from core.protect.blocks import BlockEngine
from core.protect.privacy import is_private


def verify_large(
    log: Path,
    input_file: Path | None,
    scratch: Path,
    job: Job,
    engine: BlockEngine | None = None,
    rows: int = ROWS_AT_ONCE,
) -> Check:
    """Check the release that the log at `log` describes, with its records in a scratch folder.

    Parameters
    ----------
    log, input_file, job, engine
        As of `core.pipeline.checking.verify`.
    scratch : pathlib.Path
        The folder in which a scratch folder is made, and removed again.
    rows : int
        Records of a part; no result depends on it.

    Raises
    ------
    Refused
        If something can only be checked in memory.
    """
    document, _ = load_audit(log)
    check_form(document)
    project = parse_project(document["recipe"], log.parent)
    check_scope(project)
    set_mmap_threshold()
    method = project.recipe.method.name
    preparing = (PREPARING_PHASE,) if project.recipe.active_preparing else ()
    job.plan(
        (
            *("reading", "recounting", "fingerprinting", "reading", *preparing),
            *(*phases_on_disk(method), "fingerprinting", "recounting", "measuring"),
            *phases_of_search(project.recipe),
        )
    )
    with scratch_folder(scratch) as place:
        check = _LargeCheck(Workplace(place, rows), engine)
        return verify(log, input_file, job, engine, Means(check.recount, check.repeat, check.size))


def replay_large(
    log: Path,
    input_file: Path,
    folder: Path,
    overwrite: bool,
    place: LargePlace,
    job: Job,
) -> Replay:
    """Repeat the run of the log at `log`, with its records in a scratch folder.

    Parameters
    ----------
    log, input_file, folder, overwrite, job
        As of `core.pipeline.checking.replay`.

    Raises
    ------
    Refused
        As in memory, or if something can only be repeated in memory.
    """

    def rerun(document: Mapping[str, Any], stamp: Stamp) -> tuple[Result, Release]:
        project = _logged(document, log.absolute().parent, input_file)

        def look(given: LargeInput) -> None:
            check_logged(document, input_file, given.fingerprint)

        request = LargeRequest(
            place.scratch, folder, overwrite, lambda: stamp, (("log", log),), place.rows, look=look
        )
        outcome = run_large(project, request, job, place.engine)
        return outcome.result, outcome.release

    return replay(log, input_file, folder, overwrite, job, rerun=rerun)


def _logged(document: Mapping[str, Any], folder: Path, input_file: Path) -> Project:
    """Return the project of a log, with the taxonomies that the log holds."""
    return with_logged_taxonomies(parse_project(document["recipe"], folder, input_file), document)


@dataclass(frozen=True, slots=True)
class LargePlace:
    """Where a run keeps its records and computes its blocks.

    Attributes
    ----------
    scratch, rows : pathlib.Path and int
        As of `LargeRequest`.
    engine : BlockEngine, optional
        As of `run_large`.
    """

    scratch: Path
    engine: BlockEngine | None = None
    rows: int = ROWS_AT_ONCE


class _LargeCheck:
    """Recounts a release and repeats its run in a scratch folder."""

    def __init__(self, work: Workplace, engine: BlockEngine | None) -> None:
        self._work, self._engine = work, engine
        self._counted: GroupCounts | None = None

    def recount(self, document: Mapping[str, Any], log: Path, job: Job) -> Recount:
        """Read the protected file of a log and recount it."""
        project = logged_project(document, log.parent)
        released = parse_released(document, log)
        check_columns(project, released)
        found = read_large_back(
            released.path, released.layout, frozenset(released.layout.kinds), self._work, job
        )
        found = apart_columns(found.columns, project.schema)
        heads = tuple(with_each_category(column.head) for column in found.columns)
        described = Dataset(heads, Fingerprint(released.path.name, 0, ""), first_row=1)
        unfit = unfit_columns(project, released, described)
        if unfit:
            return Recount(project, described, unfit)
        job.start_phase("recounting", found.rows)
        sizes = count_groups(found, project.schema, self._work, job)
        k_blocks = count_blocks(found, project, self._work, job)
        t = {} if is_private(project) else dict(sizes.t)
        problems = unkept(project.recipe.method, sizes.k, t, k_blocks)
        counts = Counts(sizes.k, t, k_blocks, problems)
        faults = count_faults(document, counts, found.rows, len(found.columns))
        units = self._numbered_units(project, found, job)
        of_units = {}
        if units is not None:
            counted = large_unit_counts(project, ReleasedUnits(found, None, units, self._work, job))
            of_units = {(one.condition, one.column): one.figures for one in counted}
        faults += part_condition_faults(
            document["verification"],
            project,
            heads,
            partial(self._parts, found),
            partial(self._shared, project, found, units, job),
            lambda entry: of_units.get((entry["condition"], entry["column"]), {}),
        )
        if units is not None:
            units.column.path.unlink()
        faults += released_figure_faults(
            document, project, released_side_loader(project, found, self._work, job)
        )
        if not is_private(project):
            groups = GroupSizes(sizes.groups, sizes.k, sizes.largest, sizes.records)
            faults += group_faults(document, project, counts, groups)
        if records_hash(found, project.schema, self._work, job) != released.records_sha256:
            faults.append(Problem("verify-records"))
        self._counted = sizes
        return Recount(project, described, faults, found.columns)

    def _parts(self, found: StoredTable, names: Sequence[str]) -> Iterator[tuple[Column, ...]]:
        """Yield the columns of some names, of some records at a time."""
        table = StoredTable(tuple(found.named(name) for name in names))
        for _, part in table.parts(self._work.rows):
            yield part

    def _numbered_units(self, project: Project, found: StoredTable, job: Job) -> LargeUnits | None:
        """Return the units that a file numbers, if it does."""
        unit = project.recipe.unit
        if unit is None or not project.schema.links:
            return None
        column, count = units_of_numbers(found.named(unit.id), self._work, job)
        return LargeUnits(
            unit, column, count, found.rows, column.path, column.path, StoredTable(())
        )

    def _shared(
        self,
        project: Project,
        found: StoredTable,
        units: LargeUnits | None,
        job: Job,
        scenario: Scenario,
    ) -> Mapping[str, int]:
        """Return how many records, or units, share the columns of a scenario."""
        if project.recipe.unit is not None and units is None:  # whose numbers are not released
            assert scenario.k is not None
            return {"wanted": scenario.k}
        return scenario_of_table(project, found, None, units, scenario, self._work, job).figures

    def repeat(self, documents: ReleaseDocuments, input_file: Path, job: Job) -> list[Problem]:
        """Return the discrepancies between a log and a repeated run."""
        document = documents.document
        project = _logged(document, documents.log.parent, input_file)
        given = read_large(project, self._work, job)
        check_logged(document, input_file, given.fingerprint)
        plan, parts = plan_large(project, given, self._work, job)
        protected = protect_on_disk(plan, given.table, parts, self._work, job, self._engine)
        run = LargeRun(plan, given, protected, parts, self._work)
        same = records_hash(protected.released, project.schema, self._work, job)
        faults = (
            [] if same == document["files"][0]["records_sha256"] else [Problem("verify-repeat")]
        )
        assert self._counted is not None
        tables = given.table, protected.released
        conditions = large_conditions(plan, tables, None, parts, self._work, job)
        result, before = result_of(run, self._counted, conditions, job)
        faults += self._result_faults(document, result)
        if is_private(result.plan.project):
            return faults
        if kind_of(document) is LogKind.INTERNAL:
            found = prepared_of(project, given, protected.released, self._work, job)
            faults += tree_faults("prepared", document.get("prepared"), found.get("prepared"))
        if kind_of(document) is LogKind.INTERNAL and is_of_this_version(document) and not faults:
            columns = documents.recount.long
            entry = compared_with(document, run, before, self._counted, columns)
            faults += tree_faults("compared", document.get("compared"), entry)
        return faults

    def size(self, documents: ReleaseDocuments, input_file: Path, job: Job) -> list[Problem]:
        """Return the discrepancies between a log and the size of its input."""
        document, rows, columns = documents.document, 0, 0

        def take(part: Dataset) -> None:
            nonlocal rows, columns
            rows, columns = rows + part.rows, len(part.columns)

        project = parse_project(document["recipe"], documents.log.parent, input_file)
        mark = stream(project.source, self._work.rows, take, job)
        check_logged(document, input_file, mark)
        return extent_faults(document, rows, columns)

    def _result_faults(self, document: Mapping[str, Any], result: Result) -> list[Problem]:
        faults = result_faults(document["result"], result)
        faults += repeated_condition_faults(document["verification"], result)
        faults += compared_figure_faults(document, result)
        whole = kind_of(document).is_complete
        measures = result.measures
        if not whole:
            measures = rounded(result.plan.project, result.measures, result.dominated)
        in_parts = was_in_parts(document)
        stated = comparable_measures(document, measures, in_parts=True)
        later = later_measures(document)
        faults += measure_faults(stated, measures, some=not in_parts, later=later)
        if in_parts and is_of_this_version(document):
            faults += not_stated_faults(document, result)
            faults += signing_faults(document, result) if whole else []
        return faults
