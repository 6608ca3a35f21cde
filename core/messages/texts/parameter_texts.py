"""The parameters of the methods, and their choices."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "parameter-k": Template("Minimum cluster size k"),
    "parameter-k-meaning": Template(
        "Every record shares its quasi-identifiers with at least k − 1 others. A larger k "
        "protects more and changes the data more."
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
        "What all records of a cluster get instead of their own value. The mean keeps totals; the "
        "median is not drawn along by a few extreme values."
    ),
    "choice-aggregate-mean": Template("Mean"),
    "choice-aggregate-median": Template("Median"),
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
