"""A taxonomy of codes by their leading characters, such as AT121 below AT12 below AT1."""

from __future__ import annotations

from collections.abc import Iterable

from core.model.taxonomy import IMPLIED_ROOT, Taxonomy
from core.model.taxonomy_building import taxonomy_of

_SEPARATORS = ".-/_: "
# Words such as "Vienna" and "Virginia" begin alike by chance.
_LEAST_WITH_DIGITS = 0.5


def prefix_lengths(codes: Iterable[str]) -> tuple[int, ...]:
    """Find the numbers of leading characters that split codes into groups, ascending.

    Of several lengths with the same groups it is the largest. Texts that are not codes (they
    contain blanks, or most have no digit) and codes that no length groups have none.
    """
    names = sorted(set(codes) - {IMPLIED_ROOT})
    with_digits = sum(any(sign.isdigit() for sign in name) for name in names)
    if any(" " in name.strip() for name in names) or with_digits < _LEAST_WITH_DIGITS * len(names):
        return ()
    longest = max(map(len, names), default=0)
    groups = [len({name[:length] for name in names}) for length in range(longest + 1)]
    lengths = tuple(n for n in range(1, longest) if groups[n] < groups[n + 1])
    # One group of all codes is no level, if it is the only one.
    return lengths if any(groups[length] > 1 for length in lengths) else ()


def prefix_taxonomy(codes: Iterable[str]) -> Taxonomy:
    """Build the taxonomy in which each code lies below what it begins with.

    Its levels are those of `prefix_lengths`; a code that is itself a prefix of others is one
    node with it. Separators at the end of a prefix (10. of 10.71) are dropped.

    Parameters
    ----------
    codes : iterable of str
        The categories; at least one.
    """
    names = sorted(set(codes) - {IMPLIED_ROOT})
    lengths = prefix_lengths(names)
    above: dict[str, str | None] = {}
    for name in names:
        starts = [name[:length].rstrip(_SEPARATORS) for length in lengths if length < len(name)]
        chain = [*dict.fromkeys(start for start in starts if start and start != name), name]
        for parent, child in zip([None, *chain], chain, strict=False):
            above.setdefault(child, parent)
    tops = [name for name, parent in above.items() if parent is None]
    if len(tops) == 1:
        return taxonomy_of({n: () if p is None else (p,) for n, p in above.items()})
    hung = {n: (IMPLIED_ROOT if p is None else p,) for n, p in above.items()}
    return taxonomy_of({IMPLIED_ROOT: (), **hung})
