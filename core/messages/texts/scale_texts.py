"""Files that are protected in blocks, by a cluster or in a scratch folder."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "scale-method": Template(
        "The method {method} cannot protect a file in blocks. Remove the blocks ({@scale}), or "
        "choose a method that forms groups by distances."
    ),
    "scale-block": Template(
        "A block ({@block}) must have at least {least} records, so that it holds {groups} groups "
        "of k records."
    ),
    "cluster-not-in-blocks": Template(
        "A cluster computes the blocks of a file, and this recipe has no “scale”. Add it, or leave "
        "out --scheduler."
    ),
    "scheduler-files": Template(
        "--scheduler needs --tls-ca, --tls-cert, --tls-key and --tls-fingerprint, and these need "
        "--scheduler."
    ),
    "scheduler-fingerprint": Template(
        "--tls-fingerprint must be the SHA-256 of the scheduler’s certificate: 64 hexadecimal "
        "digits, with or without colons."
    ),
    "scheduler-other-certificate": Template(
        "The certificate of the scheduler at {address} does not have the SHA-256 that "
        "--tls-fingerprint names. Nothing was sent. Ask whoever runs the cluster which is right."
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
        "--scheduler needs Dask, which is not installed here. Leave it out: Statveil then computes "
        "the blocks itself, with the same result. How to add Dask is in the section Clusters of "
        "“statveil manual command-line”."
    ),
    "cluster-without-workers": Template("The cluster has no workers, so nothing was computed."),
    "cluster-lost": Template(
        "The connection to the scheduler was lost, so the run ended. Nothing was written."
    ),
    "cluster-wrong-result": Template(
        "A worker of the cluster returned something else than the clusters of its block, so the "
        "run ended. Nothing was written. Do not use this cluster before its computers were "
        "checked."
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
    # Settings of the office.
    "office-unread": Template("The office’s settings in {file} cannot be read and are ignored."),
    "office-no-toml": Template(
        "The office’s settings in {file} are no valid TOML and are ignored: {reason}."
    ),
    "office-damaged": Template("The office’s settings in {file} are damaged and are ignored."),
    "office-limit": Template(
        "The office’s settings in {file} give “{name}”, which is no limit of a profile, or not a "
        "number from 0."
    ),
    "office-scratch": Template(
        "The office’s settings in {file} name {folder} as “scratch”, which is no folder that can "
        "be written."
    ),
    # Files that do not fit into memory.
    "table-needs-scratch": Template(
        "{file} needs about {needed} of memory, more than half of the {memory} of this computer. "
        "Name a folder on a fast disk for its tables ({@scratch})."
    ),
    "scratch-not-folder": Template(
        "{folder} is not a folder. Name an existing folder on a disk with enough free space "
        "({@scratch})."
    ),
    "scratch-unwritable": Template(
        "The scratch folder {folder} cannot be written or read. Name another one ({@scratch})."
    ),
    "scratch-lost": Template(
        "The scratch folder {folder} can no longer be read: its drive was taken away, or it fails. "
        "The work was broken off."
    ),
    "scratch-full": Template(
        "The disk of the scratch folder {folder} is full. Nothing was left; free some space, or "
        "name a folder on another disk ({@scratch}), and try again."
    ),
}
