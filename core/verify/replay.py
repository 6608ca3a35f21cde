"""Repeats the run that a log describes and compares the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.log import InternalLog, Log, PublicLog, Stamp, new_salt, open_log
from core.log.chain import chain_faults
from core.log.checklist_rows import with_rows_of_log
from core.messages import text
from core.model import FileKind, Release, Result
from core.pipeline.seal import seal
from core.protect.blocks import BlockEngine
from core.verify.claim_check import has_secret_noise
from core.verify.figures import (
    compared_figure_faults,
    measure_faults,
    result_faults,
)
from core.verify.repeat import omitted_settings, open_input, repeat
from core.verify.withdrawn_columns import find_withdrawn_columns


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of a replay.

    Attributes
    ----------
    parts : Mapping of str to bool
        Whether each part is the same: ``records``, in any order; their ``order`` in a text file
        that keeps it; the ``promises`` (group sizes, k, t, claim); and the ``measures``, within the
        tolerance of `core.verify.figures`.
    same_bytes : Mapping of str to bool
        For each file of the release, whether it is the same byte for byte. Logs and reports differ
        under other versions of Python and the libraries, which they name.
    shuffled : bool
        Whether the recipe requires a secret order, with which the bytes cannot be the same.
    """

    release: Release
    parts: Mapping[str, bool]
    same_bytes: Mapping[str, bool]
    shuffled: bool

    @property
    def same_records(self) -> bool:
        """Whether the protected file has the same records, in any order."""
        return self.parts["records"]

    @property
    def same(self) -> bool:
        """Whether every part is the same, regardless of the bytes."""
        return all(self.parts.values())


def replay(
    log: Path,
    input_file: Path,
    folder: Path,
    overwrite: bool,
    job: Job,
    engine: BlockEngine | None = None,
) -> Replay:
    """Repeat the run of the audit log at `log` on `input_file` and release it to `folder`.

    The new log takes over the times of the original log. With the same program on the same
    platform, and in the input's order, all files are therefore the same byte for byte.

    Raises
    ------
    Refused
        If the log was changed, `input_file` is not its input, the noise of a private run was
        secret, or the run restored or drew what this version leaves, because it would disclose a
        value.
    """
    file = open_log(log)
    faults = chain_faults(file.document)
    if faults:
        raise Refused(*faults)
    stated = file.read()
    omitted = omitted_settings(stated)
    if omitted:
        raise Refused(Problem("replay-omitted", params={"settings": omitted}))
    if has_secret_noise(stated):
        raise Refused(Problem("replay-secret-noise", Where(field="recipe.method")))
    stamp = Stamp(stated.started, stated.finished, new_salt(), stated.sign_off)
    if isinstance(stated, InternalLog):
        stamp = replace(stamp, salt=stated.input.salt, network=stated.network)
    project, dataset = open_input(stated, input_file, job)
    result = repeat(project, dataset, stated, job, engine)
    withdrawn = find_withdrawn_columns(stated, result)
    if withdrawn is not None:
        raise Refused(withdrawn)
    if isinstance(stated, InternalLog):
        result = with_rows_of_log(result, stated)
    release = seal(result, dataset, folder, overwrite, job, stamp, [("log", log)])
    same_bytes = _same_bytes(stated, file.raw, release)
    parts = _parts(stated, result, release, same_bytes)
    return Replay(release, parts, same_bytes, not result.plan.project.recipe.keep_order)


def _parts(
    stated: PublicLog | InternalLog,
    result: Result,
    release: Release,
    same_bytes: Mapping[str, bool],
) -> dict[str, bool]:
    """Compare the results that do not depend on Python, libraries or processor."""
    repeated = open_log(Path(release.folder) / release.log).read()
    project = result.plan.project
    parts = {
        "records": stated.table.records_sha256 == repeated.table.records_sha256,
        "promises": not result_faults(stated, result),
        "measures": not measure_faults(stated, result)
        and not compared_figure_faults(stated, result),
    }
    # A workbook contains more than its records, and this may differ between writer versions.
    keeps_order = project.recipe.keep_order and not project.schema.links
    if keeps_order and project.recipe.target.kind is FileKind.CSV:
        # A forged log may place the protected file in the other half.
        parts["order"] = same_bytes.get(release.protected, False)
    return parts


def _same_bytes(stated: Log, raw: bytes, release: Release) -> dict[str, bool]:
    """Compare the files listed in the log with the repeated files of the same names."""
    repeated = {file.name: file.sha256 for file in release.files}
    same = {file.path: repeated.get(file.path) == file.sha256 for file in stated.files}
    log_name = release.log if isinstance(stated, InternalLog) else release.public_log
    return {**same, log_name: raw == (Path(release.folder) / log_name).read_bytes()}


def replay_lines(done: Replay) -> list[tuple[str, dict[str, object]]]:
    """Write the sentences on a replay, as catalogue codes with their parameters."""
    lines: list[tuple[str, dict[str, object]]] = []
    for code, agrees in (("replay-parts-same", True), ("replay-parts-other", False)):
        parts = [text(f"replay-part-{part}") for part, same in done.parts.items() if same is agrees]
        lines += [(code, {"parts": parts})] if parts else []
    if done.same_records and done.shuffled:
        lines.append(("replay-records", {}))
    for code, agrees in (("replay-same", True), ("replay-other", False)):
        files = [name for name, same in done.same_bytes.items() if same is agrees]
        lines += [(code, {"files": files})] if files else []
    return lines
