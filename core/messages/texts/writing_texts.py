"""Writing files: what a format cannot hold, or changes."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "output-parts": Template(
        "The protected file would have more than {most} parts. Raise “output.part” in the recipe."
    ),
    # Refused
    "kind-not-written": Template("Files of the kind {kind} are only read; write another kind."),
    "name-too-long-for": Template(
        "The name is longer than the {most} letters that a .{kind} file takes; shorten it in the "
        "input, or write another kind of file."
    ),
    "name-unfit-for": Template(
        "A .{kind} file accepts names of letters, digits and underscores that start with a letter "
        "and are not among its reserved words; rename the column in the input, or write another "
        "kind of file."
    ),
    "names-alike-for": Template(
        "The name differs from {other} only in capitals, which a .{kind} file does not "
        "distinguish; rename one in the input, or write another kind of file."
    ),
    "text-too-long-for": Template(
        "{count} texts are longer than the {most} bytes that a .{kind} file holds; write another "
        "kind of file.",
        one="A text is longer than the {most} bytes that a .{kind} file holds; write another kind "
        "of file.",
    ),
    "text-unfit-for": Template(
        "{count} texts end with a blank or hold a NUL, which a .{kind} file does not keep; write "
        "another kind of file.",
        one="A text ends with a blank or holds a NUL, which a .{kind} file does not keep; write "
        "another kind of file.",
    ),
    "text-controls-for": Template(
        "{count} texts hold control signs, which a .{kind} file cannot keep; write another kind of "
        "file.",
        one="A text holds control signs, which a .{kind} file cannot keep; write another kind of "
        "file.",
    ),
    "text-empty-for": Template(
        "Some texts are empty and others are missing, which a .{kind} file does not distinguish; "
        "write another kind of file."
    ),
    "number-too-large-for": Template(
        "Numbers are larger than a .{kind} file holds; write another kind of file."
    ),
    # Said
    "integers-as-text-for": Template(
        "{count} integers have more digits than a .{kind} file keeps, so the column is written as "
        "text.",
        one="An integer has more digits than a .{kind} file keeps, so the column is written as "
        "text.",
    ),
    "numbers-as-text-for": Template(
        "{count} numbers have more digits than a .{kind} file keeps, so the column is written as "
        "text.",
        one="A number has more digits than a .{kind} file keeps, so the column is written as text.",
    ),
    "dates-as-text-for": Template(
        "{count} dates lie before the calendar of a .{kind} file, so the column is written as "
        "text.",
        one="A date lies before the calendar of a .{kind} file, so the column is written as text.",
    ),
    "labels-cut": Template("Labels are longer than the kind of file takes and are cut."),
    "labels-lost": Template(
        "A .{kind} file holds no labels, so those of {count} columns are left out.",
        one="A .{kind} file holds no labels, so those of one column are left out.",
    ),
    "value-labels-lost": Template(
        "{count} labels are left out: a .{kind} file has labels for whole numbers only.",
        one="A label is left out: a .{kind} file has labels for whole numbers only.",
    ),
    "missing-codes-lost": Template(
        "{count} codes for missing values are written as empty cells: the kind of file cannot "
        "hold them all.",
        one="A code for missing values is written as empty cells: the kind of file cannot hold it.",
    ),
    "missing-codes-as-letters": Template(
        "{count} codes for missing values become .a and so on, as Stata has them.",
        one="A code for missing values becomes a letter such as .a, as Stata has them.",
    ),
    "texts-run": Template(
        "{count} texts begin with =, +, - or @; a spreadsheet that opens the CSV file would run "
        "them as formulas. Choose to neutralise them, or write another kind of file.",
        one="A text begins with =, +, - or @; a spreadsheet that opens the CSV file would run it "
        "as a formula. Choose to neutralise it, or write another kind of file.",
    ),
}
