"""One small valid file of every kind that is read."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pyreadstat
import xlsxwriter

from tests.core.io.spreadsheets.old_workbook import xls
from tests.core.io.spreadsheets.spreadsheets import number, ods, row, word

TOWNS = ("Bonn", "Köln", "Ulm")
ROWS = 24
FRAME = pd.DataFrame(
    {
        "age": [20 + 7 * i % 50 for i in range(ROWS)],
        "pay": [1000.25 + i / 4 for i in range(ROWS)],
        "town": [TOWNS[i % 3] for i in range(ROWS)],
        "day": [datetime.date(2020, 1 + i % 12, 1 + i) for i in range(ROWS)],
    }
)
CELLS = FRAME.astype(str).to_numpy().tolist()
CSV = "".join(",".join(cells) + "\n" for cells in [list(FRAME.columns), *CELLS])


def quoted(path: Path) -> None:
    lines = ['"age";"pay";"note"\r\n', '41;1,5;"a ""b""\r\nc"\r\n', "42;-999;;\r\n"[:-3] + "\r\n"]
    path.write_bytes(b"\xef\xbb\xbf" + "".join(lines).encode())


def fixed(path: Path) -> None:
    lines = (f"{a:>3}{p:>10}{t:<6}{d}\n" for a, p, t, d in CELLS)
    path.write_text("".join(lines), encoding="utf-8")


def dictionary(path: Path) -> None:
    path.write_text("name,start,width,label\nage,1,3,Age\npay,4,10,\ntown,14,6,\nday,20,10,\n")


def xlsx(path: Path) -> None:
    book = xlsxwriter.Workbook(path)
    sheet, form = book.add_worksheet("Data"), book.add_format({"num_format": "yyyy-mm-dd"})
    for at, name in enumerate([*FRAME.columns, "sum", "open"]):
        sheet.write(0, at, name)
    for at, cells in enumerate(FRAME.itertuples(index=False), start=1):
        sheet.write_row(at, 0, cells[:3])
        sheet.write_datetime(at, 3, datetime.datetime.combine(cells[3], datetime.time()), form)
        sheet.write_formula(at, 4, f"=A{at + 1}+1", None, cells[0] + 1)
        sheet.write_boolean(at, 5, at % 2 == 0)
    sheet.merge_range(5, 2, 6, 2, "Bonn")
    sheet.set_row(7, None, None, {"hidden": True})
    book.add_worksheet("Other").write(0, 0, "a")
    book.close()


def ods_book(path: Path) -> None:
    head = row(*(word(name) for name in FRAME.columns))
    lines = (row(number(a), number(p), word(t), _date(d)) for a, p, t, d in CELLS)
    ods(path, head + "".join(lines))


def _date(day: str) -> str:
    return (
        f'<table:table-cell office:value-type="date" office:date-value="{day}">'
        f"<text:p>{day}</text:p></table:table-cell>"
    )


def old(path: Path) -> None:
    days = [(43831.0 + i, 0) for i in range(ROWS)]
    cells = [[float(a), float(p), t, d] for (a, p, t, _), d in zip(CELLS, days, strict=True)]
    xls(path, [list(FRAME.columns), *cells], ["yyyy-mm-dd"])


def sav(path: Path) -> None:
    pyreadstat.write_sav(
        FRAME,
        str(path),
        variable_value_labels={"age": {20: "twenty"}},
        missing_ranges={"age": [{"lo": 60, "hi": 70}]},
    )


def dta(path: Path) -> None:
    pyreadstat.write_dta(FRAME, str(path), variable_value_labels={"age": {20: "twenty"}})


def xpt(path: Path) -> None:
    pyreadstat.write_xport(FRAME.drop(columns="day"), str(path))


def arrow() -> pa.Table:
    table = pa.Table.from_pandas(FRAME, preserve_index=False)
    moments = pa.array(np.arange(ROWS) * 3_600_000_000, pa.timestamp("us"))
    town = table.column("town").dictionary_encode()
    return table.append_column("at", moments).append_column("place", town)


TREE = {"": ["world"], "world": ["north", "south"], "north": ["fjord", "bay"], "south": ["reef"]}
EDGES = [(below, above) for above, names in TREE.items() for below in names]
_RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#" '
    'xmlns:skos="http://www.w3.org/2004/02/skos/core#" xml:base="http://example.org/places">'
)


def owl() -> str:
    classes = (
        f'<owl:Class rdf:about="#{below}"><rdfs:subClassOf rdf:resource="#{above}"/></owl:Class>\n'
        for below, above in EDGES
        if above
    )
    return f'{_RDF}<owl:Class rdf:about="#world"/>\n{"".join(classes)}</rdf:RDF>'


def skos() -> str:
    concepts = (
        f'<skos:Concept rdf:about="c/{below}"><skos:prefLabel>{below}</skos:prefLabel>'
        + (f'<skos:broader rdf:resource="c/{above}"/>' if above else "")
        + "</skos:Concept>\n"
        for below, above in EDGES
    )
    return f"{_RDF}{''.join(concepts)}</rdf:RDF>"


def _written(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text, encoding="utf-8")


# By the suffix that the file gets; the word before it says what it is made for.
SAMPLES: dict[str, Callable[[Path], object]] = {
    "plain.csv": _written(CSV),
    "quoted.csv": quoted,
    "tabs.tsv": _written(CSV.replace(",", "\t")),
    "wide16.csv": lambda path: path.write_bytes(CSV.encode("utf-16")),
    "fixed.txt": fixed,
    "fixed.columns.csv": dictionary,
    "book.xlsx": xlsx,
    "old.xls": old,
    "open.ods": ods_book,
    "spss.sav": sav,
    "stata.dta": dta,
    "transport.xpt": xpt,
    "plain.parquet": lambda path: parquet.write_table(arrow(), path),
    "checked.parquet": lambda path: parquet.write_table(arrow(), path, write_page_checksum=True),
    "plain.feather": lambda path: feather.write_feather(arrow(), path, compression="lz4"),
    "bare.feather": lambda path: feather.write_feather(arrow(), path, compression="uncompressed"),
    "parents.tree": _written("category,parent\n" + "".join(f"{b},{a}\n" for b, a in EDGES)),
    "levels.tree": _written("fjord;north;*\nbay;north;*\nreef;south;*\n"),
    "indented.tree": _written("world\n  north\n    fjord\n    bay\n  south\n    reef\n"),
    "owl.tree": _written(owl()),
    "skos.tree": _written(skos()),
}
# Kinds that hold a checksum of everything: no changed byte may change a cell.
SUMMED = (".xlsx", ".ods")
