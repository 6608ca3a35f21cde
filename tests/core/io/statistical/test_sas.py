"""SAS files: made by ReadStat's own writer, which pyreadstat carries but does not offer."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from core.io import preview, probe, read, write
from core.jobs import Job
from core.model import ColumnKind, FileKind, ReadOptions, Source
from tests.core.io.files import refusal, shown

STRING, DOUBLE = 0, 5
_PUT = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    found = list(Path(pyreadstat.__file__).parent.glob("_readstat_writer*"))
    try:
        made = ctypes.CDLL(str(found[0]))
        made.readstat_begin_writing_sas7bdat  # noqa: B018 - is it there?
    except (OSError, AttributeError, IndexError):
        pytest.skip("this build of pyreadstat does not show ReadStat's writers")
    made.readstat_writer_init.restype = ctypes.c_void_p
    made.readstat_add_variable.restype = ctypes.c_void_p
    made.readstat_add_label_set.restype = ctypes.c_void_p
    return made


def sas7bdat(library: ctypes.CDLL, path: Path) -> Path:
    """Write three records: a number, a date, a text, a special missing value."""
    content = bytearray()

    @_PUT
    def put(data: int, size: int, _: object) -> int:
        content.extend(ctypes.string_at(data, size))
        return size

    writer = ctypes.c_void_p(library.readstat_writer_init())
    library.readstat_set_data_writer(writer, put)
    variables = [_variable(library, writer, *told) for told in VARIABLES]
    assert library.readstat_begin_writing_sas7bdat(writer, None, ctypes.c_long(3)) == 0
    for record in RECORDS:
        _write(library, writer, variables, record)
    assert library.readstat_end_writing(writer) == 0
    library.readstat_writer_free(writer)
    path.write_bytes(bytes(content))
    return path


def catalog(library: ctypes.CDLL, path: Path, labels: dict[float, bytes]) -> None:
    """Write a catalog that has labels for the format AREA."""
    content = bytearray()

    @_PUT
    def put(data: int, size: int, _: object) -> int:
        content.extend(ctypes.string_at(data, size))
        return size

    writer = ctypes.c_void_p(library.readstat_writer_init())
    library.readstat_set_data_writer(writer, put)
    made = ctypes.c_void_p(library.readstat_add_label_set(writer, DOUBLE, b"AREA"))
    for value, label in labels.items():
        library.readstat_label_double_value(made, ctypes.c_double(value), label)
    assert library.readstat_begin_writing_sas7bcat(writer, None) == 0
    assert library.readstat_end_writing(writer) == 0
    library.readstat_writer_free(writer)
    path.write_bytes(bytes(content))


VARIABLES = (
    (b"AGE", DOUBLE, b"BEST12", b"Age in years"),
    (b"BORN", DOUBLE, b"DATE9", b""),
    (b"TOWN", STRING, b"", b"Town"),
    (b"SEEN", DOUBLE, b"DATETIME20", b""),
    (b"REGION", DOUBLE, b"AREA", b""),
)
RECORDS = (
    (41.0, 0.0, b"Bonn", 0.5, 1.0),
    (None, 21_915.0, b"", 86_400.0, 2.0),
    (2.0, 1.0, "Köln".encode(), 90_000.0, 1.0),
)


def _variable(
    library: ctypes.CDLL, writer: ctypes.c_void_p, name: bytes, kind: int, form: bytes, label: bytes
) -> ctypes.c_void_p:
    made = library.readstat_add_variable(writer, name, ctypes.c_int(kind), ctypes.c_size_t(8))
    variable = ctypes.c_void_p(made)
    library.readstat_variable_set_label(variable, label)
    library.readstat_variable_set_format(variable, form)
    return variable


def _write(library, writer, variables, record) -> None:
    library.readstat_begin_row(writer)
    for variable, value in zip(variables, record, strict=True):
        if value is None:
            library.readstat_insert_tagged_missing_value(writer, variable, ctypes.c_char(b"A"))
        elif isinstance(value, bytes):
            library.readstat_insert_string_value(writer, variable, value)
        else:
            library.readstat_insert_double_value(writer, variable, ctypes.c_double(value))
    assert library.readstat_end_row(writer) == 0


def test_a_sas_data_set(library: ctypes.CDLL, tmp_path: Path) -> None:
    path = sas7bdat(library, tmp_path / "t.sas7bdat")
    found = probe(path)
    assert found.kind is FileKind.SAS
    dataset = read(Source(str(path), FileKind.SAS), Job())
    age, born, town, seen, region = dataset.columns
    assert dataset.names == ("AGE", "BORN", "TOWN", "SEEN", "REGION")
    assert shown(region) == [1, 2, 1]
    assert region.labels.values == ()
    assert shown(age) == [41, None, 2]
    assert age.labels.variable == "Age in years"
    assert age.missing_text is not None
    assert ".A" in age.missing_text[0]
    assert born.kind is ColumnKind.DATE
    assert shown(born) == [-3653, 18_262, -3652]
    assert shown(town) == ["Bonn", None, "Köln"]
    assert shown(seen)[1:] == ["1960-01-02", "1960-01-02 01:00:00"]
    assert preview(path, FileKind.SAS, found.options).rows[0][:3] == ("41", "1960-01-01", "Bonn")


def test_labels_from_the_catalog_beside_a_data_set(library: ctypes.CDLL, tmp_path: Path) -> None:
    path = sas7bdat(library, tmp_path / "t.sas7bdat")
    catalog(library, tmp_path / "t.sas7bcat", {1.0: b"North", 2.0: b"South"})
    region = read(Source(str(path), FileKind.SAS), Job()).column("REGION")
    assert shown(region) == [1, 2, 1]
    assert region.labels.meaning() == {"1": "North", "2": "South"}
    target = tmp_path / "t.sav"
    write([region], target, FileKind.SPSS, None, frozenset(), ReadOptions(), Job())
    assert pyreadstat.read_sav(str(target))[1].variable_value_labels == {
        "REGION": {1.0: "North", 2.0: "South"}
    }


def test_a_damaged_catalog_is_named(library: ctypes.CDLL, tmp_path: Path) -> None:
    path = sas7bdat(library, tmp_path / "t.sas7bdat")
    (tmp_path / "t.sas7bcat").write_bytes(b"no catalog")
    problem = refusal(path, kind=FileKind.SAS)
    assert problem.code == "sas-catalog-unreadable"
    (found,) = probe(path).problems
    assert found.code == "sas-catalog-unreadable"


def test_a_sas_transport_file(tmp_path: Path) -> None:
    frame = pd.DataFrame({"AGE": [41.0, None, 2.5], "TOWN": ["Bonn", "", "x"]})
    path = tmp_path / "t.xpt"
    pyreadstat.write_xport(frame, str(path), column_labels=["Age", None])
    assert probe(path).kind is FileKind.SAS_TRANSPORT
    age, town = read(Source(str(path), FileKind.SAS_TRANSPORT), Job()).columns
    assert shown(age) == [41, None, 2.5]
    assert age.labels.variable == "Age"
    assert shown(town) == ["Bonn", None, "x"]
