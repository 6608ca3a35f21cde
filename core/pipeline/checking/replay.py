"""Repeats the run that a log describes and says whether the same came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.model import Release
from core.pipeline.audit import (
    INTERNAL,
    PUBLIC,
    LogKind,
    Stamp,
    chain_faults,
    kind_of,
    load_audit,
    new_salt,
)
from core.pipeline.checking.privacy import has_secret_noise
from core.pipeline.checking.repeat import omitted_settings, open_input, repeat
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
    omitted = omitted_settings(document)
    if omitted:
        raise Refused(Problem("replay-omitted", params={"settings": omitted}))
    if has_secret_noise(document):
        raise Refused(Problem("replay-secret-noise", Where(field="recipe.method")))
    project, dataset = open_input(document, input_file, log.absolute().parent, job)
    result = repeat(project, dataset, job)
    own = [("log", log)]
    release = seal(result, dataset, folder, overwrite, job, _stamp(document), own)
    return _compare(document, raw, release, not project.recipe.keep_order)


def _stamp(document: Mapping[str, Any]) -> Stamp:
    """Return the times and the salt of a log; only the internal one has a salt."""
    salt = document["input"].get("salt") or new_salt()
    return Stamp(str(document["started"]), str(document["finished"]), salt)


def _compare(document: Mapping[str, Any], raw: bytes, release: Release, shuffled: bool) -> Replay:
    """Compare the files that the log lists with those of the same names in the repetition."""
    found = {file.name: file.sha256 for file in release.files}
    same = {}
    for entry in document["files"]:
        name = _place_in_release(entry, document)
        same[name] = found.get(name) == entry["sha256"]
    own = release.log if kind_of(document) is LogKind.INTERNAL else release.public_log
    repeated, repeated_raw = load_audit(Path(release.folder) / own)
    records = repeated["files"][0]["records_sha256"] == document["files"][0]["records_sha256"]
    return Replay(release, {**same, own: raw == repeated_raw}, records, shuffled)


def _place_in_release(entry: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Return where a file of the log is in a release of this version."""
    half, name = entry.get("half", PUBLIC), str(entry["name"])
    if kind_of(document) is LogKind.WHOLE and name.endswith(".report.html"):
        half = INTERNAL
    return f"{half}/{name}"
