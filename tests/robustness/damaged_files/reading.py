"""What the watched process does with a damaged file: looks at it, reads it, says what came of it.

The readers' own processes are forked from one that has imported everything, and note how much
memory they took.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import sys
import tempfile
from pathlib import Path

import numpy as np

from core.errors import Refused
from core.inspect.profiling.column_profiles import profile
from core.io import preview, probe, read, read_column_dictionary
from core.io.columns.spelling import spell
from core.io.taxonomies.taxonomy_reader import probe_taxonomy, read_taxonomy
from core.jobs import Job, processes
from core.messages import sentence
from core.model import Dataset, FileKind, Source
from tests.robustness.damaged_files.peak import taken_peak

# What follows changes how this whole process reads, so no test may do it to the others.
assert "pytest" not in sys.modules, "only the watched process may load this"
multiprocessing.set_forkserver_preload(["tests.robustness.damaged_files.reading_child"])
processes.context = lambda: multiprocessing.get_context("forkserver")
processes.start = lambda process: process.start()
# What our own readers say of a failure that is not the file's.
NOT_THE_FILE = {"reader-broken"}


def work(path: str, kind: str) -> dict[str, object]:
    """Return what came of reading a file: the codes of problems, or a digest of its cells."""
    place = Path(path)
    before = sorted(place.parent.iterdir()), sorted(_temporary())
    try:
        found: dict[str, object] = {"digest": _digest(place, kind)}
    except Refused as refused:
        words = [sentence(problem) for problem in refused.problems]
        codes = [problem.code for problem in refused.problems]
        found = {"codes": codes, "unsaid": [w for w in words if not w.endswith(".")]}
        assert not NOT_THE_FILE & set(codes), codes
    after = sorted(place.parent.iterdir()), sorted(_temporary())
    return {**found, "left": before != after, "peak": taken_peak()}


def _digest(path: Path, kind: str) -> str:
    if kind == "tree":
        probe_taxonomy(path)
        tree = read_taxonomy(path)
        return _hash(tree.nodes, [tree.parents_of(i).tolist() for i in range(len(tree.nodes))])
    if path.name.endswith(".columns.csv"):
        return _hash(read_column_dictionary(path))
    found = probe(path)
    if not found.problems:
        preview(path, found.kind, found.options)
        _whole(read(Source(str(path), found.kind, found.options), Job()))
    wanted = FileKind(kind)
    options = found.options if found.kind is wanted else type(found.options)()
    return _whole(read(Source(str(path), wanted, options), Job()))


def _whole(dataset: Dataset) -> str:
    profile(dataset, Job())
    rows = np.arange(dataset.rows)
    cells = [spell(column, rows, False, ".").to_pylist() for column in dataset.columns]
    kinds = [(column.name, column.kind.value, column.labels) for column in dataset.columns]
    return _hash(kinds, cells)


def _hash(*found: object) -> str:
    return hashlib.sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest()


def _temporary() -> list[str]:
    names = Path(tempfile.gettempdir()).iterdir()
    return [path.name for path in names if not path.name.startswith("pymp-")]
