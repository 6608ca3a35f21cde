"""Opening and reading files."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # The file itself
    "path-is-address": Template(
        "{file} is an address on a network; save the file on this computer and open it there."
    ),
    "file-not-found": Template("There is no file {file}; check its name and folder."),
    "file-not-permitted": Template(
        "You may not read {file}; ask its owner for permission or make a copy."
    ),
    "file-unreadable": Template(
        "{file} cannot be read; check that the drive is connected and in order."
    ),
    "file-name-too-long": Template(
        "The path of {file} is too long; move the file to another folder."
    ),
    "file-link-loop": Template("{file} is a link that leads back to itself; open the file proper."),
    "file-is-folder": Template("{file} is a folder; choose a file in it."),
    "file-not-regular": Template("{file} is a device or a pipe; choose a file."),
    "file-empty": Template("{file} is empty."),
    "file-header-only": Template("{file} has column names but no records."),
    "file-changed": Template(
        "{file} was changed while it was read; read it again when nobody writes to it."
    ),
    "file-is-pdf": Template("{file} is a PDF document; save the table as CSV or XLSX."),
    "file-is-zip": Template(
        "{file} is a workbook or another zipped file, no text; open it as XLSX or unpack it."
    ),
    "file-is-ole": Template(
        "{file} is a workbook of the old kind (.xls) or is protected by a password; save it as "
        "XLSX without a password."
    ),
    "file-is-compressed": Template("{file} is a compressed file; unpack it first."),
    "file-is-parquet": Template("{file} is a Parquet file; save the table as CSV or XLSX."),
    "file-is-spss": Template("{file} is an SPSS file; save the table as CSV or XLSX."),
    "file-is-picture": Template("{file} is a picture; choose a table in CSV or XLSX."),
    # Text files
    "encoding-unknown": Template("{encoding} is not an encoding of text; choose another."),
    "encoding-wrong": Template("{file} is not written in {encoding} from here on; choose another."),
    "delimiter-unusable": Template(
        "The delimiter must be one sign that is no letter, digit, quote or line break."
    ),
    "decimal-unusable": Template("The decimal sign must be a point or a comma."),
    "delimiter-is-decimal": Template(
        "The sign {sign} cannot be both the delimiter and the decimal sign; change one of them."
    ),
    "text-has-nul": Template(
        "{file} holds NUL characters; it is no text file, or it is in another encoding, such as "
        "utf-16."
    ),
    "quote-unclosed": Template(
        "A quoted cell begins here and is not closed until the end of {file}; add the closing "
        "quote."
    ),
    "quote-stray": Template(
        "Text follows a closing quote; double the quotes inside the cell, or check the delimiter."
    ),
    "record-too-long": Template(
        "A record that begins here is longer than 64 MB; a closing quote may be missing."
    ),
    "rows-ragged": Template(
        "{count} rows have not {columns} cells as the first row has; they begin with rows {rows}.",
        one="This row has not {columns} cells as the first row has.",
    ),
    "columns-too-many": Template("{file} has {count} columns; at most {most} can be read."),
    # Columns
    "names-empty": Template(
        "{count} columns have no name (positions {positions}); name them in the file.",
        one="The column at position {positions} has no name; name it in the file.",
    ),
    "name-repeated": Template(
        "The column name {name} stands {times} times; give each column its own name."
    ),
    "number-infinite": Template(
        "{count} values are infinite, the first in this row; correct them or declare them missing.",
        one="The value is infinite; correct it or declare it missing.",
    ),
    "column-not-number": Template(
        "{count} cells are not numbers; correct them or give the column another scale.",
        one="One cell is not a number; correct it or give the column another scale.",
    ),
    "column-not-integer": Template(
        "{count} cells are not whole numbers; correct them or give the column another scale.",
        one="One cell is not a whole number; correct it or give the column another scale.",
    ),
    "column-not-date": Template(
        "The cells are not dates of one known layout; correct them or give the column another "
        "scale."
    ),
    "integers-too-large": Template(
        "{count} whole numbers are beyond 9,007,199,254,740,992 and cannot be computed with "
        "exactly; declare the column as an identifier or as other.",
        one="A whole number is beyond 9,007,199,254,740,992 and cannot be computed with exactly; "
        "declare the column as an identifier or as other.",
    ),
    # Writing
    "output-no-room": Template("The disk has no room for {file}; make room and try again."),
    "output-exists": Template("{file} exists already; choose another name."),
    "output-unwritable": Template("{file} cannot be written; choose another folder."),
    "output-not-encodable": Template(
        "Texts of the table cannot be written in {encoding}; write it in utf-8."
    ),
}
