"""Repeats the run that a log describes and compares the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.log import (
    PUBLIC,
    LogKind,
    Stamp,
    chain_faults,
    check_form,
    kind_of,
    load_audit,
    new_salt,
    rounded,
    sign_off_of,
)
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
        If the log was changed, `input_file` is not its input, or the noise of a private run was
        secret.
    """
    document, raw = load_audit(log)
    faults = chain_faults(document)
    if faults:
        raise Refused(*faults)
    check_form(document)
    omitted = omitted_settings(document)
    if omitted:
        raise Refused(Problem("replay-omitted", params={"settings": omitted}))
    if has_secret_noise(document):
        raise Refused(Problem("replay-secret-noise", Where(field="recipe.method")))
    salt = document["input"].get("salt") or new_salt()
    times = str(document["started"]), str(document["finished"])
    stamp = Stamp(*times, salt, sign_off_of(document), document.get("network"))
    project, dataset = open_input(document, input_file, log.absolute().parent, job)
    result = repeat(project, dataset, job, engine)
    release = seal(result, dataset, folder, overwrite, job, stamp, [("log", log)])
    same_bytes = _same_bytes(document, raw, release)
    parts = _parts(document, result, release, same_bytes)
    return Replay(release, parts, same_bytes, not result.plan.project.recipe.keep_order)


def _parts(
    document: Mapping[str, Any],
    result: Result,
    release: Release,
    same_bytes: Mapping[str, bool],
) -> dict[str, bool]:
    """Compare the results that do not depend on Python, libraries or processor."""
    repeated, _ = load_audit(Path(release.folder) / release.log)
    stated, found = document["files"][0], repeated["files"][0]
    project = result.plan.project
    whole = kind_of(document).is_complete
    measures = result.measures if whole else rounded(project, result.measures, result.dominated)
    parts = {
        "records": stated["records_sha256"] == found["records_sha256"],
        "promises": not result_faults(document["result"], result),
        "measures": not measure_faults(document["measures"], measures)
        and not compared_figure_faults(document, result),
    }
    # A workbook contains more than its records, and this may differ between writer versions.
    keeps_order = project.recipe.keep_order and not project.schema.links
    if keeps_order and project.recipe.target.kind is FileKind.CSV:
        # A forged log may place the protected file in the other half.
        parts["order"] = same_bytes.get(release.protected, False)
    return parts


def _same_bytes(document: Mapping[str, Any], raw: bytes, release: Release) -> dict[str, bool]:
    """Compare the files listed in the log with the repeated files of the same names."""
    found = {file.name: file.sha256 for file in release.files}
    same = {}
    for entry in document["files"]:
        half, name = entry.get("half", PUBLIC), str(entry["name"])
        name = f"{half}/{name}"
        same[name] = found.get(name) == entry["sha256"]
    own = release.log if kind_of(document) is LogKind.INTERNAL else release.public_log
    return {**same, own: raw == (Path(release.folder) / own).read_bytes()}


def replay_lines(done: Replay) -> list[tuple[str, dict[str, object]]]:
    """Return the sentences on a replay, as catalogue codes with their parameters."""
    said: list[tuple[str, dict[str, object]]] = []
    for code, wanted in (("replay-parts-same", True), ("replay-parts-other", False)):
        parts = [text(f"replay-part-{part}") for part, same in done.parts.items() if same is wanted]
        said += [(code, {"parts": parts})] if parts else []
    if done.same_records and done.shuffled:
        said.append(("replay-records", {}))
    for code, wanted in (("replay-same", True), ("replay-other", False)):
        files = [name for name, same in done.same_bytes.items() if same is wanted]
        said += [(code, {"files": files})] if files else []
    return said
