"""Protection methods, what they do, their parameters and the choices of these."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "method-mdav": Template("MDAV microaggregation"),
    "method-mdav-meaning": Template(
        "Puts each record into a cluster of at least k similar records and gives all of them the "
        "cluster’s average, so that everybody looks the same as at least k − 1 others."
    ),
    "method-mdav-when": Template(
        "Keeps the most detail. Choose it when it does no harm to learn that a person or firm "
        "is in a certain cluster."
    ),
    "method-mdav-line": Template(
        "Clusters of equal size around the most distant records; the usual choice."
    ),
    "method-mdav-short": Template("MDAV"),
    "method-v-mdav": Template("V-MDAV microaggregation"),
    "method-v-mdav-meaning": Template(
        "Like MDAV, but a cluster may grow up to 2k − 1 records where records lie close together, "
        "so that natural groups of records are not torn apart."
    ),
    "method-v-mdav-when": Template(
        "Choose it when records fall into groups of their own, such as few large firms apart "
        "from many small ones."
    ),
    "method-v-mdav-line": Template(
        "Like MDAV, but a cluster may grow where records lie close together."
    ),
    "method-v-mdav-short": Template("V-MDAV"),
    "method-best": Template("Best clusters by long search"),
    "method-best-meaning": Template(
        "Starts from the clusters of a quick method and tries millions of moves: records change "
        "clusters or places, clusters are made, dissolved and divided, and what loses less "
        "information is kept."
    ),
    "method-best-when": Template(
        "Choose it when a few seconds more do not matter: it loses clearly less than the quick "
        "methods. With a t below 1 it keeps t-closeness all the way."
    ),
    "method-best-line": Template("Searches for clusters that lose least; takes longer."),
    "method-best-short": Template("Long search"),
    "method-best-t": Template("Long search that keeps t"),
    "method-best-t-meaning": Template(
        "Searches for the clusters that lose least among those of at least k records whose "
        "confidential values are all within t of the whole file."
    ),
    "method-best-t-when": Template(
        "Usually loses far less than other methods with t: on the Census test file about 60 % of "
        "what the next best one lost, in all 36 settings. Choose it if you can wait for the search."
    ),
    "method-best-t-line": Template("Usually loses least of the methods with t; takes longer."),
    "method-best-t-short": Template("Long search with t"),
    "method-univariate-optimal": Template("Optimal microaggregation of one column"),
    "method-univariate-optimal-meaning": Template(
        "Sorts the records by the only quasi-identifier and cuts them into clusters of k to "
        "2k − 1, so that no other way of cutting loses less information."
    ),
    "method-univariate-optimal-when": Template(
        "Choose it whenever a single column is a quasi-identifier: nothing can be better."
    ),
    "method-univariate-optimal-line": Template(
        "For a single column: loses less than any other way of cutting it."
    ),
    "method-univariate-optimal-short": Template("Optimal, one column"),
    "method-individual-ranking": Template("Individual ranking"),
    "method-individual-ranking-meaning": Template(
        "Takes each quasi-identifier on its own: sorts by it, cuts the list into runs of k and "
        "averages each run. k holds for each column, not for all of them together."
    ),
    "method-individual-ranking-when": Template(
        "Changes the data least. Choose it where an intruder is thought to know one column at a "
        "time, and look at the k that Results gives for all columns together."
    ),
    "method-individual-ranking-line": Template(
        "Changes the data least; k holds for each column, not for all together."
    ),
    "method-individual-ranking-short": Template("Individual ranking"),
    "method-insensitive": Template("Insensitive microaggregation"),
    "method-insensitive-meaning": Template(
        "Sorts the records by their distance from the lower corner of the columns’ domains and "
        "cuts the list into clusters of k, so that one record more or less moves the others by "
        "one place at most."
    ),
    "method-insensitive-when": Template(
        "Loses more than MDAV. Choose it when the clusters must not depend on what other records "
        "hold; declare the domain of each column for it."
    ),
    "method-insensitive-line": Template(
        "Clusters by the columns’ domains; hardly depends on any single record."
    ),
    "method-insensitive-short": Template("Insensitive"),
    "method-ama": Template("Approximate microaggregation (AMA)"),
    "method-ama-meaning": Template(
        "Finds the few columns that tell most about the others and forms clusters of at least k "
        "records that are alike in these; all quasi-identifiers are then averaged."
    ),
    "method-ama-when": Template(
        "Choose it for many quasi-identifiers that depend on each other; it is faster then, and "
        "often loses more."
    ),
    "method-ama-line": Template("Clusters by the few columns that tell most about the others."),
    "method-ama-short": Template("AMA"),
    "method-t-merge": Template("Microaggregation, then merging until t"),
    "method-t-merge-meaning": Template(
        "Forms clusters of at least k similar records, then merges those whose confidential "
        "values are spread too differently from the whole file with their neighbours."
    ),
    "method-t-merge-when": Template(
        "Choose it for a loose t, when few clusters need merging; with a strict t most of the "
        "detail is lost."
    ),
    "method-t-merge-line": Template(
        "Merges clusters until they are close to the whole file; for a loose t."
    ),
    "method-t-merge-short": Template("t by merging"),
    "method-t-k-first": Template("k-anonymity-first t-closeness"),
    "method-t-k-first-meaning": Template(
        "Forms clusters of k similar records and exchanges records until the confidential values "
        "of a cluster are spread like those of the whole file; merges what is still too far."
    ),
    "method-t-k-first-when": Template(
        "Often loses least with a loose t or a large k; compare it with t-closeness-first."
    ),
    "method-t-k-first-line": Template(
        "Exchanges records until clusters are close to the whole file."
    ),
    "method-t-k-first-short": Template("k-anonymity-first"),
    "method-t-closeness-first": Template("t-closeness-first microaggregation"),
    "method-t-closeness-first-meaning": Template(
        "Forms clusters of at least k similar records whose confidential values are spread like "
        "those of the whole file, so that knowing the cluster of a person or firm reveals "
        "hardly more about it than knowing that it is in the file."
    ),
    "method-t-closeness-first-when": Template(
        "Choose it when it would harm persons or firms if somebody learned even roughly how "
        "high or low their confidential value is."
    ),
    "method-t-closeness-first-line": Template(
        "Builds clusters that are close to the whole file from the start."
    ),
    "method-t-closeness-first-short": Template("t-closeness-first"),
    "method-rank-swapping": Template("Rank swapping"),
    "method-rank-swapping-meaning": Template(
        "Exchanges the values of each masked column between records whose ranks in it are close. "
        "No record is grouped with others: nothing is promised, and the risk must be measured."
    ),
    "method-rank-swapping-when": Template(
        "Choose it only where the measured linkage is acceptable and every column must keep its "
        "values: all that is computed from one column alone stays exactly the same."
    ),
    "method-rank-swapping-line": Template(
        "Exchanges values of similar rank; promises nothing, so measure the risk."
    ),
    "method-rank-swapping-short": Template("Rank swapping"),
    "method-rank-swapping-implies": Template(
        "<b>In each masked column, values at most {p} % of the ranks apart are exchanged.</b> Each "
        "column by itself keeps all its values; how columns belong together is blurred. "
        "<b>Nothing is promised:</b> records are not grouped, and most may still be linked to "
        "their originals. Results measures how many: look there before you release anything."
    ),
    "method-rank-swapping-run": Template(
        "The run exchanges values between records, and measures the result. Chance is drawn from "
        "the system’s secure source and noted in the internal log, by which the run can be "
        "repeated; another run exchanges other values."
    ),
    "claim-rank-swapping": Template(
        "Nothing is promised: records are not grouped, so that no k holds (counted in the file: "
        "k = {k}). In each masked column, values at most {p} % of the ranks apart were exchanged; "
        "how many records can still be linked was measured."
    ),
    # What the reports say otherwise of records that are not grouped.
    "report-ready-because-rank-swapping": Template(
        "Nothing was promised, which the office has accepted. What was counted in the finished "
        "file agrees with what is stated."
    ),
    "report-fact-k-rank-swapping": Template(
        "or more records share each profile: counted, not promised"
    ),
    "report-k-means-rank-swapping": Template(
        "The least number of records that share one combination of masked values. It protects "
        "nobody here: the values of a person or firm are spread over several records, and may "
        "still be near those of its own."
    ),
    "report-limit-masked-rank-swapping": Template(
        "that nobody can link a record of this file to the person or firm that it comes from: "
        "exchanged values are near the own ones in rank;"
    ),
    "report-brief-masked-rank-swapping": Template(
        "{count} columns are masked: records of similar rank exchanged their values.",
        one="One column is masked: records of similar rank exchanged their values.",
    ),
    "report-brief-may-masked-rank-swapping": Template(
        "Each masked column by itself has the values of the released records, so that what is "
        "computed from it alone is exact."
    ),
    "report-brief-not-single-rank-swapping": Template(
        "That a masked value is that of the person or unit of its record: it may be another one’s."
    ),
    "report-brief-check-again-rank-swapping": Template(
        "With Statveil, anybody can count again what is stated, without the original."
    ),
    "step-mdav": Template("Formed clusters by MDAV."),
    "step-v-mdav": Template("Formed {clusters} clusters of {k} to {largest} records by V-MDAV."),
    "step-univariate-optimal": Template(
        "Cut the sorted values into the {clusters} clusters that lose least."
    ),
    "step-individual-ranking": Template(
        "Sorted the records by a column and cut them into {clusters} clusters of {k}."
    ),
    "step-insensitive": Template(
        "Cut the records, sorted over the domain, into {clusters} clusters of {k}."
    ),
    "step-ama": Template(
        "Formed {clusters} clusters of at least {k} records that are alike in {columns}."
    ),
    "step-ama-units": Template("Formed {clusters} clusters of at least {k} units by AMA."),
    "step-t-k-first": Template(
        "Formed {clusters} clusters of {k} records and exchanged records {exchanges} times."
    ),
    "step-t-closeness-first": Template("Formed clusters by t-closeness-first."),
    "step-strata": Template(
        "Split the records into {strata} parts (strata or patterns), each clustered on its own."
    ),
    "step-improving": Template(
        "Tried up to {moves} moves to lose less information: the loss fell by {gain} %."
    ),
    "step-rank-swapping": Template(
        "Exchanged the values of {columns} columns between records of similar rank (values that "
        "found no partner: {alone})."
    ),
    "step-blocks": Template(
        "Cut the records into {blocks} blocks of {smallest} to {largest} records, each clustered "
        "on its own."
    ),
    "step-dissolve": Template(
        "Dissolved clusters whose records fit better into neighbouring ones (clusters: {clusters})."
    ),
    "step-repair": Template(
        "Improved {changed} clusters across the borders of the blocks: the loss fell from "
        "{before} % to {after} % of the spread."
    ),
    "t-without-use": Template(
        "A t of {t} changes nothing: from {least} on the clusters are those of k = {k}. "
        "{@search_with_t} makes use of a larger one."
    ),
    "t-weakens": Template(
        "With t = {t} no correlation of a masked column with the ranks of {column} can be above "
        "{largest} in the release. Those of {masked} are {strengths}; to keep them, t must be at "
        "least {least}.",
        one="With t = {t} no correlation of a masked column with the ranks of {column} can be "
        "above {largest} in the release. That of {masked} is {strengths}; to keep it, t must be "
        "at least {least}.",
    ),
    "step-key-sets": Template(
        "Merged clusters until the k of each scenario was held (merges: {merges})."
    ),
    "step-merging": Template("Merged clusters until all kept t, l or a dominance rule."),
    "drawn-not-allowed": Template(
        "Records are drawn from groups only where the office allows it: {file} has to say "
        "“{setting} = true”."
    ),
    "drawn-blocks": Template(
        "Records are drawn from one set of groups of all masked columns. Choose a method and no "
        "blocks that form it, or another representative."
    ),
    "drawn-units": Template(
        "Records of units cannot be drawn from groups. Choose another representative."
    ),
    "drawn-totals": Template(
        "Calibrated totals are not kept when records are drawn. Calibrate no totals, or choose the "
        "mean."
    ),
    "drawn-weight": Template(
        "Records are drawn with their weights, so the weight has to be released as it is."
    ),
    "drawn-spooled": Template(
        "Records of a file that does not fit into memory cannot be drawn from groups. Choose "
        "another representative."
    ),
    "mixed-few": Template(
        "Values change hands in groups of at least {needed} records, and one has {count}. Choose "
        "a larger k, or another representative."
    ),
    "hybrid-dominance": Template(
        "Hybrid records are for persons: how the values of a group vary would disclose amounts "
        "under a dominance rule. Choose another representative, or no dominance rule."
    ),
    "hybrid-weight": Template(
        "Hybrid records cannot be made from records with survey weights, by which a link to a "
        "record would be right more often than once in k. Choose another representative."
    ),
    "hybrid-large": Template(
        "Hybrid records of this file need {count} numbers in the log, and it has at most {most}. "
        "Choose a larger k or another representative."
    ),
    "swap-rule": Template(
        "Categories of an edit rule ({columns}) cannot be exchanged. Remove the rule, or choose "
        "typical categories."
    ),
    "swap-with": Template(
        "Categories are exchanged beside means, medians and hybrid records only. Choose one of "
        "these, or other categories."
    ),
    "one-group": Template(
        "All {records} records are in one group: each masked column has a single value in the "
        "whole release, and nothing of its spread or its relations is left."
    ),
    "one-group-merged": Template(
        "To keep t = {t}, all {records} records were merged into one group: each masked column "
        "has a single value in the whole release, and nothing of its spread or its relations is "
        "left. A larger t, or another method with t, may keep more groups."
    ),
    "groups-merged": Template(
        "To keep t = {t}, {clusters} groups are left, the largest with {largest} of the {records} "
        "records: the masked columns say little of these. A larger t, or another method with t, "
        "may keep more groups."
    ),
    "groups-merged-scenarios": Template(
        "To keep the k of the scenarios, {clusters} groups of the {records} records are left, "
        "fewer than half of those that the method formed. A smaller k, or strata by the columns of "
        "a scenario that are not masked, may keep more groups.",
        one="To keep the k of the scenarios, one group of {records} records is left. A smaller "
        "k, or strata by the columns of a scenario that are not masked, may keep more groups.",
    ),
    "k-not-reached": Template(
        "A cluster of {reached} records was formed although k is {k}; nothing was released. "
        "This is a defect of the program; please report it."
    ),
    "t-not-reached": Template(
        "A cluster’s values of {name} lie {reached} from the file’s although t is {t}; nothing "
        "was released. This is a defect of the program; please report it."
    ),
    # Parameters, and their choices.
    "parameter-k": Template("Minimum cluster size k"),
    "parameter-k-meaning-of-columns": Template(
        "In each column every record shares its value with at least k − 1 others, but not in all "
        "columns with the same ones. A larger k changes the data more."
    ),
    "parameter-k-meaning-of-core": Template(
        "Every record of the core shares its quasi-identifiers with at least k − 1 others; the "
        "released records are drawn from these groups. A larger k protects more and changes the "
        "data more."
    ),
    "parameter-k-meaning-of-blocks": Template(
        "In each block of columns every record shares its values with at least k − 1 others, but "
        "not in all blocks with the same ones. A larger k changes the data more."
    ),
    "parameter-k-meaning": Template(
        "Every record shares its quasi-identifiers with at least k − 1 others. A larger k "
        "protects more and changes the data more."
    ),
    "parameter-p": Template("Largest distance of ranks p, in %"),
    "parameter-p-meaning": Template(
        "How many ranks apart two exchanged values may be, in per cent of the records. A larger p "
        "protects more and changes the data more."
    ),
    "parameter-secret_seed": Template("Secret of the exchanges"),
    "parameter-secret_seed-meaning": Template(
        "Drawn in each run unless it is given. Whoever knows it can undo the exchanges, so it "
        "stands in the internal log alone, which repeats the run."
    ),
    "parameter-t": Template("Largest distance t"),
    "parameter-t-meaning": Template(
        "How far the confidential values of a cluster may be from those of the whole file: 0 "
        "means exactly alike, 1 means anything goes. A smaller t needs larger clusters."
    ),
    "parameter-bucket_by": Template("Confidential column to spread"),
    "parameter-bucket_by-meaning": Template(
        "The clusters are built around this column; the limit t is kept for every confidential "
        "column all the same."
    ),
    "parameter-lambda": Template("Weight of the confidential columns λ"),
    "parameter-lambda-meaning": Template(
        "0 groups records that are alike in the quasi-identifiers. A larger value also groups "
        "those alike in the confidential columns, which keeps the relation between the two and "
        "changes the quasi-identifiers more; 1 looks at the confidential columns alone."
    ),
    "parameter-moves": Template("Moves to try"),
    "parameter-moves-meaning": Template(
        "How long to search, counted in moves so that a run can be repeated exactly. Ten times "
        "as many take ten times as long and lose a little less."
    ),
    "parameter-seed": Template("Start of the search"),
    "parameter-seed-meaning": Template(
        "Another number takes another way and may end a little better or worse; the same number "
        "always gives the same clusters."
    ),
    "parameter-refine": Template("Refinement moves"),
    "parameter-refine-meaning": Template(
        "How many moves of records between neighbouring clusters are tried afterwards to lose less "
        "information. 0 leaves the clusters as the method forms them; 20 to 40 moves for each "
        "record usually suffice."
    ),
    "parameter-blocks": Template("Blocks of columns"),
    "parameter-blocks-meaning": Template(
        "Columns in the same block are made alike together, each block on its own. That changes "
        "the data less, but k then holds for each block and not for all columns together."
    ),
    "parameter-aggregate": Template("Representative of a cluster"),
    "parameter-aggregate-meaning": Template(
        "What the records of a cluster get. The mean keeps totals; the median ignores a few "
        "extreme values; restored moments also keep variances and correlations. With spread, only "
        "the means that records are drawn from are k-anonymous; a link to a hybrid record is right "
        "at most once in k times. The office must allow either."
    ),
    "choice-aggregate-mean": Template("Mean"),
    "choice-aggregate-median": Template("Median"),
    "choice-aggregate-moments": Template("Mean, moments restored"),
    "choice-aggregate-hybrid": Template("Hybrid records"),
    "choice-aggregate-spread": Template("Mean, with spread"),
    "means-left": Template(
        "{columns} keep the means of their groups ({what}): their variances and correlations are "
        "not the original’s.",
        one="{columns} keeps the means of its groups ({what}): its variance and correlations are "
        "not the original’s.",
    ),
    "moments-apart": Template(
        "{columns} correlate less than before with published columns, in which the groups differ "
        "too little. A larger t or a smaller k lets them differ more.",
        one="{columns} correlates less than before with published columns, in which the groups "
        "differ too little. A larger t or a smaller k lets them differ more.",
    ),
    "repeat-left": Template(
        "The run is not repeated: it gave {columns} other values than the means of their groups, "
        "which this version keeps ({what}). The version that made the release can repeat it.",
        one="The run is not repeated: it gave {columns} other values than the means of its groups, "
        "which this version keeps ({what}). The version that made the release can repeat it.",
    ),
    "repeat-left-parts": Template(
        "The run is not repeated: it used variances or covariances of {columns} which this version "
        "does not use, because they would disclose a value. The version that made the release can "
        "repeat it."
    ),
    "word-moments-empty": Template("some groups have no number to be moved"),
    "word-moments-shared": Template("parts of a total follow from it"),
    "word-moments-equation": Template("another column of an equation keeps its means"),
    "word-moments-spread": Template(
        "means lose more than 36 % of a variance, and to restore it would move small values to "
        "make up for large ones"
    ),
    "word-moments-dominated": Template("its variances or correlations would disclose an amount"),
    "word-moments-missed": Template("its total and its spread cannot both be kept"),
    "word-moments-largest": Template(
        "its largest amounts could be guessed more often than from means"
    ),
    "word-moments-groups": Template("there are too few groups"),
    "word-spread-shared": Template("parts of a total follow from it"),
    "word-spread-rule": Template(
        "only rules by which one spread column is at most another are kept when records are drawn"
    ),
    "word-spread-zeros": Template(
        "zeros that are kept are not drawn in a column with negative values"
    ),
    "word-spread-few": Template("no 50 records have the same pattern of zeros"),
    "word-hybrid-shared": Template("parts of a total follow from it"),
    "word-hybrid-rule": Template("hybrid records keep no rules"),
    "word-hybrid-zeros": Template(
        "zeros that are kept are not drawn in a column with negative values"
    ),
    "parameter-categories": Template("Categories of a cluster"),
    "parameter-categories-meaning": Template(
        "Typical: the middle or most frequent category. Calibrated: those of one of its records, "
        "chosen so that shares and two-way tables stay close. Exchanged: records swap categories "
        "at random inside the cluster; the office must allow it."
    ),
    "choice-categories-typical": Template("Typical"),
    "choice-categories-calibrated": Template("Calibrated"),
    "choice-categories-swap": Template("Exchanged"),
    "parameter-gamma": Template("Readiness to enlarge a cluster γ"),
    "parameter-gamma-meaning": Template(
        "0 gives every cluster k records. A larger value lets a cluster take in a record that is "
        "nearer to it than to any record left over; 0.2 suits evenly scattered data, about 1.1 "
        "data that fall into natural groups."
    ),
    "parameter-bins": Template("Bins of a column"),
    "parameter-bins-meaning": Template(
        "Into how many ranges of about equally many records a column of many different values "
        "is cut to find which columns tell most about the others."
    ),
    "parameter-partition": Template("How the clusters are formed first"),
    "parameter-partition-meaning": Template(
        "MDAV gives all clusters the same size; V-MDAV lets a cluster grow where records lie close."
    ),
    "choice-partition-mdav": Template("MDAV"),
    "choice-partition-v-mdav": Template("V-MDAV"),
}
