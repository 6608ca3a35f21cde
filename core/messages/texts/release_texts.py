"""Writing, verifying and replaying a release, and what the format of its file cannot hold."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Claims.
    "claim-k": Template(
        "Every record shares its quasi-identifiers with at least {others} others (k = {k})."
    ),
    "claim-k-t": Template(
        "Every record shares its quasi-identifiers with at least {others} others (k = {k}), and "
        "in every such group the distribution of {columns} is within t = {t} of the whole "
        "file’s (earth mover’s distance)."
    ),
    "claim-blocks": Template(
        "In each block of quasi-identifiers every record shares its values with at least "
        "{others} others (k = {least}); over all quasi-identifiers together k = {k}."
    ),
    "claim-moments": Template(
        "One map of the values of groups restores means, and variances and correlations of values "
        "or their logarithms. The map can be undone; what is promised is counted on the means of "
        "groups before it. Size times value is not the total of a group."
    ),
    # Promises that were not kept.
    "promise-k": Template(
        "The smallest group of records with equal quasi-identifiers has {k} records, fewer than "
        "the {wanted} that were asked for. This is not a release."
    ),
    "promise-k-block": Template(
        "The smallest group of records with equal values of {columns} has {k} records, fewer "
        "than the {wanted} that were asked for. This is not a release."
    ),
    "units-too-far": Template(
        "A limit such as t, l or a dominance rule cannot be kept by grouping more units: {count} "
        "groups of records would violate it. Choose a weaker limit.",
        one="A limit such as t, l or a dominance rule cannot be kept by grouping more units: one "
        "group of records would violate it. Choose a weaker limit.",
    ),
    "strata-too-far": Template(
        "t cannot be kept without joining records of different strata: {count} clusters would "
        "reach over two of them. Choose a larger t or fewer strata.",
        one="t cannot be kept without joining records of different strata: one cluster would "
        "reach over two of them. Choose a larger t or fewer strata.",
    ),
    "promise-t": Template(
        "A group of records is at an earth mover’s distance of {t} from the whole file, more "
        "than the {wanted} that was asked for. This is not a release."
    ),
    # The folder and the disk.
    "folder-link-broken": Template(
        "{folder} is a link to a folder that does not exist. Choose another, or create that folder."
    ),
    "folder-in-public": Template(
        "{folder} is in the public half of a release, and what lies there is handed out. Choose "
        "another folder."
    ),
    "folder-is-file": Template("{folder} is a file, not a folder."),
    "folder-unwritable": Template(
        "The folder {folder} cannot be written to. Choose another, or ask for the right to write."
    ),
    "release-set-aside": Template(
        "The release in the folder could not be replaced, and some of its files could not be put "
        "back yet. They are kept in the hidden folder {folder}; the next run into this folder puts "
        "them back."
    ),
    "folder-not-empty": Template(
        "The folder {folder} already holds files. Choose an empty folder or a new one, or allow "
        "that files of the same names are replaced ({@overwrite})."
    ),
    "manual-folder-not-empty": Template(
        "The folder {folder} already holds files. Choose an empty or a new folder."
    ),
    "public-not-empty": Template(
        "The folder {folder} of the release holds {files}, which would be handed out with it. "
        "Move that elsewhere, or choose another folder."
    ),
    "release-over-input": Template(
        "{file} is the input itself. Choose another name or folder; the input is never replaced."
    ),
    "release-over-recipe": Template(
        "{file} is the recipe itself. Choose another name or folder; the recipe is never replaced."
    ),
    "release-over-project": Template(
        "{file} is the project file itself. Choose another name or folder; the project is never "
        "replaced."
    ),
    "release-over-population": Template(
        "{file} has population counts that the run reads. Choose another name or folder; it is "
        "never replaced."
    ),
    "release-over-source": Template(
        "{file} is a published table that the run reads. Choose another name or folder; it is "
        "never replaced."
    ),
    "release-over-earlier": Template(
        "{file} is an earlier file with which the run is compared. Choose another name or folder; "
        "it is never replaced."
    ),
    "release-over-taxonomy": Template(
        "{file} is a taxonomy that the run reads. Choose another name or folder; it is never "
        "replaced."
    ),
    "release-over-dictionary": Template(
        "{file} is the dictionary of the input’s columns. Choose another name or folder; it is "
        "never replaced."
    ),
    "release-over-catalog": Template(
        "{file} is the catalog of the input’s value labels. Choose another name or folder; it is "
        "never replaced."
    ),
    "release-over-ledger": Template(
        "{file} is the ledger. Choose another name or folder; the ledger is never replaced."
    ),
    "release-over-log": Template(
        "{file} is the audit log that is repeated. Choose another folder; the log is never "
        "replaced."
    ),
    "release-in-input": Template(
        "The release folder lies in the folder {file}, of which every file is read as a part of "
        "the input. Choose another folder."
    ),
    "release-name-is-folder": Template(
        "{file} in the release folder is itself a folder. Choose another name or folder; a folder "
        "is never replaced."
    ),
    "folder-name-too-long": Template(
        "The name of the release folder is too long. Choose a shorter one."
    ),
    "disk-full": Template(
        "The disk is full. Nothing was left in {folder}; free some space and try again."
    ),
    "disk-full-elsewhere": Template(
        "A disk is full, so the work could not continue. Nothing was written; free some space, "
        "also in your home folder, and try again."
    ),
    # The file read back.
    "release-columns-differ": Template(
        "The file read back from disk does not have the columns that were written. This is not "
        "a release."
    ),
    "release-rows-differ": Template(
        "The file read back from disk has {found} records instead of {written}. This is not a "
        "release."
    ),
    "release-dates-differ": Template(
        "The file read back from disk holds a cell that is not one of the column’s dates. This "
        "is not a release."
    ),
    "release-cells-differ": Template(
        "{count} cells of the file read back from disk differ from what was written. This is "
        "not a release.",
        one="One cell of the file read back from disk differs from what was written. This is "
        "not a release.",
    ),
    "release-kind-differs": Template(
        "The file read back from disk does not say of the column what its cells are (numbers, "
        "dates or text) as it should. This is not a release."
    ),
    "release-missing-differ": Template(
        "The missing cells of the file read back from disk are not those kinds of missing values "
        "that were written. This is not a release."
    ),
    "release-label-differs": Template(
        "The column’s label in the file read back from disk is not the one that was written. "
        "This is not a release."
    ),
    "release-value-labels-differ": Template(
        "The labels of the column’s codes in the file read back from disk are not those that "
        "were written. This is not a release."
    ),
    "release-codes-differ": Template(
        "The file read back from disk does not declare the column’s missing codes that were "
        "written. This is not a release."
    ),
    "release-format-differs": Template(
        "The column’s format in the file read back from disk is not the one that was written. "
        "This is not a release."
    ),
    "release-spellings-differ": Template(
        "Cells of the column that are released as they were are spelled otherwise in the file "
        "read back from disk. This is not a release."
    ),
    "release-measure-differs": Template(
        "The file read back from disk does not say what kind of values the column holds. This is "
        "not a release."
    ),
    # Logs.
    "audit-not-a-log": Template(
        "{file} is not an audit log. The logs of a release are NAME.audit.json in its folder "
        "public and NAME.internal.json in its folder internal."
    ),
    "audit-format": Template("{file} is not an audit log: “format” must be one of {formats}."),
    "audit-of-other-version": Template(
        "{file} has the format {format}, and this version reads {formats}. A release is checked by "
        "the version that made it."
    ),
    "verify-no-seal": Template("The audit log has no seal, so nothing shows that it is unchanged."),
    "verify-step": Template("Step {step} of the audit log, or the one before it, was changed."),
    "verify-log-layout": Template(
        "The audit log was changed here: the line is not as Statveil writes it."
    ),
    "verify-file-missing": Template("The file {file} is not next to the audit log."),
    "verify-file-added": Template(
        "The file {file} is among the parts of the protected file, but the audit log does not list "
        "it."
    ),
    "verify-file-changed": Template(
        "The file {file} was changed: the first difference is between its bytes {begin} and "
        "{end} (lines {top} to {bottom})."
    ),
    "verify-records": Template("The protected file does not hold the records the log describes."),
    "verify-input-differs": Template(
        "{file} is not the input that the audit log describes: its hash is another."
    ),
    "verify-repeat": Template("Repeating the run gives other records than the protected file."),
    "verify-measures-differ": Template("Repeating the run gives other measures than the log has."),
    "verify-unlisted": Template(
        "{file} is not in both: the files that the audit log lists, and those of a release."
    ),
    "verify-warnings": Template("Repeating the run gives other warnings than the log has."),
    # Output of the command line.
    "done-manual": Template("{pages} pages are written. Open {file} in a browser."),
    "done-release": Template(
        "Ready for release: {file} in {folder}. Hand out the folder public/ only; internal/ stays "
        "in the office."
    ),
    "done-figures": Template("Counted in the file read back from disk: {rows} records, k = {k}."),
    "done-figures-t": Template(
        "Counted in the file read back from disk: {rows} records, k = {k}, largest earth mover’s "
        "distance: {t}."
    ),
    "done-units": Template(
        "Units by {column}: {units}. At least {k} of them share each whole released profile."
    ),
    "done-members": Template(
        "Groups of equal records: {groups}. Each has records of at least {k} units by {column}."
    ),
    "done-verified": Template("Verified: all that was checked agrees with the files ({checks})."),
    "verified-log": Template("the log’s chain"),
    "verified-files": Template("the files’ hashes"),
    "verified-recount": Template("k and t, the groups and the claim"),
    "verified-core": Template("k and t in the core, and that the records were drawn from it"),
    "verified-records": Template("the records and the claim"),
    "verified-halves": Template("the public log as it follows from the internal one"),
    "verified-repeat": Template("all measures of a repeated run"),
    "replay-same": Template("Same byte for byte: {files}"),
    "replay-other": Template(
        "Not the same byte for byte: {files}. Another order of the records or another version of "
        "Statveil, Python or a library is enough for that."
    ),
    "replay-parts-same": Template("The same came out again: {parts}."),
    "replay-parts-other": Template("Not the same: {parts}."),
    "replay-part-records": Template("the protected records"),
    "replay-part-order": Template("their order"),
    "replay-part-promises": Template("k, t and the claim"),
    "replay-part-measures": Template("the measures"),
    "replay-records": Template("The protected records are the same, in another order."),
    "verified-rounded": Template("the rounded measures of a repeated run"),
    "verified-extent": Template("the rows and columns of the input"),
    "verified-same-input": Template("the input is the one that the log describes"),
    "verified-input": Template(
        "the input is the one that the log describes (the run itself cannot be repeated: its "
        "noise is secret)"
    ),
    "unchecked-repeat": Template(
        "Not checked, because the original file was not given: whether the run gives the same "
        "records and measures again."
    ),
    "unchecked-merges": Template(
        "The run was not repeated: only the computer that made it has the groups that it merged."
    ),
    "merges-unknown": Template(
        "The register of this computer has no release {name} of these records, whose groups could "
        "be merged."
    ),
    "merges-by-column": Template(
        "Release {name} masked columns by groups of their own, which cannot be merged together."
    ),
    "merges-method": Template("The method {method} forms no groups, so it cannot merge any."),
    "merges-units": Template(
        "Groups of an earlier release cannot be merged where records belong to units."
    ),
    "merges-apart": Template(
        "{count} groups of the earlier release have records in several strata, or with and "
        "without zeros that are kept. They cannot be merged without being split.",
        one="One group of the earlier release has records in several strata, or with and without "
        "zeros that are kept. It cannot be merged without being split.",
    ),
    "unchecked-ledger": Template(
        "How much all runs on these data have spent together was not checked: that takes their "
        "ledger."
    ),
    "unchecked-releases": Template(
        "How far earlier releases, files and published tables narrow down its records was not "
        "counted again: only the computer that made it has them."
    ),
    "release-listed": Template(
        "{name}  {date}  {file} in {folder}: {count} records, {method}, k = {k}.",
        one="{name}  {date}  {file} in {folder}: one record, {method}, k = {k}.",
    ),
    "releases-listed": Template(
        "{count} releases, {size} kB in {folder}. The groups of their records are confidential.",
        one="One release, {size} kB in {folder}. The groups of its records are confidential.",
    ),
    "release-forgotten": Template(
        "Forgotten: release {name}. No later release is compared with it."
    ),
    "release-unknown": Template(
        "{count} releases have a number that begins with {name}. Name one that the list shows.",
        one="One release has this number.",
    ),
    "register-unusable": Template(
        "The register of releases ({folder}) cannot be read or written, so this release is not "
        "compared with others of the same records."
    ),
    "register-malformed": Template(
        "{file} in the register of releases is damaged, so this release is not compared with "
        "others of the same records. Remove it to go on without that release."
    ),
    "unchecked-pictures": Template(
        "Not checked, because the original file was not given: what the internal log and report "
        "say of risk and distributions in the original."
    ),
    "unchecked-omitted": Template(
        "Not checked: whether the run gives the same records again. The public log leaves out "
        "settings that it needs: {settings}. The internal log has them."
    ),
    "labels-name-somebody": Template(
        "Its labels name a person or place of a column that is left out. They are not released."
    ),
    "unchecked-dominance": Template(
        "Not checked with the public log: the dominance rule on {columns}, whose kind and numbers "
        "only the internal log has."
    ),
    "unchecked-public": Template(
        "Not checked with the public log: that the input is the one it commits to, and the exact "
        "measures. The internal log holds both."
    ),
    "unchecked-foreign-files": Template(
        "The folder {folder} also holds {files}, which would be handed out with the release."
    ),
    "replay-omitted": Template(
        "The run cannot be repeated from the public log, which leaves out settings: {settings}. "
        "Use the internal log, NAME.internal.json."
    ),
    "not-verified": Template("Not verified. This is not the release that was sealed:"),
    "cancelled": Template("Cancelled. Nothing was written."),
    "out-of-memory": Template(
        "The machine has not enough memory for this file. Nothing was written."
    ),
    "summary-lost": Template(
        "The summary could not be printed, because standard output is closed or full. The work "
        "ended with status {status}."
    ),
    "not-started": Template(
        "Statveil could not be started ({kind} in {place}): its libraries do not load, or there "
        "is too little memory for them. Nothing was written."
    ),
    "not-started-memory": Template(
        "The system allows Statveil {allowed} MB of memory; it needs at least {least} MB, and more "
        "for a large file. Nothing was written."
    ),
    "defect": Template(
        "A defect in Statveil stopped the work ({kind} in {place}). Nothing was written. Please "
        "report it."
    ),
    "defect-window": Template(
        "A defect in Statveil ({kind} in {place}). The window goes on; please report it."
    ),
    "selftest-sample": Template("Protected, verified and replayed the sample {name}."),
    "selftest-kind": Template("Wrote and read {kind}: {count} records, the same values."),
    "selftest-pdf": Template("Drew a report as PDF, {kilobytes} KB."),
    "selftest-window": Template("Opened the window, unseen, with a sample of {count} records."),
    "selftest-kernels-shipped": Template(
        "The computations were compiled ahead, for any processor from {processor} on, and came "
        "with the program."
    ),
    "selftest-kernels-baseline": Template(
        "The computations were compiled ahead, for any processor from {processor} on, and came "
        "with the program. The window compiles them for this computer’s processor in the "
        "background and uses those from its next start on."
    ),
    "selftest-kernels-own": Template(
        "The computations are all compiled for this computer’s processor."
    ),
    "selftest-kernels-new": Template(
        "The computations were not compiled ahead. Each is compiled when it is first used on a "
        "computer, which took {seconds} seconds now."
    ),
    "selftest-untried": Template(
        "Not tried, because Statveil reads such files but writes none: {kinds}."
    ),
    "selftest-no-window": Template(
        "Not tried: the window and PDF, because PySide6 or matplotlib is not installed or the "
        "program was started without them."
    ),
    "selftest-done": Template(
        "The self-test passed: {count} steps in {seconds} seconds. Its files were removed."
    ),
    "selftest-failed": Template(
        "The self-test failed in {count} of {tried} steps. Do not use this installation before "
        "that is mended.",
    ),
    "selftest-fault": Template("FAILED: {said}"),
    "selftest-error": Template("a defect or a missing part ({kind} in {place})."),
    "selftest-command": Template("{said}"),
    "selftest-unlike": Template("what was read from {kind} is not what was written."),
    "selftest-no-pdf": Template("no PDF could be drawn. A library of the system may be missing."),
    "selftest-window-closed": Template(
        "the window did not open the sample (status {status}). A library of the system may be "
        "missing."
    ),
    # What a format cannot hold, or changes.
    "output-parts": Template(
        "The protected file would have more than {most} parts. Raise “output.part” in the recipe."
    ),
    # Refused
    "kind-not-written": Template("Files of the kind {kind} are only read; write another kind."),
    "name-too-long-for": Template(
        "The name is longer than the {most} letters that a .{kind} file takes; shorten it in the "
        "input, or write another kind of file."
    ),
    "name-unfit-for": Template(
        "A .{kind} file accepts names of letters, digits and underscores that start with a letter "
        "and are not among its reserved words; rename the column in the input, or write another "
        "kind of file."
    ),
    "names-alike-for": Template(
        "The name differs from {other} only in capitals, which a .{kind} file does not "
        "distinguish; rename one in the input, or write another kind of file."
    ),
    "text-too-long-for": Template(
        "{count} texts are longer than the {most} bytes that a .{kind} file holds; write another "
        "kind of file.",
        one="A text is longer than the {most} bytes that a .{kind} file holds; write another kind "
        "of file.",
    ),
    "text-unfit-for": Template(
        "{count} texts end with a blank or hold a NUL, which a .{kind} file does not keep; write "
        "another kind of file.",
        one="A text ends with a blank or holds a NUL, which a .{kind} file does not keep; write "
        "another kind of file.",
    ),
    "text-controls-for": Template(
        "{count} texts hold control signs, which a .{kind} file cannot keep; write another kind of "
        "file.",
        one="A text holds control signs, which a .{kind} file cannot keep; write another kind of "
        "file.",
    ),
    "text-empty-for": Template(
        "Some texts are empty and others are missing, which a .{kind} file does not distinguish; "
        "write another kind of file."
    ),
    "number-too-large-for": Template(
        "Numbers are larger than a .{kind} file holds; write another kind of file."
    ),
    # Said
    "integers-as-text-for": Template(
        "{count} integers have more digits than a .{kind} file keeps, so the column is written as "
        "text.",
        one="An integer has more digits than a .{kind} file keeps, so the column is written as "
        "text.",
    ),
    "numbers-as-text-for": Template(
        "{count} numbers have more digits than a .{kind} file keeps, so the column is written as "
        "text.",
        one="A number has more digits than a .{kind} file keeps, so the column is written as text.",
    ),
    "dates-as-text-for": Template(
        "{count} dates lie before the calendar of a .{kind} file, so the column is written as "
        "text.",
        one="A date lies before the calendar of a .{kind} file, so the column is written as text.",
    ),
    "labels-cut": Template("Labels are longer than the kind of file takes and are cut."),
    "labels-lost": Template(
        "A .{kind} file holds no labels, so those of {count} columns are left out.",
        one="A .{kind} file holds no labels, so those of one column are left out.",
    ),
    "value-labels-lost": Template(
        "{count} labels are left out: a .{kind} file has labels for whole numbers only.",
        one="A label is left out: a .{kind} file has labels for whole numbers only.",
    ),
    "missing-codes-lost": Template(
        "{count} codes for missing values are written as empty cells: the kind of file cannot "
        "hold them all.",
        one="A code for missing values is written as empty cells: the kind of file cannot hold it.",
    ),
    "missing-codes-as-letters": Template(
        "{count} codes for missing values become .a and so on, as Stata has them.",
        one="A code for missing values becomes a letter such as .a, as Stata has them.",
    ),
    "texts-run": Template(
        "{count} texts begin with =, +, - or @; a spreadsheet that opens the CSV file would run "
        "them as formulas. Choose to neutralise them, or write another kind of file.",
        one="A text begins with =, +, - or @; a spreadsheet that opens the CSV file would run it "
        "as a formula. Choose to neutralise it, or write another kind of file.",
    ),
}
