"""The introductory half page of a report, for readers who read nothing else."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "report-brief": Template("In brief"),
    # What was released
    "report-brief-released": Template("What was released"),
    "report-brief-records": Template(
        "{rows} records with {count} columns.", one="{rows} records with one column."
    ),
    "report-brief-masked": Template(
        "{count} columns are masked: similar records were given the same values in them.",
        one="One column is masked: similar records were given the same value in it.",
    ),
    "report-brief-noise": Template(
        "The values of {count} columns were made with random noise.",
        one="The values of one column were made with random noise.",
    ),
    "report-brief-unchanged": Template(
        "{count} columns are published as they are.", one="One column is published as it is."
    ),
    "report-brief-links": Template(
        "{count} columns have new numbers, drawn at random for this release.",
        one="One column has new numbers, drawn at random for this release.",
    ),
    "report-brief-dropped": Template(
        "{count} columns of the original are not in the file.",
        one="One column of the original is not in the file.",
    ),
    # What is promised
    "report-brief-promised": Template("What is promised, and was counted"),
    "report-brief-k": Template(
        "Each record has the same masked values as at least {others} others; {promised} were "
        "promised."
    ),
    "report-brief-k-block": Template(
        "Each record has the same values in {columns} as at least {others} others; {promised} "
        "were promised."
    ),
    "report-brief-t": Template(
        "On a scale from 0 to 1, the values of {column} in any group differ from those of the "
        "whole file by at most {t}; at most {promised} was promised."
    ),
    "report-brief-counted": Template(
        "These figures were counted in the finished file, read back from the disk."
    ),
    "report-brief-broken": Template(
        "What was counted in the finished file does not agree with what was promised."
    ),
    "report-brief-dp": Template(
        "In the columns with noise, a privacy budget of ε = {epsilon} limits what the file reveals "
        "about any single record. The smaller ε is, the tighter the limit."
    ),
    "report-brief-dp-counted": Template(
        "Noise cannot be counted in a file. What was checked is that claim and budget follow from "
        "the recipe, and that every cell is the one that was computed."
    ),
    "report-brief-dp-none": Template("Differential privacy is not claimed for this file."),
    # What follows from the file
    "report-brief-may": Template("What you may conclude"),
    "report-brief-may-masked": Template(
        "Means and distributions of masked columns are as close to the original values of the "
        "released records as the section “What the file is good for” states."
    ),
    "report-brief-dp-may": Template(
        "Results about many records hold within the error that the noise adds."
    ),
    "report-brief-may-unchanged": Template(
        "Columns published as they are hold the original values of the released records."
    ),
    "report-brief-may-prepared": Template(
        "Columns published as they are hold the values of the released records as they were "
        "prepared; columns that were not prepared hold the original ones."
    ),
    "report-brief-may-not": Template("What you may not conclude"),
    "report-brief-not-single": Template(
        "That a masked value is the true value of a single person or unit: it stands for a group."
    ),
    "report-brief-dp-not-single": Template(
        "That a value with noise is the true value of a single person or unit."
    ),
    "report-brief-not-relations": Template(
        "That relations between columns are as strong as in the original."
    ),
    "report-brief-not-alike": Template(
        "That a group reveals nothing: its records may all have the same confidential value."
    ),
    # How to check it
    "report-brief-check": Template("How to check it"),
    "report-brief-check-copy": Template(
        "Compare the SHA-256 of your copy with the one under “Is your copy the one?”."
    ),
    "report-brief-check-again": Template(
        "With Statveil, anybody can count again what was promised, without the original."
    ),
    "report-brief-dp-check": Template(
        "With Statveil, anybody can compute claim and budget again, without the original."
    ),
    "report-sources": Template("The method, and what it promises, are published in:"),
}
