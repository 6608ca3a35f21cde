"""Protection methods and their parameters."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "method-mdav": Template("MDAV microaggregation"),
    "method-mdav-meaning": Template(
        "Puts each record into a cluster of at least k similar records and gives all of them the "
        "cluster's average, so that everybody looks the same as at least k - 1 others."
    ),
    "method-mdav-when": Template(
        "Keeps the most detail. Choose it when it does no harm to learn that a person is in a "
        "certain cluster."
    ),
    "method-t-closeness-first": Template("t-closeness-first microaggregation"),
    "method-t-closeness-first-meaning": Template(
        "Forms clusters of at least k similar records whose confidential values are spread like "
        "those of the whole file, so that knowing a person's cluster tells hardly more about "
        "them than knowing that they are in the file."
    ),
    "method-t-closeness-first-when": Template(
        "Choose it when it would harm people if somebody learned even roughly how high or low "
        "their confidential value is."
    ),
    "parameter-k": Template("Least cluster size k"),
    "parameter-k-meaning": Template(
        "Every record shares its quasi-identifiers with at least k - 1 others. A larger k "
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
    "step-mdav": Template("Formed clusters by MDAV."),
    "step-t-closeness-first": Template("Formed clusters by t-closeness-first."),
    "step-merging": Template("Merged clusters until none was farther than t from the file."),
    "k-not-reached": Template(
        "A cluster of {reached} records was formed although k is {k}; nothing was released. "
        "This is a defect of the program; please report it."
    ),
    "t-not-reached": Template(
        "A cluster's values of {name} lie {reached} from the file's although t is {t}; nothing "
        "was released. This is a defect of the program; please report it."
    ),
}
