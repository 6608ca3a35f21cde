"""Builds a taxonomy from a draft, or reports its problems by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.errors import Problem, Refused, Where
from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refuse_taxonomy
from core.model import Taxonomy, taxonomy_of
from core.model.taxonomy_building import MOST_NODES, TaxonomyTooLarge

# Maximum number of problems reported, and of rows named in a problem.
_SHOWN = 20
_ROWS = 5
_NUMBER = r"[+-]?\d+(?:[.,]\d+)?"
_BETWEEN = r"\s*(?:-|–|—|\.\.\.?|…|to|,|;|:)\s*"
_RANGE = re.compile(rf"[\[(\]]?\s*{_NUMBER}{_BETWEEN}{_NUMBER}\s*[\])\[]?", re.IGNORECASE)
_OPEN = re.compile(rf"(?:<=?|>=?|≤|≥)\s*{_NUMBER}|{_NUMBER}\s*\+", re.IGNORECASE)


def check_draft(draft: TaxonomyDraft, path: Path) -> Taxonomy:
    """Build the taxonomy that a draft describes.

    Raises
    ------
    Refused
        If it has no or too many categories, no or several roots, a category without a name or with
        itself as parent, a duplicate row, a parent that is not a category, a cycle, unreachable
        categories, or intervals of numbers instead of categories.
    """
    entries = list(draft.entries)
    if not entries:
        raise refuse_taxonomy("taxonomy-empty", path)
    for check in (_of_rows, _of_roots, _of_paths):
        problems = list(check(entries, path))
        if problems:
            raise Refused(*problems[:_SHOWN])
    # Single intervals are accepted: a section of a classification may be called 31-33.
    inner = {entry.parent for entry in entries if entry.parent is not None}
    inner -= {entry.name for entry in entries if entry.parent is None}
    among = [entry for entry in entries if entry.name in inner]
    # An interval of numbers, such as 20-29.
    intervals = [
        entry
        for entry in among
        if _RANGE.fullmatch(entry.name.strip()) or _OPEN.fullmatch(entry.name.strip())
    ]
    interval = intervals[0] if intervals and 2 * len(intervals) >= len(among) else None
    if interval:
        raise refuse_taxonomy("taxonomy-intervals", path, interval.row)
    parents = _parents(entries)
    if len(parents) > MOST_NODES:
        raise refuse_taxonomy("taxonomy-too-many", path, count=len(parents), most=MOST_NODES)
    try:
        return taxonomy_of(parents, draft.labels)
    except TaxonomyTooLarge as large:
        raise refuse_taxonomy("taxonomy-too-deep", path, most=large.most) from None


def _problem(code: str, path: Path, row: int | None, **params: object) -> Problem:
    return Problem(code, Where(row=row), {"file": path.name, **params})


def _of_rows(entries: Sequence[Entry], path: Path) -> Iterator[Problem]:
    """Yield problems of single rows and of duplicates."""
    first_rows: dict[tuple[str, str | None], int | None] = {}
    for entry in entries:
        pair = (entry.name, entry.parent)
        if not entry.name:
            yield _problem("taxonomy-name-empty", path, entry.row)
        elif entry.name == entry.parent:
            yield _problem("taxonomy-own-parent", path, entry.row)
        elif pair in first_rows:
            yield _problem("taxonomy-twice", path, entry.row, first=first_rows[pair])
        first_rows.setdefault(pair, entry.row)


def _of_roots(entries: list[Entry], path: Path) -> Iterator[Problem]:
    """Yield problems of the root; a root without its own row gets an entry."""
    entry_names = {entry.name for entry in entries}
    roots = [entry for entry in entries if entry.parent is None]
    unnamed = {e.parent: e for e in reversed(entries) if e.parent and e.parent not in entry_names}
    if not roots and len(unnamed) == 1:
        entries.insert(0, Entry(next(iter(unnamed)), None, None))
        return
    below = {entry.name: entry for entry in entries if entry.parent is not None}
    for root in roots:
        if root.name in below:
            row = below[root.name].row
            yield _problem("taxonomy-root-with-parent", path, row, first=root.row)
    for further_root in roots[1:]:
        yield _problem("taxonomy-two-roots", path, further_root.row, first=roots[0].row)
    for entry in sorted(unnamed.values(), key=lambda entry: entry.row or 0):
        yield _problem("taxonomy-parent-unknown", path, entry.row)


def _of_paths(entries: Sequence[Entry], path: Path) -> Iterator[Problem]:
    """Yield problems of cycles and unreachable categories."""
    cycles, beyond = find_cycles(_parents(entries))
    for cycle in cycles:
        on_it = [e.row or 0 for e in entries if e.name in cycle and e.parent in cycle]
        yield _about_rows("taxonomy-cycle", path, on_it)
    if beyond:
        below = [e.row or 0 for e in entries if e.name in beyond]
        yield _about_rows("taxonomy-unreachable", path, below)


def _about_rows(code: str, path: Path, rows: list[int]) -> Problem:
    """Build a problem of several rows, in the order of the file."""
    shown = sorted(rows)[:_ROWS]
    return _problem(code, path, shown[0] or None, count=len(rows), rows=shown)


def _parents(entries: Sequence[Entry]) -> dict[str, list[str]]:
    parents_of: dict[str, list[str]] = {}
    for entry in entries:
        parents_of.setdefault(entry.name, []).extend([entry.parent] if entry.parent else [])
    return parents_of


def find_cycles(parents: Mapping[str, Sequence[str]]) -> tuple[list[set[str]], set[str]]:
    """Find the cycles, and the other categories not reachable from a root.

    Parameters
    ----------
    parents : Mapping of str to sequence of str
        Parents of every category, which are categories as well.

    Returns
    -------
    tuple of list of set of str and set of str
        The cycles in the order of `parents`, where overlapping cycles are merged.
    """
    below: dict[str, list[str]] = {name: [] for name in parents}
    for name, above in parents.items():
        for parent in above:
            below[parent].append(name)
    stuck = _left_over(parents, below)
    inside = {name: [c for c in below[name] if c in stuck] for name in parents if name in stuck}
    upwards = {name: [p for p in parents[name] if p in stuck] for name in inside}
    circling = _left_over(inside, upwards)
    # The strongly connected sets of names are the cycles.
    unmerged, cycles = [name for name in inside if name in circling], list[set[str]]()
    while unmerged:
        cycle = _reach(unmerged[0], inside) & _reach(unmerged[0], upwards)
        if len(cycle) > 1:
            cycles.append(cycle)
        unmerged = [name for name in unmerged if name not in cycle]
    roots = [name for name, above in parents.items() if not above]
    reached = set[str]().union(*(_reach(root, below) for root in roots), *cycles)
    return cycles, set(parents) - reached


def _left_over(waits: Mapping[str, Sequence[str]], frees: Mapping[str, Sequence[str]]) -> set[str]:
    """Repeatedly remove items that wait for nothing; return the remaining ones."""
    waiting = {name: len(predecessors) for name, predecessors in waits.items()}
    ready = [name for name, count in waiting.items() if count == 0]
    for name in ready:
        for successor in frees[name]:
            waiting[successor] -= 1
            if waiting[successor] == 0:
                ready.append(successor)
    return set(waits) - set(ready)


def _reach(start: str, steps: Mapping[str, Sequence[str]]) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for name in steps[waiting.pop()]:
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached
