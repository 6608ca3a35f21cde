"""Rows on units of several records, on the specification's examples and on twins that just pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.model import Attribute, Role, Scale, Unit, UnitProtection
from core.model.checklist import RowCount, RowVerdict
from tests.core.checklist.test_rows import counts_of, published
from tests.core.tables import Cell, quasi

NUMBER = Attribute("HID", Role.DROP)


def rents(cells: Sequence[Cell], **settings: object) -> dict[str, RowCount]:
    """Count households 1, 1, 2, 2 and 3 whose rent is published."""
    table = {"RENT": cells}
    return counts_of(
        [NUMBER, published("RENT")], table, table, hidden={"HID": [1, 1, 2, 2, 3]}, **settings
    )


@pytest.mark.parametrize(
    ("protect", "verdict"),
    [(UnitProtection.UNIT, RowVerdict.ASKED), (UnitProtection.MEMBER, RowVerdict.NEVER)],
)
def test_units_alone_in_what_all_their_records_have_in_common(
    protect: UnitProtection, verdict: RowVerdict
) -> None:
    unit = Unit(("HID",), protect=protect)
    count = rents([400, 400, 500, 500, 500], unit=unit)["unit-rebuilt"]
    assert (count.figure, count.params["units"], count.verdict) == (1, 3, verdict)
    assert count.columns == ("RENT",)
    for cells in ([500] * 5, [400, 410, 500, 510, 500]):
        count = rents(cells, unit=unit)["unit-rebuilt"]
        assert (count.figure, count.verdict) == (0, RowVerdict.HELD)


def test_published_columns_are_taken_together() -> None:
    table = {"ROOF": list("aaaabbbb"), "WALL": list("xxyyxxyy")}
    attributes = [NUMBER, published("ROOF"), published("WALL")]
    hidden = {"HID": [1, 1, 2, 2, 3, 3, 4, 4]}
    count = counts_of(attributes, table, table, hidden, unit=Unit(("HID",)))["unit-rebuilt"]
    assert (count.figure, count.params["columns"]) == (4, ["ROOF", "WALL"])


def test_a_released_number_shows_which_records_belong_together_anyway() -> None:
    table = {"HID": [1, 1, 2, 2, 3], "RENT": [400, 400, 500, 500, 500]}
    attributes = [Attribute("HID", Role.LINK), published("RENT")]
    assert "unit-rebuilt" not in counts_of(attributes, table, table, unit=Unit(("HID",)))


def firms(n_firms: int = 20, firm: str = "FIRM", **settings: object) -> dict[str, RowCount]:
    """Count 20 firms in 24 months; of their sales 80 groups of five hold one firm, 16 hold five."""
    months = range(24)
    rows = [
        (f, m, 100 * f + m // 5 if m < 20 else 5000 + 10 * m + f % 4)
        for f in range(n_firms)
        for m in months
    ]
    released = {"SALES": [float(sales) for _, _, sales in rows], "MONTH": [m for _, m, _ in rows]}
    attributes = [Attribute(firm, Role.IDENTIFIER), quasi("SALES"), published("MONTH")]
    numbers = {firm: [1000 + 7 * f for f, _, _ in rows]}
    return counts_of(attributes, released, released, numbers, **settings)


@pytest.mark.parametrize("name", ["FIRM", "UTILITYID", "V1"])
def test_a_number_that_repeats_must_be_declared_or_denied(name: str) -> None:
    count = firms(firm=name, records_are_units=False)["unit-undeclared"]
    assert (count.figure, count.params["all"], count.params["records"]) == (80, 96, 400)
    assert (count.verdict, count.columns) == (RowVerdict.NEVER, (name,))
    count = firms(firm=name, records_are_units=True)["unit-undeclared"]
    assert (count.figure, count.verdict) == (80, RowVerdict.ASKED)
    declared = firms(firm=name, unit=Unit((name,), protect=UnitProtection.MEMBER))
    assert "unit-undeclared" not in declared


@pytest.mark.parametrize("name", ["INTERVIEWER", "REGION_NO", "ENUMERATOR_ID"])
def test_the_number_of_an_interviewer_or_region_is_no_unit(name: str) -> None:
    count = firms(firm=name, records_are_units=False)["unit-undeclared"]
    assert (count.figure, count.verdict) == (0, RowVerdict.HELD)


def households(
    roles: Mapping[str, Role], names: Sequence[str], **settings: object
) -> dict[str, RowCount]:
    """Count households of three that clusters number anew, each in one kind of dwelling."""
    rows = [(c, h, line) for c in range(12) for h in range(1, 5) for line in range(3)]
    columns = {
        names[0]: [c for c, _, _ in rows],
        names[1]: [h for _, h, _ in rows],
        "LN": [line + 1 for _, _, line in rows],
        "TENURE": [(3 * c + h) % 4 for c, h, _ in rows],
        "AGE": [float(20 + 30 * (line % 2)) for *_, line in rows],
    }
    attributes = [Attribute(name, roles.get(name, Role.OTHER)) for name in columns if name != "AGE"]
    attributes.append(quasi("AGE", Scale.INTEGER))
    released = {a.name: columns[a.name] for a in attributes if a.role.is_released}
    hidden = {a.name: columns[a.name] for a in attributes if not a.role.is_released}
    return counts_of(attributes, released, released, hidden, **settings)


@pytest.mark.parametrize("names", [("CLUSTER", "HHNUM"), ("HH1", "HH2"), ("V1", "V2")])
@pytest.mark.parametrize("role", [Role.OTHER, Role.DROP])
def test_two_columns_that_number_households_together_are_asked_about(
    names: tuple[str, str], role: Role
) -> None:
    roles = dict.fromkeys(names, role)
    count = households(roles, names, records_are_units=False)["unit-undeclared"]
    assert (count.verdict, count.columns) == (RowVerdict.NEVER, names)
    assert "unit-undeclared" not in households(roles, names, unit=Unit(names))


@pytest.mark.parametrize(("ages", "figure", "alone"), [([2.0], 1, 1), ([], 0, 0)])
def test_households_that_no_other_is_like(ages: list[float], figure: int, alone: int) -> None:
    members = [(1, "f", 30.0), (1, "m", 32.0), (2, "f", 30.0), (2, "m", 32.0)]
    members += [(3, "f", 30.0), (3, "m", 32.0), *((3, "f", age) for age in ages)]
    homes, sexes, years = map(list, zip(*members, strict=True))
    table: dict[str, list[Cell]] = {"SEX": sexes, "AGE": years}
    attributes = [NUMBER, published("SEX"), quasi("AGE")]
    settings = {"unit": Unit(("HID",)), "limits": (("k", 2.0),)}
    count = counts_of(attributes, table, table, {"HID": homes}, **settings)["unit-alone"]
    assert (count.figure, count.params["alone"], count.params["units"]) == (figure, alone, 3)
    assert count.verdict is (RowVerdict.ASKED if figure else RowVerdict.HELD)


@pytest.mark.parametrize(
    ("courses", "k", "figure"),
    [
        (["aa", "aa", "aa", "bb", "bb", "ab"], 2.0, 1),
        (["aa", "aa", "aa", "bb", "bb", "bb"], 2.0, 0),
        # Who moved from a to b is not one who moved from b to a.
        (["ab", "ab", "ab", "ba", "ba", "ba"], 4.0, 6),
    ],
)
def test_courses_over_waves_that_few_units_share(courses: list[str], k: float, figure: int) -> None:
    table: dict[str, list[Cell]] = {
        "WAVE": [1, 2] * len(courses),
        "REGION": [region for course in courses for region in course],
    }
    attributes = [NUMBER, published("WAVE"), published("REGION")]
    numbers = {"HID": [number for number in range(len(courses)) for _ in "12"]}
    settings = {"unit": Unit(("HID",), waves="WAVE"), "limits": (("k", k),)}
    counts = counts_of(attributes, table, table, numbers, **settings)
    count = counts["panel"]
    assert (count.figure, count.params["waves"]) == (figure, "WAVE")
    assert count.verdict is (RowVerdict.ASKED if figure else RowVerdict.HELD)
    assert "unit-alone" not in counts


@pytest.mark.parametrize(
    ("n", "verdict"), [(20, RowVerdict.NEVER), (10, RowVerdict.NEVER), (3, None)]
)
def test_numbers_that_follow_the_original_ones_take_no_reason(
    n: int, verdict: RowVerdict | None
) -> None:
    original: dict[str, list[Cell]] = {"ID": [1000 + 17 * i for i in range(n)]}
    drawn = [1 + 5 * i % (n + 1) for i in range(n)]
    names = ("LINE", "SEX", "CAR")
    attributes = [Attribute("ID", Role.IDENTIFIER), *map(published, names)]
    for lines, expected in ((list(range(1, n + 1)), verdict), (drawn, RowVerdict.HELD)):
        others = {"SEX": list("mf" * n)[:n], "CAR": list("yn" * n)[:n]}
        table: dict[str, list[Cell]] = {"LINE": lines, **others}
        counts = counts_of(attributes, table, table, original)
        count = counts.get("number-kept:LINE")
        assert (count and count.verdict) is (expected if n > 3 else None)
        if count and expected is verdict:
            assert count.figure == pytest.approx(1)
        # Nothing else is asked about numbers of records.
        assert n == 3 or "LINE" not in counts["rare-record"].columns
