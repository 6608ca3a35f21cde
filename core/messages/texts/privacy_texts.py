"""Differential privacy: methods, settings, claims and problems."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Methods.
    "method-dp-laplace": Template("Laplace noise for every cell"),
    "method-dp-laplace-meaning": Template(
        "Adds separate noise to every cell of the masked columns, wide enough to hide any value "
        "of the domain. Records stay together. Differentially private, and of the private "
        "methods the one that changes the data most."
    ),
    "method-dp-laplace-when": Template(
        "Choose it as the yardstick for the other private methods, or when very few columns with "
        "narrow domains are masked."
    ),
    "method-dp-laplace-line": Template("Separate noise for every cell; changes the data most."),
    "method-dp-laplace-short": Template("Laplace"),
    "method-dp-individual-ranking": Template("Individual ranking with noise"),
    "method-dp-individual-ranking-meaning": Template(
        "Sorts each masked column, averages runs of k and adds noise to each average: k times "
        "less noise than for single cells. What the release keeps, and what it may claim, is "
        "chosen under “Guarantee”."
    ),
    "method-dp-individual-ranking-when": Template(
        "Choose it for differential privacy with the least noise. Choose “Columns and "
        "their relations” under “Guarantee” if relations between columns matter."
    ),
    "method-dp-individual-ranking-line": Template(
        "Noise on averages of sorted values: k times less of it."
    ),
    "method-dp-individual-ranking-short": Template("Private ranking"),
    "method-dp-insensitive": Template("Insensitive microaggregation with noise"),
    "method-dp-insensitive-meaning": Template(
        "Sorts the records along one fixed order of the domain, averages runs of k records and "
        "adds noise to each average. Records stay together and are shuffled."
    ),
    "method-dp-insensitive-when": Template(
        "Choose it for one or two masked columns and a large k. With more columns individual "
        "ranking needs less noise."
    ),
    "method-dp-insensitive-line": Template(
        "Noise on averages of records; for one or two columns and a large k."
    ),
    "method-dp-insensitive-short": Template("Private insensitive"),
    # Parameters.
    "parameter-epsilon": Template("Privacy budget ε"),
    "parameter-epsilon-meaning": Template(
        "How much the release may reveal about any one record: a smaller ε protects more and adds "
        "more noise. 1 is a common choice; at 10 the guarantee is weak."
    ),
    "parameter-guarantee": Template("Guarantee"),
    "parameter-guarantee-meaning": Template(
        "What is released and what may be claimed of it. “Each column on its own” keeps every "
        "column’s distribution. “Columns and their relations” also spends budget on how columns "
        "depend on each other and releases synthetic records. “Whole records” keeps records "
        "together. “As in the paper” repeats the literature, and its records are not protected."
    ),
    "choice-guarantee-marginals": Template("Each column on its own"),
    "choice-guarantee-dependence": Template("Columns and their relations"),
    "choice-guarantee-records": Template("Whole records"),
    "choice-guarantee-as-published": Template("As in the paper (records are not protected)"),
    "parameter-mask": Template("Masked columns"),
    "parameter-mask-meaning": Template(
        "The columns that get noise. All others are released as they are, and the claim then "
        "speaks of the masked columns only."
    ),
    "parameter-shares": Template("Split of the budget"),
    "parameter-shares-meaning": Template(
        "Weights of the masked columns: a column with twice the weight gets twice the budget and "
        "half the noise. Without any, all get the same."
    ),
    "parameter-tree": Template("Related columns"),
    "parameter-tree-meaning": Template(
        "Pairs of columns whose relation is kept; they must join all masked columns without a "
        "circle. Drawing them costs nothing; left empty they are learned from the data at the "
        "price of a part of the budget."
    ),
    "parameter-edge_share": Template("Part of the budget for relations"),
    "parameter-edge_share-meaning": Template(
        "More of it keeps relations better and the single columns worse."
    ),
    "parameter-tree_share": Template("Part of the budget for finding them"),
    "parameter-tree_share-meaning": Template(
        "Spent on learning from the data which columns are related, if they are not named."
    ),
    "parameter-unit_size": Template("Most records of a household or firm"),
    "parameter-unit_size-meaning": Template(
        "The guarantee covers one record. For a household or firm of m records it is m · ε, and a "
        "doubt says so."
    ),
    "parameter-confirmed": Template("Called ready in spite of doubts"),
    "parameter-confirmed-meaning": Template(
        "A release whose records are not protected or belong to larger units, or whose noise is as "
        "wide as a domain, is not called ready unless this is confirmed."
    ),
    "choice-confirmed-no": Template("No"),
    "choice-confirmed-yes": Template("Yes, confirmed"),
    "private-k": Template("Records in an average, k"),
    "private-k-meaning": Template(
        "Every average is taken over at least k records, which makes its noise k times narrower. "
        "It is no k-anonymity: released records need not be equal."
    ),
    # Phases and steps.
    "phase-noising": Template("Drawing noise"),
    "phase-composing": Template("Putting the release together"),
    "step-dp-laplace": Template("Separate noise for every cell of {columns} columns"),
    "step-dp-individual-ranking": Template(
        "{columns} columns sorted and averaged in {groups} groups of k = {k}, noise added to each"
    ),
    "step-dp-insensitive": Template(
        "Records sorted along one order of the domain and averaged in {groups} groups of k = {k}, "
        "noise added to each average of {columns} columns"
    ),
    "step-noise-from-system": Template("All noise from the operating system’s secure source"),
    "step-noise-from-seed": Template("All noise from a test seed: NOT private"),
    # Claims.
    "claim-dp-one-column": Template(
        "ε-differentially private with ε = {epsilon} (bounded: one record replaced; the number of "
        "records is public)."
    ),
    "claim-dp-records": Template(
        "ε-differentially private for whole records with ε = {epsilon} (bounded: one record "
        "replaced; the number of records is public)."
    ),
    "claim-dp-marginals": Template(
        "ε-differentially private with ε = {epsilon} (bounded: one record replaced; the number of "
        "records is public). Each column was shuffled on its own: relations between columns are "
        "not kept."
    ),
    "claim-dp-dependence": Template(
        "ε-differentially private with ε = {epsilon} (bounded: one record replaced; the number of "
        "records is public). The records are synthetic: none of them is anybody’s."
    ),
    "claim-dp-part-records": Template(
        "ε = {epsilon} for {masked} of {total} columns ({columns}), which are ε-differentially "
        "private (bounded: one record’s values in them replaced; the number of records is "
        "public). Published unprotected: {published}. The file as a whole is not differentially "
        "private."
    ),
    "claim-dp-part-marginals": Template(
        "ε = {epsilon} for {masked} of {total} columns ({columns}), which are ε-differentially "
        "private (bounded: one record’s values in them replaced; the number of records is "
        "public); each was shuffled on its own. Published unprotected: {published}. The file as a "
        "whole is not differentially private."
    ),
    "claim-dp-part-dependence": Template(
        "ε = {epsilon} for {masked} of {total} columns ({columns}), which are ε-differentially "
        "private (bounded: one record’s values in them replaced; the number of records is "
        "public); their values are synthetic. Published unprotected: {published}. The file as a "
        "whole is not differentially private."
    ),
    "claim-dp-published": Template(
        "Each column on its own is ε-differentially private ({columns}: ε = {epsilons}); the "
        "records are NOT protected by differential privacy."
    ),
    "claim-dp-published-insensitive": Template(
        "Each column on its own is ε-differentially private ({columns}: ε = {epsilons}); whole "
        "records are NOT protected with ε = {epsilon}, which would take the published noise "
        "{spent} / {epsilon} times as wide."
    ),
    "claim-dp-none-seed": Template(
        "NOT private: the noise was made with a test seed, and whoever knows it can remove it."
    ),
    "claim-dp-none-domain": Template(
        "No claim of differential privacy: the domain of {columns} was taken from the data."
    ),
    "claim-dp-none-order": Template(
        "No claim of differential privacy: the records keep the input’s order, which shows who is "
        "in which group."
    ),
    "claim-dp-none-attached": Template(
        "No claim of differential privacy: {published} are released as they are beside groups of "
        "records, which shows who is in which group."
    ),
    # Rows of the checklist on the budget.
    "private-budget": Template(
        "Releases from these data have now spent ε = {sum}; the office allows {limit}."
    ),
    "budget-unrecorded": Template(
        "Nobody can say what all releases from these data have spent together: {what}."
    ),
    "word-no-ledger": Template("no ledger was named (--ledger)"),
    "word-unbounded-runs": Template("the ledger has a run that protects no records"),
    "budget-unrecorded-public": Template(
        "What other releases from the same data have spent is not stated."
    ),
    "counted-private-budget": Template("Privacy budget spent on these data (ε)"),
    "counted-budget-unrecorded": Template("Runs whose budget nobody knows"),
    "limit-epsilon": Template("privacy budget of all releases (ε)"),
    "limit-unrecorded": Template("runs whose budget nobody knows"),
    # Why a release is not called ready unless it is confirmed.
    "doubt-records": Template("Its records are not protected by differential privacy."),
    "doubt-units": Template(
        "Nothing says whether several records belong to one household or firm. The guarantee "
        "covers one record."
    ),
    "doubt-units-how": Template(
        "State that each record is a unit of its own ({@unit_record}), or the most records of one "
        "unit ({@unit_size})."
    ),
    "doubt-unit-size": Template(
        "The guarantee covers one record. For a household or firm of up to {records} records it "
        "is only ε = {epsilon}."
    ),
    "doubt-unit-columns": Template(
        "The guarantee of each column covers one record. For a household or firm of up to "
        "{records} records its ε is {records} times as large."
    ),
    "doubt-noise": Template(
        "Noise as wide as the domain: {columns}. The typical error of a released value is at "
        "least the width of its column’s domain."
    ),
    "doubt-confirm": Template(
        'To have it called ready all the same, add "confirmed": "yes" to the method in the recipe.'
    ),
    # The guarantees, for help texts.
    "guarantee-marginals-gives": Template(
        "Each masked column as noisy, sorted averages, shuffled on its own. Differentially "
        "private, ε is the sum over the columns. Relations between columns are lost."
    ),
    "guarantee-dependence-gives": Template(
        "Noisy, sorted averages of each masked column, and noisy counts of pairs of columns "
        "along a tree; synthetic records are drawn from them. Differentially private, ε is the "
        "sum over columns and edges, plus learning the tree where nobody names it."
    ),
    "guarantee-records-gives": Template(
        "Records stay together, in random order, with noise wide enough for all masked columns "
        "at once. Differentially private."
    ),
    "guarantee-as-published-gives": Template(
        "Records stay together with their groups, as in the literature. Each column on its own is "
        "differentially private; the records are NOT: which records share a group is shown "
        "without noise."
    ),
    # Problems.
    "seed-without-noise": Template(
        "“insecure_test_seed” makes the noise of differential privacy repeatable, and this method "
        "adds none. Remove it."
    ),
    "recipe-expects-whole": Template("“{field}” must be a whole number, 0 or more."),
    "recipe-expects-days": Template(
        '“{field}” must be two days such as "2020-01-31", the earlier one first.'
    ),
    "recipe-expects-positive": Template("“{field}” must be a number above 0."),
    "mask-not-columns": Template(
        "“{parameter}” must be a list of quasi-identifiers or confidential columns, each once."
    ),
    "shares-not-weights": Template(
        "“{parameter}” must be an object that names for each masked column a number above 0."
    ),
    "shares-other-columns": Template(
        "The budget must be split over each masked column and no other ({@shares}); see {columns}."
    ),
    "tree-not-pairs": Template("“{parameter}” must be a list of pairs of column names."),
    "tree-not-spanning": Template(
        "The related columns ({@tree}) must be {count} pairs that join all masked columns without "
        "a circle: {columns}.",
        one="The related columns ({@tree}) must be one pair, of the masked columns {columns}.",
    ),
    "dp-strata": Template(
        "Strata cannot be used with differential privacy: their sizes would disclose single "
        "records. Remove them ({@strata})."
    ),
    "dp-distance": Template(
        "Differential privacy uses no distances. Leave out {@importance} and {@distance}."
    ),
    "dp-weight": Template(
        "Survey weights cannot be used with differential privacy. Remove the weight ({@weight})."
    ),
    "dp-keep-order": Template(
        "The input’s order cannot be kept: it would disclose who is in which group. Shuffle the "
        "records ({@keep_order})."
    ),
    "dp-nothing-for-columns": Template(
        "The parts of the budget for relations ({@edge_share}) and for finding them "
        "({@tree_share}) leave nothing for the columns. Make them add up to less than 1."
    ),
    "dp-domain-missing": Template(
        "Declare its domain: the smallest value that it can have at all and, above it, the "
        "largest, not those of this file."
    ),
    "dp-domain-crossed": Template(
        "The smallest value of its domain is not below the largest. Exchange them, or correct one."
    ),
    "dp-categories-missing": Template(
        "Declare its categories, by a taxonomy or a list: all that it can have, not only those of "
        "this file."
    ),
    "dp-categories-many": Template(
        "{count} categories are declared, and at most {most} can be chosen among with noise. "
        "Declare fewer ({@categories}), or take a coarser taxonomy."
    ),
    "dp-precision-too-coarse": Template("Its precision is wider than its whole domain."),
    "categories-not-in-taxonomy": Template(
        "Some of the categories that were declared ({@categories}) are not in the taxonomy. "
        "Declare others, or choose another taxonomy."
    ),
    "dp-category-not-listed": Template(
        "{count} cells hold categories that are not among those declared; the first are in rows "
        "{rows}. Declare them, or map them to others.",
        one="One cell holds a category that is not among those declared; it is in row {rows}. "
        "Declare it, or map it to another.",
    ),
    "dp-missing": Template(
        "Values are missing in {columns}, and leaving out those records would reveal that they "
        "lack one. Keep them ({@missing_kept}); a missing value is then taken as the middle of "
        "the domain. Or complete the data first."
    ),
    "dp-dates-undeclared": Template(
        "Declare the layout of its dates ({@dates}), or write them as 2020-01-31. A layout found "
        "by comparing all cells would let one record decide how all others are read."
    ),
    "dp-categories-respelled": Template(
        "Its categories must be texts or whole numbers without thousands separators. Names that "
        "look like dates or other numbers are spelled differently depending on the other cells, "
        "so one record could change the category of another. Recode them, for example as words."
    ),
    "dp-merged-cells": Template(
        "It has cells merged over several rows, so one record’s value would count for others as "
        "well. Unmerge them and fill in each cell."
    ),
    "dp-sheet-without-header": Template(
        "A sheet needs a row of column names for differential privacy: without one, a single "
        "filled cell decides which columns there are."
    ),
    "dp-noise-too-large": Template(
        "The noise, or the sum of a group, would be too large to compute exactly. Choose a larger "
        "ε, more even shares, a coarser precision or a narrower domain."
    ),
    "dp-values-outside": Template(
        "{count} values lie outside the declared domain and are taken as its nearer bound. This "
        "count is shown to you only; it is not part of the release.",
        one="One value lies outside the declared domain and is taken as its nearer bound. This "
        "count is shown to you only; it is not part of the release.",
    ),
    "dp-order-occurs": Template(
        "Every category in the orders of {columns} occurs in the file. Orders that were read off "
        "the file, and not taken from the questionnaire, tell of it: the claim does not hold then. "
        "This is shown to you only."
    ),
    "dp-insecure-seed": Template(
        "The noise is made with a test seed and can be repeated by anybody: this release is NOT "
        "private."
    ),
    "dp-domain-from-data": Template(
        "The domains of {columns} were taken from the data, which tells of the data: nothing can "
        "be claimed. Declare what each can hold at all.",
        one="Its domain was taken from the data, which tells of the data: nothing can be claimed. "
        "Declare what it can hold at all.",
    ),
    "dp-published-columns": Template(
        "Noise in other columns does not protect what is released as it is: {columns}."
    ),
    "dp-as-published": Template(
        "Records are released together with their groups, as in the paper: differential privacy "
        "does not protect them, whatever ε is."
    ),
    # Checking.
    "replay-secret-noise": Template(
        "This release cannot be replayed: its noise came from the operating system’s secure "
        "source and was kept nowhere. “verify” checks its files, its budget and its claim."
    ),
    "verify-claim": Template(
        "The log’s claim or its budget is not what its recipe gives. It says more, or other, than "
        "what was done."
    ),
    "verified-claim": Template("the claim and the budget follow from the recipe"),
    "verified-size": Template(
        "the input has the rows and columns stated (the run itself cannot be repeated: its noise "
        "is secret)"
    ),
    "verify-size-differs": Template(
        "The input has {rows} rows and {columns} columns, other than the log says."
    ),
    # The ledger of a project.
    "ledger-malformed": Template("{file} is not a ledger of Statveil."),
    "ledger-in-release": Template(
        "The ledger {file} is confidential and must not lie in the release folder. Keep it "
        "somewhere else."
    ),
    "ledger-stays": Template(
        "The run is counted in the ledger all the same: its noise had been drawn. Running it "
        "again spends again."
    ),
    "ledger-added": Template(
        "{runs} runs on this file have spent ε = {spent} in all, this one included.",
        one="This is the first run on this file; it spent ε = {spent}.",
    ),
    "ledger-uncounted": Template(
        "{count} runs on this file so far, this one included; at least one protects no records, "
        "so what they spent together cannot be told."
    ),
    "not-ready": Template(
        "{file} is written to {folder}, but NOT called ready for release: {claim}"
    ),
    "report-missing-private": Template(
        "A missing value of a masked column was taken as the middle of its declared domain before "
        "noise was added; which were missing is not shown."
    ),
    "report-missing-rule-private": Template(
        "Missing values of masked columns: taken as the middle of the declared domain"
    ),
    # The report.
    "report-ledger": Template("Privacy budget"),
    "report-ledger-purpose": Template("How the budget ε is spent. The parts add up."),
    "report-spent-on": Template("Spent on"),
    "report-spent-column": Template("{columns}"),
    "report-spent-edge": Template("relation of {columns}"),
    "report-spent-edge-learned": Template("a relation that the tree has"),
    "report-spent-tree": Template("finding the related columns"),
    "report-spent": Template("Spent"),
    "report-budget": Template("Budget"),
    "report-remaining": Template("Left"),
    "report-fact-epsilon": Template("privacy budget ε spent"),
    "report-fact-epsilon-none": Template("no claim of differential privacy"),
    "report-withheld": Template(
        "This report shows no picture and no figure of the original: the claim would not cover "
        "them. The office finds the measures in the internal log."
    ),
    "report-dp-ready-because": Template(
        "The claim follows from the recipe alone, and the finished file is the one that was "
        "computed, cell by cell."
    ),
    "report-dp-about-files": Template(
        "The claim is about the protected file and what comes with it, and about what was "
        "declared: domains, categories and the layout of the input count as chosen without looking "
        "at the records. It does not cover what can be seen of the run from outside, such as how "
        "long it took."
    ),
    "report-dp-laplace": Template("Separate noise was added to every masked cell."),
    "report-dp-individual-ranking": Template(
        "Each masked column was sorted and averaged in runs of k, and each average got noise."
    ),
    "report-dp-insensitive": Template(
        "The records were sorted along one fixed order of the domain and averaged in runs of k, "
        "and each average got noise."
    ),
    "report-gives-marginals": Template(
        "Each masked column is released as noisy, sorted averages, shuffled on its own. The ε of "
        "the columns add up. Relations between columns are lost."
    ),
    "report-gives-dependence": Template(
        "Synthetic records, drawn from noisy, sorted averages of each masked column and noisy "
        "counts of pairs of columns."
    ),
    "report-gives-records": Template(
        "Records stay together, with noise that is shared out over all masked columns."
    ),
    "report-gives-as-published": Template(
        "Records stay together with their groups: which records share a group is visible without "
        "any noise."
    ),
    "report-dp-readers-internal": Template(
        "All settings, what was done, and how to check it. It stays in the office and with its "
        "inspectors."
    ),
    "report-dp-pictures": Template("What is not shown"),
    "report-dp-checking": Template("How to check this"),
    "report-dp-checking-purpose": Template(
        "The folder holds the protected file, this report and the audit log. Anyone who has "
        "Statveil can check them."
    ),
    "report-dp-check-files": Template(
        "Check that no file was changed, and that claim and budget follow from the recipe:"
    ),
    "report-dp-check-input": Template(
        "The same, and compare the numbers of rows and columns with those of the original:"
    ),
    "report-dp-check-window": Template("The same in the window: menu Release, Verify a release."),
    "report-dp-check-replay": Template(
        "The run cannot be repeated: its noise came from the operating system’s secure source and "
        "was kept nowhere."
    ),
    "report-dp-readers-public": Template(
        "Everybody who gets the protected file. It holds what may be relied on and figures of the "
        "protected file, and may be handed on with it."
    ),
    "report-dp-columns-purpose": Template(
        "Differential privacy protects the columns that got noise. It does not protect those "
        "published unchanged."
    ),
    "report-outcome-noise": Template("noise added"),
    "report-dp-useful-purpose": Template(
        "The released values of each column. How near they are to the original values is not "
        "reported: such figures would reveal something about single records."
    ),
    "report-dp-useful-caption": Template("Each released column"),
    "report-dp-not-ready": Template("NOT ready for release"),
    "report-dp-not-ready-because": Template(
        "The files agree with the log, but the points above must be weighed first, and nobody has "
        "confirmed that the file may be released all the same."
    ),
    "report-dp-no-claim-because": Template(
        "The files agree with the log. Nothing is claimed of them, so they are for tests and "
        "comparisons only."
    ),
}
