"""Opening and reading files."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # The file itself
    "path-is-address": Template(
        "{file} is an address on a network; save the file on this computer and open it there."
    ),
    "path-on-network": Template(
        "{path} lies on a network: copy the file to this computer, or choose it yourself (on the "
        "command line with --input)."
    ),
    "file-not-found": Template("There is no file {file} in the folder {folder}."),
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
    "file-is-xlsb": Template("{file} is a binary workbook (XLSB); save it as XLSX and open that."),
    "file-is-pdf": Template("{file} is a PDF document; save the table as CSV."),
    "file-is-zip": Template(
        "{file} is a workbook or another zip archive, not text. Import it again as what it is "
        "({@kind}), or unpack it first."
    ),
    "file-is-ole": Template(
        "{file} is an Excel workbook of the old format or is protected by a password, not text; "
        "import it again, or save it without a password."
    ),
    "file-is-locked": Template(
        "{file} is protected by a password; save it without one and open that."
    ),
    "file-is-compressed": Template("{file} is a compressed file; unpack it first."),
    "file-is-parquet": Template("{file} is a Parquet file, no text; import it as one."),
    "file-is-spss": Template("{file} is an SPSS file, no text; import it as one."),
    "file-is-spss-portable": Template("{file} is an SPSS portable file; save it in SPSS as .sav."),
    "file-is-picture": Template("{file} is a picture; choose a table."),
    "file-not-as-named": Template(
        "{file} does not hold what its suffix {suffix} says; it may be damaged, or text that "
        "should be called .csv."
    ),
    "file-of-other-kind": Template(
        "{file} is not a file of the kind {kind}, whatever its name says. Import it again as what "
        "it is ({@kind})."
    ),
    "file-beyond-memory": Template(
        "{file} holds more than fits into the memory of this computer; leave columns or records "
        "out of it."
    ),
    "reader-broken": Template(
        "The part of Statveil that reads files such as {file} failed ({kind} in {place}); this "
        "does not mean that the file is wrong. Reinstall Statveil or report the defect."
    ),
    "file-without-columns": Template("{file} holds no column."),
    "statistics-damaged": Template(
        "{file} is damaged, incomplete, or of an unknown version; save it again in the program it "
        "comes from."
    ),
    "sas-catalog-unreadable": Template(
        "The catalog of labels (.sas7bcat) next to {file} cannot be read; remove it to read the "
        "file without value labels, or save it again in SAS."
    ),
    "statistics-encoding": Template(
        "Texts in {file} are not in the encoding that it declares; choose another, or save it "
        "again as Unicode."
    ),
    "table-damaged": Template("{file} is damaged or incomplete; write it again."),
    "table-unreadable": Template(
        "{file} cannot be read; it is damaged or asks for more memory than there is."
    ),
    "feather-old": Template(
        "{file} is Feather of the first version; write it again as the second."
    ),
    "columns-nested": Template(
        "The cells of the columns {names} are lists or other compound values; leave them out."
    ),
    # Files in parts
    "parts-none": Template(
        "The folder {file} holds no part; only names that start with a dot or an underscore may "
        "be other files."
    ),
    "parts-hold-folder": Template(
        "The folder {file} holds a folder, {part}; keep nothing but the parts of one table in it."
    ),
    "parts-by-value": Template(
        "The folder {file} is divided by the values of a column, as the name {part} says; write "
        "it again as parts that hold all columns, all in one folder."
    ),
    "part-lacks-column": Template(
        "The part {part} has no such column; write all parts with the same columns."
    ),
    "part-adds-column": Template(
        "Only the part {part} has this column; write all parts with the same columns."
    ),
    "part-moves-column": Template(
        "The part {part} has this column in another place; write all parts with the same columns "
        "in the same order."
    ),
    "part-other-type": Template(
        "The column has another type in {part} than in the first part; write all parts with the "
        "same types."
    ),
    # Text files
    "encoding-unknown": Template("{encoding} is not an encoding of text; choose another."),
    "encoding-wrong": Template("{file} is not written in {encoding} from here on; choose another."),
    "delimiter-unusable": Template(
        "The delimiter must be a single character other than a letter, digit, quote or line break."
    ),
    "decimal-unusable": Template("The decimal sign must be a point or a comma."),
    "thousands-unusable": Template(
        "The sign between thousands must be a comma, a point, a blank or an apostrophe, and not "
        "the decimal sign."
    ),
    "dates-unusable": Template("Dates can be declared to be of these layouts: {layouts}."),
    "delimiter-is-decimal": Template(
        "The sign {sign} cannot be both the delimiter and the decimal sign; change one of them."
    ),
    "text-has-nul": Template(
        "{file} contains NUL characters; it is not a text file, or it is in another encoding, "
        "such as utf-16."
    ),
    "text-has-tab": Template(
        "{file} contains a tab here, after which the position of columns is uncertain; replace "
        "tabs by blanks, or import it as a text table with tabs as delimiters."
    ),
    "columns-not-told": Template(
        "Enter the positions of the columns of {file}, or choose a dictionary of its columns."
    ),
    "column-without-place": Template("Say at which place the column begins and how wide it is."),
    "dictionary-columns": Template(
        "{file} is not a dictionary of columns: its first row must name the columns name, start, "
        "and width or end."
    ),
    "dictionary-row": Template(
        "This row of {file} needs a name, a start from 1 on, and a width (or an end)."
    ),
    "quote-unclosed": Template(
        "A quoted cell begins here and is not closed until the end of {file}; add the closing "
        "quote."
    ),
    "quote-stray": Template(
        "Text follows a closing quote; double the quotes inside the cell, or check the delimiter."
    ),
    "record-too-long": Template(
        "A record that begins here is longer than 16 million letters; a closing quote may be "
        "missing."
    ),
    "line-too-long": Template(
        "This line of {file} is longer than 16 million characters; it is not a table, or its line "
        "ends are missing."
    ),
    "rows-ragged": Template(
        "{count} rows have more or fewer cells than the first row, which has {columns}; the first "
        "are rows {rows}. Choose another delimiter ({@delimiter}), or skip a title above the "
        "table ({@skip}).",
        one="This row has more or fewer cells than the first row, which has {columns}. Choose "
        "another delimiter ({@delimiter}), or skip a title above the table ({@skip}).",
    ),
    "columns-too-many": Template("{file} has {count} columns; at most {most} can be read."),
    # Columns
    "names-empty": Template(
        "{count} columns have no name (positions {positions}); name them in the file.",
        one="The column at position {positions} has no name; name it in the file.",
    ),
    "name-repeated": Template(
        "The column name {name} occurs {times} times; give each column its own name."
    ),
    "number-infinite": Template(
        "{count} values are infinite, the first in this row; correct them or declare them missing.",
        one="The value is infinite; correct it or declare it missing.",
    ),
    "cells-hold-nul": Template(
        "{count} cells hold a NUL character, the first in this row; remove it from the input.",
        one="The cell holds a NUL character; remove it from the input.",
    ),
    "number-vanishes": Template(
        "{count} values are too small to be distinguished from 0, the first in this row; correct "
        "them or declare them missing.",
        one="The value is too small to be distinguished from 0; correct it or declare it missing.",
    ),
    "date-beyond-calendar": Template(
        "{count} dates lie outside the years 1 to 9999, the first in this row; correct them or "
        "declare them missing.",
        one="The date lies outside the years 1 to 9999; correct it or declare it missing.",
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
    "output-no-room": Template("The disk has no space for {file}; free some space and try again."),
    "output-exists": Template("{file} exists already; choose another name."),
    "file-in-use": Template(
        "{file} is in use by another run, or lies on a drive on which files cannot be locked. Try "
        "again, or keep it on another drive."
    ),
    "output-unwritable": Template("{file} cannot be written; choose another folder."),
    "output-not-encodable": Template(
        "Texts of the table cannot be written in {encoding}; write it in utf-8."
    ),
    "sample-no-record": Template(
        "No line ends in the first megabyte of {file}; check the encoding."
    ),
    "file-is-no-workbook": Template(
        "{file} is not a workbook, whatever its name says; import it again or save it as one."
    ),
    # Guesses
    "guess-kind-text": Template("The file holds text."),
    "guess-kind-fixed-width": Template("The file contains text with columns at fixed positions."),
    "guess-columns-beside": Template(
        "{count} columns are listed in {file}, which is next to it.",
        one="One column is listed in {file}, which is next to it.",
    ),
    "guess-columns-blank": Template(
        "{count} columns lie between positions that are blank in all lines examined; check them."
    ),
    "guess-kind-workbook": Template("The file holds a workbook."),
    "guess-kind-xls": Template("The file holds a workbook of the old kind."),
    "guess-kind-ods": Template("The file holds an OpenDocument spreadsheet."),
    "guess-kind-sav": Template("The file holds SPSS data."),
    "guess-kind-dta": Template("The file holds Stata data."),
    "guess-kind-sas7bdat": Template("The file holds SAS data."),
    "guess-kind-xpt": Template("The file holds a SAS transport file."),
    "guess-kind-parquet": Template("The file holds a Parquet table."),
    "guess-kind-feather": Template("The file holds a Feather (Arrow) table."),
    "guess-labels-columns": Template(
        "{count} columns have a label that says what they are.",
        one="One column has a label that says what it is.",
    ),
    "guess-labels-values": Template(
        "{count} columns have labels for their codes.",
        one="One column has labels for its codes.",
    ),
    "guess-missing-declared": Template(
        "{count} columns declare codes that mean a missing value.",
        one="One column declares codes that mean a missing value.",
    ),
    "guess-encoding-mark": Template("The file begins with the mark of {encoding}."),
    "guess-encoding-nul": Template("Every other byte is zero, as in {encoding}."),
    "guess-encoding-ascii": Template("All letters are plain ASCII, the same in every encoding."),
    "guess-encoding-ascii-part": Template(
        "All letters in the parts that were looked at are plain ASCII."
    ),
    "guess-encoding-valid": Template(
        "Letters beyond ASCII form valid UTF-8, which other encodings hardly ever do."
    ),
    "guess-encoding-suggested": Template(
        "The text is not UTF-8; {encoding} is only a suggestion: check accents in the preview."
    ),
    "guess-delimiter-tab": Template(
        "Separated by tabs, all {rows} rows examined have {count} cells."
    ),
    "guess-delimiter-semicolon": Template(
        "Separated by semicolons, all {rows} rows examined have {count} cells."
    ),
    "guess-delimiter-bar": Template(
        "Separated by vertical bars, all {rows} rows examined have {count} cells."
    ),
    "guess-delimiter-comma": Template(
        "Separated by commas, all {rows} rows examined have {count} cells."
    ),
    "guess-delimiter-mostly": Template(
        "Most rows have {columns} cells; {count} rows have another number.",
        one="Most rows have {columns} cells; one row has another number.",
    ),
    "guess-delimiter-single": Template("No common delimiter was found, so there is one column."),
    "guess-decimal-delimiter": Template(
        "The comma is the delimiter, so the decimal sign is the point."
    ),
    "guess-decimal-comma": Template(
        "{count} cells are numbers with a decimal comma.",
        one="One cell is a number with a decimal comma.",
    ),
    "guess-decimal-point": Template(
        "{count} cells are numbers with a decimal point.",
        one="One cell is a number with a decimal point.",
    ),
    "guess-decimal-none": Template("No number with a decimal sign was seen."),
    "guess-header-above": Template(
        "The first row holds text above {count} columns of numbers or dates.",
        one="The first row has a text above a column of numbers or dates.",
    ),
    "guess-header-values": Template(
        "The first row has numbers or dates in {count} columns, so it is a record.",
        one="The first row has a number or a date, so it is a record.",
    ),
    "guess-header-distinct": Template(
        "The texts in the first row all differ and do not occur again below."
    ),
    "guess-header-repeated": Template(
        "Texts of the first row are empty or occur again, so it is a record."
    ),
    "guess-missing-empty": Template(
        "{count} of the cells examined are empty.", one="One of the cells examined is empty."
    ),
    "guess-missing-among-numbers": Template(
        "“{code}” occurs {count} times among numbers or dates.",
        one="“{code}” occurs once among numbers or dates.",
    ),
    "guess-missing-text": Template(
        "“{code}” occurs {count} times among texts. Tick it if it means that the value is missing.",
        one="“{code}” occurs once among texts. Tick it if it means that the value is missing.",
    ),
    "guess-missing-number": Template(
        "{code} occurs {count} times in the rows looked at: {columns}. Tick it if it means a "
        "missing value in every one of these columns.",
    ),
    "guess-missing-number-one-column": Template(
        "{code} occurs {count} times in the rows looked at: {columns}. Tick it if it means a "
        "missing value there.",
        one="{code} occurs once in the rows looked at: {columns}. Tick it if it means a missing "
        "value there.",
    ),
    "guess-missing-apart": Template(
        "{code} lies apart from all other numbers of {apart}. It occurs {count} times in the rows "
        "looked at: {columns}. Tick it if it means a missing value in every one of these columns.",
    ),
    "guess-missing-apart-one-column": Template(
        "{code} lies apart from all other numbers of its column and occurs {count} times in the "
        "rows looked at: {columns}. Tick it if it means a missing value there.",
    ),
    # Evidence of a column's kind
    "evidence-integer": Template(
        "All {count} values are whole numbers.", one="The only value is a whole number."
    ),
    "evidence-number": Template(
        "All {count} values are numbers.", one="The only value is a number."
    ),
    "evidence-date": Template(
        "All {count} values are dates of one layout ({layout}).",
        one="The only value is a date ({layout}).",
    ),
    "evidence-empty": Template("There is no value to decide by."),
    "evidence-leading-zeros": Template(
        "{count} different values begin with a zero, so they are codes and stay as they are.",
        one="A value begins with a zero, so these are codes and stay as they are.",
    ),
    "evidence-long": Template(
        "Numbers with this many digits would lose some of them, so they stay text."
    ),
    "evidence-dates-unclear": Template(
        "They look like dates, but not all of one layout, or day and month could be exchanged: "
        "declare the layout of dates."
    ),
    "evidence-numbers-as-text": Template(
        "All values look like numbers, but they are stored as text or have another decimal mark."
    ),
    "evidence-mostly-numbers": Template(
        "{count} of {distinct} distinct values are not numbers.",
        one="One of {distinct} distinct values is not a number.",
    ),
    "evidence-text-all": Template("All values are text."),
    "evidence-text": Template(
        "{count} of {distinct} distinct values are text.",
        one="One of {distinct} distinct values is text.",
    ),
    # Columns that deserve a second look
    "column-nearly-numbers": Template(
        "{share} % of its values are numbers, but it counts as categories because of a few other "
        "values. If they mean that the value is missing, declare them as missing codes."
    ),
    "column-dominated": Template(
        "One record holds {share} % of the total, and the column is published as it is: anyone who "
        "knows which unit is the largest learns its value. Mask the column, or leave it out."
    ),
    "column-unique-published": Template(
        "It has {count} distinct values in {rows} records and is published as it is, so that a "
        "value points to very few records. Prepare it by rounding or in bands, mask it, or leave "
        "it out."
    ),
    "column-unique-confidential": Template(
        "It has {count} distinct values in {rows} records and is published as it is: anyone who "
        "knows the exact value of a person or firm finds the record. A step of {@prepare} can "
        "average it over neighbouring values."
    ),
    # Workbooks
    "workbook-damaged": Template(
        "{file} is damaged or incomplete; open it in a spreadsheet program and save it again."
    ),
    "workbook-part-twice": Template(
        "{file} contains a part twice, which no spreadsheet program writes; open it in one and "
        "save it again."
    ),
    "sheet-twice": Template(
        "{file} contains two sheets with the same name; open it in a spreadsheet program and save "
        "it again."
    ),
    "rows-out-of-order": Template(
        "The sheet repeats a row number here or goes back, so records could be lost; open {file} "
        "in a spreadsheet program, check that all records are there, and save it again."
    ),
    "cells-out-of-order": Template(
        "The sheet repeats a cell of this row or goes back, so values could be lost; open {file} "
        "in a spreadsheet program, check that all values are there, and save it again."
    ),
    "cell-is-no-day": Template(
        "The number in column {letters} is shown as a date, but no calendar has that day; correct "
        "it, or give the column of {file} another format."
    ),
    "workbook-unreadable": Template(
        "{file} cannot be read in the memory there is; save only its table, as CSV."
    ),
    "workbook-hostile": Template(
        "{file} holds what no spreadsheet writes (a document type); it was not opened."
    ),
    "workbook-bomb": Template(
        "{file} unpacks to far more than a table of its size would; it was not opened."
    ),
    "workbook-without-sheet": Template("{file} has no sheet of cells."),
    "sheet-not-found": Template("There is no sheet {sheet}; the file has: {sheets}."),
    "sheet-empty": Template("The sheet {sheet} of {file} is empty."),
    "rows-hidden": Template(
        "{count} rows of the sheet are hidden in its spreadsheet; they were read as all others.",
        one="One row of the sheet is hidden in its spreadsheet; it was read as all others.",
    ),
    "columns-hidden": Template(
        "{count} columns of the sheet are hidden in its spreadsheet; they were read as all others.",
        one="One column of the sheet is hidden in its spreadsheet; it was read as all others.",
    ),
    "rows-all-skipped": Template("There is nothing below the first {count} rows of the sheet."),
    "sheet-column-unnamed": Template(
        "Column {letters} of the sheet has no name, but its row {first} is filled; name the "
        "column or clear it."
    ),
    "cells-in-error": Template(
        "{count} cells of column {letters} hold an error such as #DIV/0!, the first in this row; "
        "correct or clear them.",
        one="The cell of column {letters} holds an error such as #DIV/0!; correct or clear it.",
    ),
    "formulas-without-value": Template(
        "{count} formulas have no value stored, the first in column {letters}; open the file in "
        "a spreadsheet and save it.",
        one="The formula in column {letters} has no value stored; open the file in a spreadsheet "
        "and save it.",
    ),
    "guess-sheet-only": Template("{sheet} is the only sheet."),
    "guess-sheet-first": Template("{sheet} is the first of {count} sheets."),
    "xlsx-rows-too-many": Template(
        "A sheet of a workbook holds {most} records, and there are {count}; write the file as CSV."
    ),
    "xlsx-columns-too-many": Template(
        "A sheet of a workbook holds {most} columns, and there are {count}; write the file as CSV."
    ),
    "xlsx-records-empty": Template(
        "{count} records hold no value at all, and a sheet of a workbook cannot keep them; write "
        "the file as CSV.",
        one="A record holds no value at all, and a sheet of a workbook cannot keep it; write the "
        "file as CSV.",
    ),
    "xlsx-text-too-long": Template(
        "{count} texts are longer than the {most} letters that a cell of a workbook holds; "
        "write the file as CSV.",
        one="A text is longer than the {most} letters that a cell of a workbook holds; write "
        "the file as CSV.",
    ),
    "xlsx-text-markup": Template(
        "{count} texts look like a workbook’s own markup; write the file as CSV.",
        one="A text looks like a workbook’s own markup; write the file as CSV.",
    ),
    "xlsx-integers-as-text": Template(
        "{count} integers have more than the fifteen digits that a spreadsheet keeps, so the "
        "column was written as text.",
        one="An integer has more than the fifteen digits that a spreadsheet keeps, so the column "
        "was written as text.",
    ),
    "xlsx-dates-as-text": Template(
        "{count} dates lie before 1900, which a spreadsheet cannot count, so the column was "
        "written as text.",
        one="A date lies before 1900, which a spreadsheet cannot count, so the column was "
        "written as text.",
    ),
}
