"""Problems with the blocks of a large file, and with the processes that compute them."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "scale-method": Template(
        "The method {method} cannot protect a file in blocks. Remove “scale”, or choose a method "
        "that forms groups by distances."
    ),
    "scale-block": Template(
        "“scale.block” must be at least {least}, so that a block holds {groups} groups of k "
        "records."
    ),
    "cluster-not-in-blocks": Template(
        "Workers and schedulers compute the blocks of a file, and this recipe has no “scale”. Add "
        "it, or leave out --workers and --scheduler."
    ),
    "workers-count": Template("--workers must be a whole number from 1 to {most}."),
    "workers-not-started": Template(
        "This computer does not let Statveil start the processes for --workers. Leave it out: "
        "Statveil then computes the blocks itself, with the same result."
    ),
    "workers-and-scheduler": Template("Choose either --workers or --scheduler, not both."),
    "scheduler-files": Template(
        "--scheduler needs --tls-ca, --tls-cert and --tls-key, and these need --scheduler."
    ),
    "scheduler-not-encrypted": Template(
        "The scheduler’s address must begin with tls://, because confidential records are sent to "
        "it."
    ),
    "certificate-missing": Template("There is no file {file}, which was named for the encryption."),
    "scheduler-certificate": Template(
        "The scheduler at {address} and this computer do not accept each other’s certificates. "
        "Check --tls-ca, --tls-cert and --tls-key."
    ),
    "scheduler-unreachable": Template("No scheduler answers at {address}."),
    "dask-missing": Template(
        "--workers and --scheduler need Dask, which is not installed here. Leave them out: "
        "Statveil then computes the blocks itself, with the same result. How to add Dask is in "
        "the section Workers of “statveil manual command-line”."
    ),
    "cluster-without-workers": Template("The cluster has no workers, so nothing was computed."),
    "cluster-lost": Template(
        "The connection to the scheduler was lost, so the run ended. Nothing was written."
    ),
    "workers-died": Template(
        "Several workers died of the same block, so the run ended. They may need more memory, or "
        "smaller blocks (“scale.block”). Nothing was written."
    ),
    "cluster-without-statveil": Template(
        "The scheduler or a worker of the cluster cannot import Statveil. Install the same version "
        "on all of them."
    ),
    "cluster-versions-differ": Template(
        "The scheduler or a worker of the cluster has {program} {there}, and this computer has "
        "{here}. Blocks could come out differently, so all must have the same version."
    ),
}
