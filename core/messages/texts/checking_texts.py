"""What is wrong with a release that is verified, in figures of its log and of its file."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # k, t and groups
    "verify-k": Template("The log states k = {stated}; counted again, k is {found}."),
    "verify-k-of-values": Template(
        "The log states k = {stated} with a blank as a value of its own; counted again, it is "
        "{found}."
    ),
    "verify-t": Template(
        "The log states {stated} as the largest distance of a group in {column}; computed again, "
        "it is {found}."
    ),
    "verify-t-columns": Template("The log states t for other columns than the settings ask for."),
    "verify-rows": Template("The log states {stated} records; the file has {found}."),
    "verify-columns": Template("The log states {stated} columns; the file has {found}."),
    "verify-left-out": Template(
        "The log states {stated} records that were left out; the file lacks {found} records of the "
        "input."
    ),
    "verify-groups": Template("The log states {stated} groups; repeating the run gives {found}."),
    "verify-smallest": Template(
        "The log states {stated} records in the smallest group; counted again, it has {found}."
    ),
    "verify-mean": Template(
        "The log states {stated} records in a group on average; counted again, it has {found}."
    ),
    "verify-largest": Template(
        "The log states {stated} records in the largest group; counted again, it has {found}."
    ),
    "verify-sizes": Template(
        "The log’s number of groups and their sizes do not fit the groups of the file."
    ),
    "verify-blocks": Template(
        "The log states other smallest groups of the attribute blocks than the file has."
    ),
    "verify-claim-words": Template(
        "The claim in the log is not the one that follows from the settings and the file."
    ),
    # Conditions
    "verify-conditions": Template("The log states other conditions than its settings choose."),
    "verify-held": Template(
        "The log does not state of every condition that it is held; a release keeps all of them."
    ),
    "verify-blanks-after": Template(
        "The log states {stated} blanks in {column}; the file has {found}."
    ),
    "verify-blanks-failing": Template(
        "The log states {stated} false categories in {column}; a release has {found}."
    ),
    "verify-zeros-after": Template(
        "The log states {stated} zeros in {column}; the file has {found}."
    ),
    "verify-zeros-before": Template(
        "The log states {stated} zeros in {column} of the original; it has {found}."
    ),
    "verify-zeros-changed": Template(
        "The log states {stated} cells in {column} that became a zero or ceased to be one; "
        "repeating the run gives {found}."
    ),
    "verify-not-applicable-after": Template(
        "The log states {stated} cells in {column} that do not apply; the file has {found}."
    ),
    "verify-not-applicable-before": Template(
        "The log states {stated} cells in {column} of the original that do not apply; it has "
        "{found}."
    ),
    "verify-not-applicable-changed": Template(
        "The log states {stated} cells in {column} that came to apply or ceased to do so; "
        "repeating the run gives {found}."
    ),
    "verify-dominance-groups": Template(
        "The log states {stated} groups with an amount in {column}; repeating the run gives "
        "{found}."
    ),
    "verify-dominance-failing": Template(
        "The log states {stated} groups that violate the dominance rule in {column}; repeating the "
        "run gives {found}."
    ),
    "verify-diversity-groups": Template(
        "The log states {stated} groups with a value of {column}; the file has {found}."
    ),
    "verify-diversity-wanted": Template(
        "The log states l = {stated} for {column}; its settings ask for {found}."
    ),
    "verify-diversity-least": Template(
        "The log states that each group has at least {stated} different values of {column}; in the "
        "file, one has {found}."
    ),
    "verify-diversity-failing": Template(
        "The log states {stated} groups with too few different values of {column}; the file has "
        "{found}."
    ),
    "verify-rules-before": Template(
        "The log states {stated} records of the original that violate the rule {column}; there are "
        "{found}."
    ),
    "verify-rules-after": Template(
        "The log states {stated} records that violate the rule {column}; the file has {found}."
    ),
    "verify-rules-unchecked": Template(
        "The log states {stated} records in which the rule {column} cannot be checked; the file "
        "has {found}."
    ),
    "verify-rule-unread": Template(
        "The log states a rule that the columns of the file do not fit."
    ),
    "verify-totals-domains": Template(
        "The log states {stated} totals of {column}; repeating the run gives {found}."
    ),
    "verify-totals-apart": Template(
        "The log states {stated} totals of {column} that are left as they are; repeating the run "
        "gives {found}."
    ),
    "verify-totals-largest": Template(
        "The log states {stated} in 10,000 as the largest deviation of a total of {column}; "
        "repeating the run gives {found}."
    ),
    "verify-totals-failing": Template(
        "The log states {stated} totals of {column} that are too far from the original’s; "
        "repeating the run gives {found}."
    ),
    "verify-units-units": Template("The log states {stated} units; the file has {found}."),
    "verify-units-k": Template(
        "The log states that at least {stated} units share each profile; in the file at least "
        "{found} do."
    ),
    "verify-units-failing": Template(
        "The log states {stated} units whose profile too few share; the file has {found}."
    ),
    "verify-members-groups": Template(
        "The log states {stated} groups of equal records; repeating the run gives {found}."
    ),
    "verify-members-k": Template(
        "The log states that each group has records of at least {stated} units; repeating the run "
        "gives {found}."
    ),
    "verify-members-failing": Template(
        "The log states {stated} groups of too few units; repeating the run gives {found}."
    ),
    "verify-unit-columns-units": Template(
        "The log states {stated} units with a value in {column}; the file has {found}."
    ),
    "verify-unit-columns-differing": Template(
        "The log states {stated} units whose records differ in {column}; the file has {found}."
    ),
    "verify-unit-closeness-groups": Template(
        "The log states {stated} groups of units with a value in {column}; repeating the run gives "
        "{found}."
    ),
    "verify-unit-closeness-failing": Template(
        "The log states {stated} groups of units that exceed t in {column}; repeating the run "
        "gives {found}."
    ),
    "verify-scenarios-groups": Template(
        "The log states {stated} combinations of values of the scenario {column}; the file has "
        "{found}."
    ),
    "verify-scenarios-wanted": Template(
        "The log states k = {stated} as promised for the scenario {column}; its settings promise "
        "{found}."
    ),
    "verify-scenarios-k": Template(
        "The log states that at least {stated} share each combination of the scenario {column}; in "
        "the file at least {found} do."
    ),
    "verify-scenarios-failing": Template(
        "The log states {stated} combinations of the scenario {column} that too few share; there "
        "are to be {found}."
    ),
    # Figures
    "verify-measure": Template(
        "The log states {stated} as “{measure}”; repeating the run gives {found}."
    ),
    "verify-figures-listed": Template(
        "The log lists other figures of users than its settings ask for, or more than may be "
        "published."
    ),
    "verify-figures-settings": Template(
        "The log’s settings ask for figures that cannot be computed from the released columns."
    ),
    "verify-users-figure": Template(
        "The log states {stated} in figure {number} of users; computed again, it is {found} "
        "({name})."
    ),
    "verify-not-stated": Template(
        "The log leaves out the public figures of other columns than a repeated run would."
    ),
    "verify-checklist": Template(
        "The log’s checklist, or what it states of answers, is not that of a repeated run."
    ),
    "verify-readiness": Template(
        "The log states another number of open questions than a repeated run has."
    ),
    "verify-file-entry": Template(
        "The size or a partial hash that the log states of {file} is wrong, although its SHA-256 "
        "fits."
    ),
    "not-repeated": Template("Not verified with the input. The file agrees with its log, but:"),
    "verify-moments": Template(
        "A mean or covariance of the file misses the original’s by {found} standard deviations; "
        "the log states {stated}."
    ),
    "verify-core": Template("The core has not the columns and records of the released file."),
    "verify-core-means": Template(
        "The means of groups in the released file are not the values of the core."
    ),
    "unchecked-core": Template(
        "k, t and the other promises are counted in the core, which the office keeps."
    ),
    # What has no sentence of its own
    "verify-figure": Template(
        "Of {what} the log states {stated}; repeating the run gives {found} ({name})."
    ),
    "verify-entry": Template(
        "What the log states of {what} is not what repeating the run gives ({name})."
    ),
    "verify-section": Template(
        "The audit log was changed in what it states of {what} (section “{section}”)."
    ),
    "verify-halves": Template(
        "The two logs differ in what they state of {what} (section “{section}”)."
    ),
    "audit-malformed": Template(
        "The audit log is not what Statveil writes: an entry is missing or has another form "
        "({section})."
    ),
    "log-section-checklist": Template("the checklist"),
    "log-section-compared": Template("the risk and distributions of the original"),
    "log-section-confidential": Template("what is internal"),
    "log-section-figures": Template("the figures of users"),
    "log-section-usual": Template("the figures that users will probably compute"),
    "log-section-files": Template("the files"),
    "log-section-finished": Template("the end of the run"),
    "log-section-format": Template("its format"),
    "log-section-input": Template("the input"),
    "log-section-measures": Template("the measures"),
    "log-section-not_stated": Template("columns without public figures"),
    "log-section-omitted": Template("settings that are left out"),
    "log-section-prepared": Template("the preparation of the columns"),
    "log-section-program": Template("the program"),
    "log-section-readiness": Template("whether the file is ready"),
    "log-section-recipe": Template("the settings"),
    "log-section-result": Template("the result of the run"),
    "log-section-seal": Template("its own hashes"),
    "log-section-sign_off": Template("the sign-off"),
    "log-section-started": Template("the start of the run"),
    "log-section-steps": Template("the steps of the run"),
    "log-section-taxonomies": Template("the taxonomies"),
    "log-section-verification": Template("what was counted in the written file"),
    "log-section-warnings": Template("the warnings"),
    "log-section-other": Template("something that Statveil does not write"),
}
