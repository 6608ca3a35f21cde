"""Conditions of a release besides k and t: zeros, dominance."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # What is wrong with the settings.
    "conditions-need-groups": Template(
        "This method adds noise and forms no groups of records, so it can neither keep zeros nor "
        "apply a dominance rule. Choose a method of microaggregation, or remove these settings."
    ),
    "zeros-need-numbers": Template(
        "Zeros can be kept only in a column of continuous or whole numbers."
    ),
    "dominance-p": Template("The p of the dominance rule must be more than 0 and at most 100."),
    "dominance-n": Template("The n of the dominance rule must be a whole number from 1 to {most}."),
    "dominance-share": Template("The share of the dominance rule must be between 0 and 100."),
    "dominance-no-column": Template("The dominance rule names no column."),
    "dominance-column-twice": Template("The dominance rule names this column twice."),
    "dominance-unknown": Template(
        "The dominance rule names {column}, which is not a column of the file."
    ),
    "dominance-not-masked": Template(
        "The dominance rule applies to groups of masked values. This column is not masked: make it "
        "a quasi-identifier, or remove it from the rule."
    ),
    "dominance-not-amounts": Template(
        "The dominance rule needs a column of amounts: continuous or whole numbers."
    ),
    "dominance-of-file": Template(
        "The file as a whole violates the dominance rule, so no grouping can satisfy it. Remove "
        "the column that one record dominates, or leave that record out."
    ),
    "dominance-of-stratum": Template(
        "The stratum (by {columns}) of the record in this row violates the dominance rule as a "
        "whole. Merge it with a neighbouring one, or choose fewer strata."
    ),
    # What the conditions imply.
    "patterns-joined": Template(
        "{count} of {patterns} patterns of zeros are too small or dominated by one record "
        "(records in them: {records}). They join the nearest pattern, so zeros may change there in "
        "{columns}.",
        one="One of {patterns} patterns of zeros is too small or dominated by one record (records "
        "in it: {records}). It joins the nearest pattern, so zeros may change there in {columns}.",
    ),
    # What is not kept.
    "patterns-too-far": Template(
        "t cannot be kept while zeros stay zeros: {count} clusters would contain records with and "
        "without zeros. Choose a larger t, or keep the zeros of fewer columns.",
        one="t cannot be kept while zeros stay zeros: one cluster would contain records with and "
        "without zeros. Choose a larger t, or keep the zeros of fewer columns.",
    ),
    "promise-zeros": Template(
        "Zeros were to stay zeros, but {changed} cells changed. This is not a release.",
        one="Zeros were to stay zeros, but one cell changed. This is not a release.",
    ),
    "promise-dominance": Template(
        "{failing} of {groups} groups violate the dominance rule. This is not a release.",
        one="One of {groups} groups violates the dominance rule. This is not a release.",
    ),
    # The claim.
    "claim-zeros": Template(
        "Zeros stay zeros in {columns}, except in groups with a pattern of zeros too rare to be "
        "kept apart."
    ),
    "claim-p-percent": Template(
        "In every such group, no unit can estimate another unit’s amount in {columns} to within "
        "{p} % (p% rule)."
    ),
    "claim-n-k": Template(
        "In every such group, the {n} largest amounts in {columns} are at most {share} % of the "
        "total."
    ),
    # The report.
    "report-condition-zeros": Template("Zeros of {column}"),
    "report-condition-zeros-means": Template(
        "A zero means that there is nothing, such as no exports. It stays a zero, and no other "
        "value becomes one."
    ),
    "report-condition-zeros-promised": Template("zeros stay zeros"),
    "report-condition-zeros-released": Template("{after} zeros"),
    "report-condition-zeros-counted": Template(
        "{after} zeros, {changed} cells changed", one="{after} zeros, one cell changed"
    ),
    "report-condition-dominance": Template("Dominance in {column}"),
    "report-condition-dominance-means": Template(
        "A reader knows the total of each group: its size times its mean. The dominance rule "
        "prevents that the total discloses the amount of a single record."
    ),
    "report-condition-dominance-promised": Template("every group satisfies the rule"),
    "report-condition-dominance-counted": Template("{failing} of {groups} groups violate it"),
    "report-unit-condition": Template("–"),
}
