"""Problems of files that are protected on disk, in the window's words."""

from __future__ import annotations

from core.messages.template import Template

_INSTEAD = "Or read the whole file: step Data, “Change layout…”."

LARGE: dict[str, Template] = {
    "scratch-not-folder": Template(
        "There is no folder {folder} for scratch files. Choose one that exists, on a disk with "
        "enough free space."
    ),
    "scratch-unwritable": Template(
        "The folder {folder} for scratch files cannot be written or read. Choose another one."
    ),
    "scratch-full": Template(
        "The disk of the scratch folder {folder} is full. Nothing was left; free some space, or "
        "choose a folder on another disk, and run again."
    ),
    "large-needs-scale": Template(
        "With this method, a file on disk is protected in blocks. Tick “Protect in blocks of at "
        f"most”, under “Large file”. {_INSTEAD}"
    ),
    "large-input-kind": Template(
        "{file} cannot be read in parts: only CSV, Parquet and Feather files can. Read the whole "
        "file: step Data, “Change layout…”."
    ),
    "large-output-kind": Template(
        "The release of a file on disk is a CSV, Parquet or Feather file. Choose one of them as "
        "the kind of file."
    ),
    "large-method": Template(
        f"{{method}} cannot protect a file on disk; the methods that work in blocks, those that "
        f"sort and those that add noise can. {_INSTEAD}"
    ),
    "large-guarantee": Template(
        f"A file on disk gets no synthetic records that keep relations between columns. {_INSTEAD}"
    ),
    "large-parameter": Template(
        f"The setting {{parameter}} is not possible for a file on disk. {_INSTEAD}"
    ),
    "large-figures": Template(
        "The figure would need {gigabytes} GB of memory, because all records of its columns are "
        f"needed at once. The limit for a file on disk is {{most}} GB. Take it out. {_INSTEAD}"
    ),
    "large-members": Template(
        "In a file on disk, units of several records are protected whole, not their members "
        f"alone. {_INSTEAD}"
    ),
    "large-setting-of-blocks": Template(
        "For a file on disk, {method} is not possible together with the following: {setting}. "
        f"Take it out, or choose another method. {_INSTEAD}"
    ),
    "large-column-of-blocks": Template(
        "For a file on disk, {method} is not possible while the column has the following: "
        f"{{setting}}. Take it out, or choose another method. {_INSTEAD}"
    ),
    "large-scenario-k": Template(
        "For a file on disk, only methods that group records by all masked columns keep the k of "
        f"a scenario. Take the k out, or choose another method. {_INSTEAD}"
    ),
    "large-strata": Template(
        "The columns {columns} split the file into more than {most} strata, too many for a file on "
        f"disk. Define strata by fewer columns. {_INSTEAD}"
    ),
    "large-patterns": Template(
        "The conditions split the file into more than {most} parts, too many for a file on disk. "
        f"Keep the zeros of fewer columns. {_INSTEAD}"
    ),
    "large-column-setting": Template(
        "For a file on disk, the column cannot have the following: "
        f"{{setting}}. Take it out. {_INSTEAD}"
    ),
    "large-categories": Template(
        "The column defines strata. In a file on disk, it must then be stored as its scale needs: "
        f"categories as text, others as numbers or dates. Choose another scale. {_INSTEAD}"
    ),
    "large-texts": Template(
        "The column has more than {most} different texts, with which a file on disk cannot be "
        f"released. Leave the column out of the release. {_INSTEAD}"
    ),
    "large-measures": Template(
        "On disk, the run left out two measures: how many records can be linked, and how well a "
        "model tells released records from originals."
    ),
    "large-left-out": Template(
        "On disk, a run that prepares columns does not look for columns that number units of "
        "several records, such as households. Confirm this if there are none."
    ),
}
