"""What the window says of files that are protected on disk."""

from __future__ import annotations

from core.model import Dataset, Release
from core.table.memory import physical_bytes
from desktop_app.presenters.large.large_file import LargeFile
from desktop_app.text import number, percent, size, tr, tr_n
from desktop_app.text.durations import duration_text


def too_large_text(large: LargeFile, limit: int | None = None) -> str:
    """Return why there are two ways; `limit` is what Preferences say, if they do."""
    columns, memory = number(large.columns), size(large.memory)
    if large.is_exact:
        said = tr(
            "The file has {records} records of {columns} columns. In memory, protecting it would "
            "take about {memory}.",
            records=number(large.records),
            columns=columns,
            memory=memory,
        )
    else:
        said = tr(
            "Judging by its size, the file has about {records} records of {columns} columns. In "
            "memory, protecting it would take about {memory}.",
            records=number(large.stated),
            columns=columns,
            memory=memory,
        )
    if limit is not None:
        more = tr("The limit in Preferences is {limit}.", limit=size(limit))
        return f"{said} {more}"
    machine = physical_bytes()
    if machine is None:
        return said
    return f"{said} {tr('This computer has {machine}.', machine=size(machine))}"


def sample_way(sample: int) -> str:
    """Return the title of the way on disk."""
    return tr(
        "Work on a sample of about {count} records and protect the whole file on &disk",
        count=number(sample),
    )


def sample_way_said(large: LargeFile) -> str:
    """Return what the way on disk takes."""
    return tr(
        "The sample is drawn from the whole file, which takes {drawing}. The run protects all "
        "records and takes {running}. It needs little memory, but about {scratch} of free space "
        "in a folder that you choose then.",
        drawing=duration_text(large.reading_seconds),
        running=duration_text(large.run_seconds),
        scratch=size(large.scratch),
    )


def whole_way_said(large: LargeFile) -> str:
    """Return what reading the whole file takes."""
    return tr(
        "Reading takes {reading}, and everything works as with a smaller file. If the memory is "
        "not enough, the computer becomes slow or the program stops.",
        reading=duration_text(large.reading_seconds),
    )


def strip_text(dataset: Dataset) -> str:
    """Return what is always in sight while the pages show a sample."""
    return tr(
        "Sample: {count} of {all} records. The run protects the whole file.",
        count=number(dataset.rows),
        all=number(dataset.all_rows),
    )


def disk_proposal() -> str:
    """Return which methods there are for a file on disk."""
    return tr("The methods that can protect a file on disk.")


def disk_preparing() -> str:
    """Return what is said on the step Prepare."""
    return tr(
        "The steps are tried on the sample; the run prepares the whole file. There, what they "
        "change, which categories are rare and the mean of values beyond a limit may differ. The "
        "risk is not counted here, because in a sample nearly every record looks unique."
    )


def disk_meaning(*, private: bool = False) -> tuple[str, ...]:
    """Return what is said beside a run on disk; `private` if it adds noise."""
    said = (
        tr(
            "The run reads the file in parts, adds noise from the system’s secure source, writes "
            "the release and reads it back. It cannot be repeated: another run draws other noise "
            "and spends the budget again."
        )
        if private
        else tr(
            "The run reads the file in parts, protects it, writes the release, reads it back "
            "and counts k in it. The results are those that a run in memory would give."
        )
    )
    return (
        said,
        tr(
            "The scratch folder holds confidential records meanwhile. It is removed at the end, "
            "also if the run is cancelled or fails."
        ),
        tr("You can cancel at any time. Your file is never changed."),
    )


def left_out_on_disk(share: float) -> str:
    """Return how many records a run on disk will leave out."""
    return tr(
        "About {share} of the records lack a value and are left out, judging by the sample; the "
        "run counts them.",
        share=percent(share),
    )


def estimated_text() -> str:
    """Return what is said beside numbers of records that depend on those that are left out."""
    return tr("These numbers are estimated from the sample; the run counts them.")


def disk_written_meaning(*, is_open: bool) -> tuple[str, ...]:
    """Return what is said beside a release that a run on disk has written."""
    looking = tr("The step Results shows clusters, columns, risk and utility of the whole file.")
    handing = tr("Hand out the folder public only; the folder internal stays in the office.")
    again = tr("“Verify a release” in the menu Release checks it again at any time.")
    if not is_open:
        return (looking, handing, again)
    answers = tr(
        "Log and report state which cautions you accept. Once you have answered, protect the file "
        "again: the same records are written, with your answers."
    )
    return (answers, looking, handing, again)


def answers_to_be_written() -> str:
    """Return what is left to do when the cautions of a written release have been answered."""
    return tr("Protect the file again: the same records are written, with your answers.")


def clusters_on_disk() -> str:
    """Return what is not shown of the clusters of a run on disk."""
    return tr(
        "Single clusters, their records and their map are shown only for files protected in memory."
    )


def risk_on_disk() -> str:
    """Return what is not measured, and not drawn, of the risk after a run on disk."""
    return tr(
        "Record linkage is not measured on disk, because it compares each record with all others, "
        "and the distances of single clusters are not drawn. To see both, protect a part of the "
        "file as a file of its own."
    )


def written_text(release: Release) -> str:
    """Return where the results of a run on disk are, on the steps that show those of others."""
    said = tr(
        "The whole file was protected on disk, and its release {name} has been written to "
        "{folder}. Its records are not shown here; the step Run has the verdict and the reports.",
        name=release.protected,
        folder=release.folder,
    )
    return _with_open(said, release)


def results_text(release: Release) -> str:
    """Return the same below the results."""
    said = tr(
        "These are the results of the whole file, not of the sample. The release {name} has been "
        "written to {folder}; the step Run has the verdict and the reports.",
        name=release.protected,
        folder=release.folder,
    )
    return _with_open(said, release)


def _with_open(said: str, release: Release) -> str:
    """Return a text with what is still to be answered."""
    left = len(release.open_cautions)
    if not left:
        return said
    open_said = tr_n(
        "It is not called ready: {count} caution waits there for your answer.",
        "It is not called ready: {count} cautions wait there for your answer.",
        left,
    )
    return f"{said} {open_said}"


def to_be_written_text() -> str:
    """Return what is said on those steps before the run."""
    return tr("The file is protected on disk: the step Run writes the release and its reports.")
