"""Files that are protected in blocks, by a cluster or in a scratch folder."""

from __future__ import annotations

from core.messages.template import Template

_INSTEAD = "Run it without --scratch."

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
    # Files that do not fit into memory.
    # The scratch folder.
    "office-unread": Template("The office’s settings in {file} cannot be read and are ignored."),
    "office-no-toml": Template(
        "The office’s settings in {file} are no valid TOML and are ignored: {reason}."
    ),
    "office-damaged": Template("The office’s settings in {file} are damaged and are ignored."),
    "table-needs-scratch": Template(
        "{file} needs about {needed} of memory, more than half of the {memory} of this computer. "
        "Name a folder on a fast disk for its tables: --scratch FOLDER."
    ),
    "scratch-not-folder": Template(
        "{folder} is not a folder. Name an existing folder on a disk with enough free space."
    ),
    "scratch-unwritable": Template(
        "The scratch folder {folder} cannot be written or read. Name another one."
    ),
    "scratch-full": Template(
        "The disk of the scratch folder {folder} is full. Nothing was left; free some space, or "
        "name a folder on another disk, and try again."
    ),
    # What is only possible in memory.
    "large-needs-scale": Template(
        "With a scratch folder, this method protects the file in blocks, but the recipe has no "
        "“scale” with the most records of a block. Add one, or run it without --scratch."
    ),
    "large-input-kind": Template(
        f"{{file}} cannot be read in parts: only CSV, Parquet and Feather files can. {_INSTEAD}"
    ),
    "large-output-kind": Template(
        f"A run with a scratch folder writes CSV, Parquet or Feather files only. {_INSTEAD}"
    ),
    "large-method": Template(
        "The method {method} cannot run with a scratch folder; those that protect a file in "
        f"blocks, those that sort, and those that add noise can. {_INSTEAD}"
    ),
    "large-guarantee": Template(
        "With a scratch folder, no synthetic records are drawn that keep relations between "
        f"columns (guarantee “dependence”). Choose another guarantee. {_INSTEAD}"
    ),
    "large-parameter": Template(
        f"The setting {{parameter}} is not possible with a scratch folder. {_INSTEAD}"
    ),
    "large-figures": Template(
        "The figure would need {gigabytes} GB of memory, because all records of its columns are "
        f"needed at once. The limit with a scratch folder is {{most}} GB. {_INSTEAD}"
    ),
    "large-members": Template(
        "With a scratch folder, units of several records are protected whole "
        f'("protect": "unit"), not their members alone. {_INSTEAD}'
    ),
    "large-setting-of-blocks": Template(
        "With a scratch folder, {method} cannot use the part {setting} of the recipe; methods "
        f"that group records by all masked columns can. {_INSTEAD}"
    ),
    "large-column-of-blocks": Template(
        "With a scratch folder, {method} cannot use the setting {setting} of a column; methods "
        f"that group records by all masked columns can. {_INSTEAD}"
    ),
    "large-weight": Template(
        f"With a scratch folder, the column of survey weights must be released. {_INSTEAD}"
    ),
    "large-scenario-k": Template(
        "With a scratch folder, only methods that group records by all masked columns keep the k "
        "of a scenario. Leave out its k, or run it without --scratch."
    ),
    "large-strata": Template(
        "The columns {columns} split the file into more than {most} strata, which is not possible "
        f"with a scratch folder. {_INSTEAD}"
    ),
    "large-patterns": Template(
        "The conditions split the file into more than {most} parts, which is not possible with a "
        f"scratch folder. {_INSTEAD}"
    ),
    "large-column-setting": Template(
        f"The setting {{setting}} of a column is not possible with a scratch folder. {_INSTEAD}"
    ),
    "large-categories": Template(
        "The column defines strata. With a scratch folder, it must then be stored as its scale "
        f"needs: categories as text, others as numbers or dates. {_INSTEAD}"
    ),
    "large-group": Template(
        "Merging for t leaves a group of {count} records; with a scratch folder, none may have "
        "more than {most}. Choose a larger t."
    ),
    "large-group-dominance": Template(
        "Merging for the dominance rule leaves a group of {count} records; with a scratch folder, "
        "none may have more than {most}. Choose a rule that allows more."
    ),
    "large-group-scenario": Template(
        "Merging for a scenario leaves a group of {count} records; with a scratch folder, none may "
        "have more than {most}. Choose a smaller k for the scenario."
    ),
    "large-kind-varies": Template(
        "Some parts of the column hold dates and others texts. With a scratch folder, all must "
        f"hold the same. {_INSTEAD}"
    ),
    "large-rounded": Template(
        "The column holds numbers with more digits than a number in the protected file can have. "
        "With a scratch folder, only a CSV file can keep them: choose “csv” as the output’s kind, "
        "or run it without --scratch."
    ),
    "large-texts": Template(
        "The column has more than {most} different texts, which is not possible with a scratch "
        f"folder. {_INSTEAD}"
    ),
    "large-least-whole": Template(
        "The column holds the smallest whole number of 64 bits, which is not possible with a "
        f"scratch folder. {_INSTEAD}"
    ),
    "large-file-changed": Template(
        "{file} has changed since a sample of it was drawn. Open it again, look at the columns, "
        "and repeat the run."
    ),
    "large-records-lost": Template(
        "A record is missing, or is there twice, after the records were sorted. Nothing was "
        "released; please report this defect."
    ),
    "large-measures": Template(
        "The run with a scratch folder left out two measures: how many records can be linked, and "
        "how well a model tells released records from originals."
    ),
    "large-left-out": Template(
        "The run with a scratch folder prepared columns, and did not look for columns that number "
        "units of several records, such as households. Confirm this if there are none."
    ),
    "large-left-out-public": Template(
        "The program did not look for records that belong to one unit, such as a household. Single "
        "records are protected, not such units."
    ),
    "step-in-parts": Template("Kept the records in parts on disk."),
    # Phases.
    "phase-cutting": Template("Cutting the file into blocks"),
    "phase-routing": Template("Sorting the records into their blocks"),
    "phase-ordering": Template("Putting the records in order"),
    "phase-describing": Template("Describing the columns before and after"),
    "phase-comparing": Template("Comparing the written file with the protected records"),
    "phase-fingerprinting": Template("Computing the fingerprint of the records"),
}
