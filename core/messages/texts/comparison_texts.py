"""The comparison of methods: why one cannot take part, and the table."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "takes-one-quasi-identifier": Template(
        "Takes a single quasi-identifier; {count} columns have that role."
    ),
    "takes-no-nominal": Template(
        "Needs numbers or an order; these are nominal: {columns}.",
        one="Needs numbers or an order; {columns} is nominal.",
    ),
    "takes-a-confidential-column": Template(
        "Needs a confidential column; no column has that role."
    ),
    "keeps-no-t-along-a-taxonomy": Template(
        "Cannot keep a t along a taxonomy, which {columns} has."
    ),
    "compared-private": Template("Spends a privacy budget with each run, so it is not tried out."),
    "compared-not-varied": Template("Has no {symbol} to vary."),
    "compare-method": Template("Method"),
    "compare-k": Template("k"),
    "compare-t": Template("t"),
    "compare-loss": Template("Loss %"),
    "compare-linkage": Template("Linked %"),
    "compare-records": Template("Records"),
    "compare-seconds": Template("Seconds"),
    "compare-failed": Template("{method}: {said}"),
    "compare-nothing": Template("No method can protect this file with these settings."),
    "compare-sample": Template(
        "Compared on {count} of {records} records, drawn at random. On all records a method may "
        "reach another t and lose more or less."
    ),
    "sample-too-small": Template("--sample is {value}. Compare at least {least} records."),
}
