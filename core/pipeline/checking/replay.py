"""Repeats the run that a log describes and says whether the same came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.model import Release
from core.pipeline.audit import chain_faults, load_audit
from core.pipeline.checking.privacy import has_secret_noise
from core.pipeline.checking.repeat import open_input, repeat
from core.pipeline.seal import seal


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay gave.

    Attributes
    ----------
    release : Release
        The repeated release.
    same_bytes : Mapping of str to bool
        For each file of the release, whether it is the same byte for byte.
    same_records : bool
        Whether the protected file holds the same records, in whatever order.
    shuffled : bool
        Whether the recipe asks for a secret order, so that the bytes cannot be the same.
    """

    release: Release
    same_bytes: Mapping[str, bool]
    same_records: bool
    shuffled: bool

    @property
    def same(self) -> bool:
        """Whether everything that can be the same is."""
        return self.same_records and (self.shuffled or all(self.same_bytes.values()))


def replay(log: Path, input_file: Path, folder: Path, overwrite: bool, job: Job) -> Replay:
    """Repeat the run of the audit log at `log` on `input_file` and release it to `folder`.

    The repeated log carries the times of the log it repeats, so that with the same program on
    the same kind of machine and the input's order all files are the same byte for byte.

    Raises
    ------
    Refused
        If the log was changed, `input_file` is not the file that it describes, or the noise of
        a private run was secret.
    """
    document, raw = load_audit(log)
    faults = chain_faults(document)
    if faults:
        raise Refused(*faults)
    if has_secret_noise(document):
        raise Refused(Problem("replay-secret-noise", Where(field="recipe.method")))
    project, dataset = open_input(document, input_file, log.absolute().parent, job)
    result = repeat(project, dataset, job)
    times = (str(document["started"]), str(document["finished"]))
    release = seal(result, dataset, folder, overwrite, job, times, [("log", log)])
    return _compare(document, raw, release, not project.recipe.keep_order)


def _compare(document: Mapping[str, Any], raw: bytes, release: Release, shuffled: bool) -> Replay:
    repeated, repeated_raw = load_audit(Path(release.folder) / release.log)
    stated = {entry["name"]: entry["sha256"] for entry in document["files"]}
    same = {file.name: stated.get(file.name) == file.sha256 for file in release.files}
    records = repeated["files"][0]["records_sha256"] == document["files"][0]["records_sha256"]
    return Replay(release, {**same, release.log: raw == repeated_raw}, records, shuffled)
