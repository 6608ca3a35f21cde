"""Figures that users of a file compute: refusals, names, reports and the command line."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Refusals
    "figure-weight-not-released": Template(
        "This column holds the weights, but it is not released, so nobody could compute the "
        "figures of the recipe. Release it, or remove “figures”."
    ),
    "figure-of": Template("“{field}”: this figure is of one column. Name it."),
    "figure-ratio-of": Template(
        "“{field}”: a ratio is of two columns, [NUMERATOR, DENOMINATOR]. Name both."
    ),
    "figure-table-of": Template("“{field}”: a table is of two to {most} columns. Name them."),
    "figure-on": Template("“{field}”: a regression needs at least one regressor. Name it."),
    "figure-q": Template("“{field}” is {value}. A quantile needs a number above 0 and below 1."),
    "figure-unknown": Template("“{field}” names {column}, which is not a column of the file."),
    "figure-log": Template(
        "“{field}” names {column}. Only a regression has logarithms; name a column."
    ),
    "figure-not-released": Template(
        "“{field}” names this column, but it is not released, so nobody could compute the figure. "
        "Change the figure or the role of the column."
    ),
    "figure-link": Template(
        "“{field}” names this column, but its numbers are drawn for the release and mean nothing. "
        "Change the figure."
    ),
    "figure-column-twice": Template("“{field}” names this column twice."),
    "figure-not-numbers-total": Template(
        "“{field}” asks for the total of this column, which does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-numbers-mean": Template(
        "“{field}” asks for the mean of this column, which does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-numbers-quantile": Template(
        "“{field}” asks for a quantile of this column, which does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-numbers-gini": Template(
        "“{field}” asks for the Gini coefficient of this column, which does not hold numbers. Name "
        "a continuous or integer column."
    ),
    "figure-not-numbers-ratio": Template(
        "“{field}” asks for a ratio with this column, which does not hold numbers. Name continuous "
        "or integer columns."
    ),
    "figure-not-numbers-regression": Template(
        "“{field}” needs the numbers of this column, but it does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-categories": Template(
        "“{field}” needs the categories of this column, but it holds measurements. Name a nominal, "
        "ordinal, integer or date column."
    ),
    "figure-too-many": Template(
        "“{field}” has more than {most} categories or domains. Name columns with fewer."
    ),
    "figure-no-records": Template(
        "“{field}”: no record has a value in every column of this figure."
    ),
    "figure-log-of": Template(
        "“{field}” needs the logarithm of this column, but {count} of its values are not above 0.",
        one="“{field}” needs the logarithm of this column, but one of its values is not above 0.",
    ),
    "figure-few": Template(
        "“{field}”: the regression has {terms} coefficients, but only {count} records have all of "
        "its values.",
        one="“{field}”: the regression has {terms} coefficients, but only one record has all of "
        "its values.",
    ),
    "figure-collinear": Template(
        "“{field}”: the regressors {columns} are collinear: one of them follows from the others. "
        "Remove one."
    ),
    # Names
    "figure-total": Template("Total of {of}"),
    "figure-mean": Template("Mean of {of}"),
    "figure-share": Template("Shares of the categories of {of}"),
    "figure-quantile": Template("Quantile {q} of {of}"),
    "figure-median": Template("Median of {of}"),
    "figure-gini": Template("Gini coefficient of {of}"),
    "figure-ratio": Template("Ratio of {of} to {to}"),
    "figure-regression": Template("Regression of {of} on {on}"),
    "figure-table": Template("Shares of the cells of {of}"),
    "figure-by": Template("{figure}, by {by}"),
    # Command line and progress
    "phase-figures": Template("Computing the figures of the recipe"),
    "suggest-figures": Template(
        "{count} figures that users of the file will probably compute. If the recipe has them, "
        "each run compares them with the original:",
        one="One figure that users of the file will probably compute. If the recipe has it, each "
        "run compares it with the original:",
    ),
    "done-figures-of-users": Template(
        "Figures: {inside} of {count} released figures lie inside the original's 95 % interval.",
        one="Figures: {inside} of one released figure lies inside the original's 95 % interval.",
    ),
    # Reports
    "report-figures": Template("Figures that users of the file compute"),
    "report-figures-purpose": Template(
        "Each figure was computed from all records of the original that have its values, and from "
        "the release, each with its own weights where there are any. It has its 95 % interval "
        "beneath; differences are in per cent of the original figure. A released figure inside the "
        "original's interval leads to the same conclusion."
    ),
    "report-figures-value": Template("Figure"),
    "report-figures-original": Template("Original"),
    "report-figures-released": Template("Release"),
    "report-figures-difference": Template("Difference"),
    "report-figures-overlap": Template("Overlap of the intervals"),
    "report-figures-verdict": Template("Released figure"),
    "report-figures-inside": Template("inside"),
    "report-figures-outside": Template("outside"),
    "report-figures-whole": Template("All records"),
    "report-figures-intercept": Template("Intercept"),
    "report-figures-interval": Template("{low} to {high}"),
    "report-figures-counted": Template(
        "It rests on {before} records of the original and {after} of the release."
    ),
    "report-figures-points": Template("Differences are in percentage points."),
    "report-figures-missing": Template(
        "Left out for missing values: {before} of the original, {after} of the release."
    ),
    "report-figures-not-applicable": Template(
        "Outside, because the question does not apply: {before} of the original, {after} of the "
        "release."
    ),
    "report-figures-small": Template(
        "{count} values are not listed, because they rest on fewer than {least} records or, being "
        "quantiles, would show one of the outermost values. They cover {records} records of the "
        "original.",
        one="One value is not listed, because it rests on fewer than {least} records or, being a "
        "quantile, would show one of the outermost values. It covers {records} records of the "
        "original.",
    ),
    "report-figures-lacks-log": Template(
        "The release has values that are not above 0, so that it has no such regression."
    ),
    "report-figures-lacks-few": Template("The release has too few records for this regression."),
    "report-figures-lacks-collinear": Template(
        "In the release one regressor follows from the others, so that it has no such regression."
    ),
    "report-figures-public-purpose": Template(
        "For each figure, how far its 95 % interval in the original and its interval in this file "
        "overlap: 100 % for equal intervals, 0 % for disjoint ones. A figure of several domains or "
        "categories has the mean over them. Values of which one unit makes up more than 3 % "
        "of the variance are left out: their overlap could disclose it."
    ),
    "report-figures-public-values": Template("Values counted"),
    "report-figures-of": Template("{counted} of {values}"),
    "report-figures-not-stated": Template("not stated"),
    "report-figures-per-cent": Template("{value} %"),
}
