"""Measures, their titles and what they mean."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "measure-information-loss": Template("Information loss"),
    "measure-information-loss-meaning": Template(
        "How much of the differences between records was averaged away: 0 % leaves the data as "
        "it was, 100 % leaves only the means."
    ),
    "measure-sse": Template("Sum of squared errors"),
    "measure-sse-meaning": Template(
        "The squared distances between original and released values, in standard deviations, "
        "added up over all records and quasi-identifiers."
    ),
    "measure-normalised-sse": Template("Normalised squared error"),
    "measure-normalised-sse-meaning": Template(
        "The mean squared difference between original and released values, each in units of "
        "its column's range; it does not depend on the size of the file."
    ),
    "measure-sse-share": Template("Share of the squared error"),
    "measure-sse-share-meaning": Template(
        "How much of the file's whole squared error comes from this column."
    ),
    "measure-mean-change": Template("Change of the mean"),
    "measure-mean-change-meaning": Template(
        "How far the column's mean moved, in per cent of its original standard deviation. "
        "Compared are the released records with what they were, each counted once; users’ figures "
        "compare all records, with weights."
    ),
    "measure-variance-change": Template("Change of the variance"),
    "measure-variance-change-meaning": Template(
        "How much the column's variance changed, in per cent of the original variance."
    ),
    "measure-correlation-change": Template("Largest change of a correlation"),
    "measure-correlation-change-meaning": Template(
        "The largest difference between a correlation of two columns before and after; 0 keeps "
        "all relations. Of a column: with any other one."
    ),
    "measure-covariance-change": Template("Largest change of a covariance"),
    "measure-covariance-change-meaning": Template(
        "The largest difference between a covariance of two columns before and after, in units "
        "of their original standard deviations. Of a column: with any other one."
    ),
    "measure-quasi-distortion": Template("Distortion of the quasi-identifiers D_X"),
    "measure-quasi-distortion-meaning": Template(
        "The share of the quasi-identifiers' variance that masking took away: 0 leaves all, 1 "
        "leaves only the means."
    ),
    "measure-confidential-distortion": Template("Unexplained confidential variance D_Y"),
    "measure-confidential-distortion-meaning": Template(
        "The share of the confidential columns' variance that lies within groups, which the "
        "released quasi-identifiers no longer tell: 0 keeps the relation between the two, 1 "
        "loses it."
    ),
    "measure-average-diversity": Template("Average diversity of a group"),
    "measure-average-diversity-meaning": Template(
        "How many clearly different values a group has, on average, in the confidential column "
        "in which it has fewest; values less than 0.02 standard deviations apart mostly count "
        "as one."
    ),
    "measure-relative-error": Template("Mean relative error"),
    "measure-relative-error-meaning": Template(
        "The mean difference between an original and its released value, as a share of the "
        "original (of at least a hundredth of the column's domain): 0.1 means 10 % on average."
    ),
    "measure-il1s": Template("Scaled absolute loss (IL1s)"),
    "measure-il1s-meaning": Template(
        "The mean absolute difference between original and released values, in standard "
        "deviations over the square root of two; less drawn along by outliers than squares."
    ),
    "measure-interval-disclosure": Template("Records disclosed within 5 %"),
    "measure-interval-disclosure-meaning": Template(
        "The share of records whose original value lies within 5 % of the released one; for the "
        "whole file, in all quasi-identifiers at once. Who finds such a record has learnt its "
        "value closely."
    ),
    "measure-jsd": Template("Divergence of the distributions (Jensen-Shannon)"),
    "measure-jsd-meaning": Template(
        "How much the distribution of the released values differs from that of the original "
        "ones, in bits: 0 means not at all, 1 that they have no value in common."
    ),
    "measure-hellinger": Template("Distance of the distributions (Hellinger)"),
    "measure-hellinger-meaning": Template(
        "How far the distribution of the released values is from that of the original ones: 0 "
        "means they are the same, 1 that they have no value in common."
    ),
    "measure-propensity-error": Template("Told apart by a model (pMSE)"),
    "measure-propensity-error-meaning": Template(
        "How well a model tells released records from original ones: 0 means not at all, 0.25 "
        "always. A low figure means that analyses of both will agree."
    ),
    "measure-k": Template("k-anonymity reached (k)"),
    "measure-k-meaning": Template(
        "The least number of released records that share the same quasi-identifiers."
    ),
    "measure-groups": Template("Groups"),
    "measure-groups-meaning": Template(
        "How many different combinations of quasi-identifiers were released."
    ),
    "measure-largest-group": Template("Largest group"),
    "measure-largest-group-meaning": Template(
        "The largest number of released records that share the same quasi-identifiers."
    ),
    "measure-uniques-before": Template("Unique records before"),
    "measure-uniques-before-meaning": Template(
        "Records whose quasi-identifiers no other record of the original file shares."
    ),
    "measure-uniques-after": Template("Unique records after"),
    "measure-uniques-after-meaning": Template(
        "Records whose quasi-identifiers no other released record shares."
    ),
    "measure-unit-uniques-before": Template("Units with a unique profile before"),
    "measure-unit-uniques-before-meaning": Template(
        "Units, such as households or firms, whose whole profile no other unit of the original "
        "file has: the quasi-identifiers of all of its records together."
    ),
    "measure-unit-uniques-after": Template("Units with a unique profile after"),
    "measure-unit-uniques-after-meaning": Template(
        "Units whose whole profile no other released unit has. An intruder can only see a profile "
        "if it is known which released records belong together."
    ),
    "measure-unit-risk-before": Template("Mean risk of a unit before"),
    "measure-unit-risk-before-meaning": Template(
        "The probability that at least one record of a unit is re-identified in the original "
        "file, on average over the units. Each record counts with one over the number of records "
        "that share its quasi-identifiers, and as independent of the others."
    ),
    "measure-unit-risk-after": Template("Mean risk of a unit after"),
    "measure-unit-risk-after-meaning": Template(
        "The same in the release. The records of a unit count as independent: three with a risk of "
        "1 in 5 each give 48.8 %. Where whole units are protected, whoever looks for one finds at "
        "least k with its profile, so that risk is at most 1 in k."
    ),
    "measure-p": Template("p-sensitivity reached (p)"),
    "measure-p-meaning": Template(
        "The least number of different confidential values in a group. 1 means that all known "
        "values of some group are equal, so that membership gives the value away; 0 means that "
        "the value is missing in every record of some group."
    ),
    "measure-t": Template("t-closeness reached (t)"),
    "measure-t-meaning": Template(
        "The largest distance between the confidential values of a group and those of the "
        "whole file, over all confidential columns."
    ),
    "measure-emd-largest": Template("Largest distance from the file (EMD)"),
    "measure-emd-largest-meaning": Template(
        "How far the group that is most unlike the whole file is from it in this confidential "
        "column: 0 is exactly alike, 1 as far as can be."
    ),
    "measure-emd-mean": Template("Mean distance from the file (EMD)"),
    "measure-emd-mean-meaning": Template(
        "How far a group is from the whole file in this confidential column, on average over "
        "the groups."
    ),
    "measure-linkage": Template("Records linked by distance"),
    "measure-linkage-meaning": Template(
        "How many released records an intruder who holds the original quasi-identifiers would "
        "link to the right record by taking the nearest."
    ),
}
