"""A run on disk gives the cautions of the same run in memory, whatever parts the file comes in."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from core.io.structure import table_blocks
from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Method,
    MissingPolicy,
    Preparing,
    Project,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.model.preparing import Round
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import NOT_LOOKED_FOR
from tests.lanes import in_lane

Row = dict[str, str]
ROLES = {
    "FIRM": Role.IDENTIFIER,
    "STAFF": Role.QUASI_IDENTIFIER,
    "TURNOVER": Role.QUASI_IDENTIFIER,
    "SIZE": Role.OTHER,
    "BRANCH": Role.QUASI_IDENTIFIER,
    "REGION": Role.DROP,
    "AREA": Role.OTHER,
    "PROFIT": Role.CONFIDENTIAL,
    "YEARS": Role.OTHER,
    "WEIGHT": Role.OTHER,
}
SCALES = {
    "STAFF": Scale.INTEGER,
    "TURNOVER": Scale.CONTINUOUS,
    "SIZE": Scale.ORDINAL,
    "BRANCH": Scale.NOMINAL,
    "PROFIT": Scale.CONTINUOUS,
}
SIZES = ("micro", "small", "medium", "large")


def firms(chance: random.Random, records: int) -> list[Row]:
    """Draw firms whose weight is that of region and size class, at random with some noise."""
    regions = "nesw"[: chance.choice([2, 4])]
    noise, lacking = chance.choice([0.0, 0.02, 0.3]), chance.choice([0.0, 0.03, 0.3])
    by = chance.choice([("REGION",), ("REGION", "SIZE"), ("BRANCH",), ()])
    weights: dict[tuple[str, ...], str] = {}
    rows = []
    for i in range(records):
        staff = int(chance.lognormvariate(2.5, 1.2)) + 1
        row = {
            "FIRM": f"firm {i}",
            "STAFF": str(staff),
            "TURNOVER": f"{staff * chance.uniform(20, 200):.1f}",
            "SIZE": SIZES[(staff >= 10) + (staff >= 25) + (staff >= 60)],
            "BRANCH": chance.choice(["food", "metal", "paper", "trade", "care"]),
            "REGION": chance.choice(regions),
            "AREA": chance.choice(["coast", "hills"]) if i != 7 else "island",
            "PROFIT": f"{chance.gauss(10, 40):.2f}",
            "YEARS": str(min(int(chance.expovariate(0.15)), 30)),
        }
        stratum = tuple(row[name] for name in by)
        weight = weights.setdefault(stratum, f"{chance.uniform(1, 90):.3f}")
        row["WEIGHT"] = f"{chance.uniform(1, 90):.3f}" if chance.random() < noise else weight
        for name in ("STAFF", "TURNOVER", "SIZE", "BRANCH", "AREA", "WEIGHT"):
            if chance.random() < lacking / 4:
                row[name] = ""
        rows.append(row)
    return rows


def project_of(
    place: Path,
    rows: list[Row],
    roles: dict[str, Role] = ROLES,
    scales: dict[str, Scale] = SCALES,
    **recipe: object,
) -> Project:
    """Write the rows to a file, and return a project that protects it in blocks."""
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    schema = Schema(
        tuple(
            Attribute(
                name,
                roles.get(name, Role.OTHER),
                scales.get(name),
                order=SIZES if name == "SIZE" else (),
            )
            for name in rows[0]
        )
    )
    wanted = Recipe(
        Method("mdav", {"k": 4}),
        Target(FileKind.CSV, "out"),
        keep_order=True,
        scale=BlockScale(100),
        missing=MissingPolicy.USE_OBSERVED,
    )
    return Project(Source(str(place), FileKind.CSV), schema, replace(wanted, **recipe))


def cautions_of(project: Project, folder: Path, rows: int | None) -> list[tuple[str, str, str]]:
    """Return the cautions in the internal log of a run on disk, or of one in memory."""
    folder.mkdir(parents=True)
    place = folder / "out"
    run = in_memory(project, place) if rows is None else on_disk(project, place, rows)
    found = [(c["code"], c["column"], c["text"]) for c in log_of(run)["cautions"]]
    left_out = {*NOT_LOOKED_FOR, "large-left-out"} if project.recipe.active_preparing else set()
    return [one for one in found if one[0] not in left_out]


def assert_same(project: Project, folder: Path, *sizes: int) -> Counter[str]:
    """Assert that the cautions are the same in parts of any size; return their codes."""
    expected = cautions_of(project, folder / "memory", None)
    for rows in sizes:
        assert cautions_of(project, folder / f"disk {rows}", rows) == expected
    return Counter(code for code, _, _ in expected)


@pytest.mark.parametrize("seed", range(in_lane(3, 16)))
def test_any_file_of_firms_has_the_same_cautions(tmp_path, seed):
    chance = random.Random(seed)
    rows = firms(chance, chance.choice([200, 300, 420]))
    policy = chance.choice([MissingPolicy.LEAVE_OUT, MissingPolicy.USE_OBSERVED])
    strata = chance.choice([(), ("REGION",)])
    roles = ROLES | {"SIZE": chance.choice([Role.OTHER, Role.QUASI_IDENTIFIER])}
    project = project_of(tmp_path / "in.csv", rows, roles, missing=policy, strata=strata)
    assert_same(project, tmp_path, chance.choice([120, 200]))


def test_the_cautions_that_are_compared_occur(tmp_path):
    """A file with a weight of the stratum, a rare value and a size class that is not kept."""
    chance, rows = random.Random(4), list[Row]()
    weights = {region: f"{chance.uniform(1, 90):.3f}" for region in "nesw"}
    for i in range(150):
        staff = chance.randint(1, 120)
        rows.append(
            {
                "STAFF": str(staff),
                "TURNOVER": f"{chance.lognormvariate(4, 1):.1f}",
                "SIZE": SIZES[(staff >= 10) + (staff >= 25) + (staff >= 60)],
                "AREA": "island" if i == 7 else chance.choice(["coast", "hills"]),
                "REGION": chance.choice("nesw"),
            }
        )
        rows[-1]["WEIGHT"] = weights[rows[-1]["REGION"]]
    found = assert_same(project_of(tmp_path / "in.csv", rows), tmp_path, 1, 70, 5000)
    expected = {"weight-reveals", "caution-single", "caution-class", "caution-combination"}
    assert expected <= set(found)


def test_codes_of_questions_that_were_not_asked_are_no_values(tmp_path):
    """Neither a class, nor a relation, nor a combination of values follows from them."""
    chance, rows = random.Random(9), list[Row]()
    for _ in range(400):
        staff = chance.randint(1, 90)
        asked = chance.random() < 0.7
        rows.append(
            {
                "STAFF": str(staff) if asked else "-8",
                "TURNOVER": f"{chance.lognormvariate(4, 1):.1f}",
                "SIZE": SIZES[(staff >= 10) + (staff >= 25) + (staff >= 60)] if asked else "-8",
                "COST": str(2 * staff + 1) if asked else "-8",
                "REGION": chance.choice("nesw"),
                "AREA": chance.choice("abcdefghijklmnop"),
            }
        )
    project = project_of(tmp_path / "in.csv", rows)
    coded = ("STAFF", "SIZE", "COST")
    schema = Schema(
        tuple(
            replace(a, not_applicable=("-8",) if a.name in coded else ())
            for a in project.schema.attributes
        )
    )
    found = assert_same(replace(project, schema=schema), tmp_path, 150)
    assert {"caution-undone", "caution-combination"} <= set(found)


def related(kind: str, row: dict[str, float]) -> str:
    """Return what a published column says of the masked ones, in one of many ways."""
    staff, turnover, cost = row["STAFF"], row["TURNOVER"], row["COST"]
    return {
        "copy": f"{staff:g}",
        "rescaled": f"{2000 - staff:g}",
        "order": f"{math.log(turnover):.12f}",
        "sum": f"{turnover + cost:.1f}",
        "linear": f"{3 * turnover - 2 * cost + row['OWN']:.1f}",
        "ratio": f"{turnover / staff:.9f}",
        "product": f"{staff * cost:.3f}",
        "recode": "ABCDEFGH"[int(row["CODE"])],
        "nothing": f"{row['OWN']:.2f}",
    }[kind]


KINDS = ("copy", "rescaled", "order", "sum", "linear", "ratio", "product", "recode", "nothing")


@pytest.mark.parametrize("kind", KINDS)
def test_columns_that_undo_a_mask_are_found_in_blocks(tmp_path, monkeypatch, kind):
    chance, rows = random.Random(kind), list[Row]()
    policy = chance.choice([MissingPolicy.LEAVE_OUT, MissingPolicy.USE_OBSERVED])
    for _ in range(300):
        drawn = {
            "STAFF": float(chance.randint(1, 400)),
            "TURNOVER": round(chance.lognormvariate(6, 1), 1),
            "COST": round(chance.lognormvariate(5, 1), 1),
            "CODE": float(chance.randint(0, 7)),
            "OWN": round(chance.lognormvariate(4, 1), 1),
        }
        row = {name: f"{value:g}" for name, value in drawn.items()}
        row["SHOWN"] = related(kind, drawn)
        if chance.random() < 0.05:
            row[chance.choice(["STAFF", "TURNOVER", "OWN"])] = ""
        rows.append(row)
    masked = dict.fromkeys(("STAFF", "TURNOVER", "COST", "CODE"), Role.QUASI_IDENTIFIER)
    scales = SCALES | {"COST": Scale.CONTINUOUS, "CODE": Scale.NOMINAL}
    project = project_of(tmp_path / "in.csv", rows, masked, scales, missing=policy)
    expected = cautions_of(project, tmp_path / "memory", None)
    undone = [text for code, _, text in expected if code == "caution-undone"]
    assert bool(undone) is (kind != "nothing")
    monkeypatch.setattr(table_blocks, "BLOCK", 106)
    assert cautions_of(project, tmp_path / "disk", 100) == expected


@pytest.mark.parametrize("rounded", [False, True])
def test_few_weights_that_rounding_made_are_no_strata(tmp_path, rounded):
    """Those as they were read count, although only the rounded ones are released."""
    chance = random.Random(9)
    drawn = [f"{chance.uniform(1, 9) if rounded else chance.choice([1.5, 7.5])}" for _ in range(90)]
    rows = [
        {"STAFF": str(chance.randint(1, 99)), "TURNOVER": str(i), "WEIGHT": weight}
        for i, weight in enumerate(drawn)
    ]
    steps = (Preparing(Round("WEIGHT", 5.0)),)
    project = project_of(tmp_path / "in.csv", rows, prepare=steps)
    found = assert_same(project, tmp_path, 40)
    assert ("weight-few-values" in found) is not rounded


@pytest.mark.parametrize("method", ["mdav", "individual-ranking"])
@pytest.mark.parametrize("weighted", [False, True])
def test_groups_that_disclose_an_amount_are_counted(tmp_path, monkeypatch, method, weighted):
    chance, rows = random.Random(f"{method} {weighted}"), list[Row]()
    for at in range(240):
        rows.append(
            {
                "STAFF": str(int(chance.lognormvariate(3, 1.5)) + 1),
                "TURNOVER": f"{chance.lognormvariate(6, 1) if at else 9e9:.1f}",
                "COST": f"{chance.gauss(0, 5):.1f}",
                "WEIGHT": f"{chance.uniform(1, 5):.2f}",
            }
        )
    roles = ROLES | {"COST": Role.QUASI_IDENTIFIER}
    scales = SCALES | {"COST": Scale.CONTINUOUS}
    blocks = {"scale": None} if method == "individual-ranking" else {}
    weight = {"weight": "WEIGHT"} if weighted else {}
    chosen = {"method": Method(method, {"k": 3}), **blocks, **weight}
    project = project_of(tmp_path / "in.csv", rows, roles, scales, **chosen)
    expected = cautions_of(project, tmp_path / "memory", None)
    assert "TURNOVER" in [column for code, column, _ in expected if code == "caution-dominance"]
    monkeypatch.setattr(table_blocks, "BLOCK", 109)
    assert cautions_of(project, tmp_path / "disk", 100) == expected


def panel(chance: random.Random, ids: str) -> list[Row]:
    """Draw the members of homes with columns that are constant in a home, or nearly so."""
    rows, home, number = list[Row](), 0, 1000
    while len(rows) < 240:
        home += 1
        number += 1 if chance.random() < 0.7 else chance.randint(2, 5)
        rent, area = chance.randint(300, 900), chance.choice("nesw")
        for member in range(chance.randint(1, 4)):
            rows.append(
                {
                    "STAFF": str(chance.randint(0, 99)),
                    "TURNOVER": f"{chance.lognormvariate(5, 1):.1f}",
                    "MEMBER": str(member + 1),
                    "RENT": str(rent),
                    "AREA": area if ids != "loose" or chance.random() < 0.9 else "n",
                    "ONE": "1",
                }
            )
            own = {
                "hh_id": f"H{home}",
                "number": str(home),
                "gaps": str(number),
                "loose": str(home),
                "code": str(home),
                "school_id": f"S{home % 7}",
            }[ids]
            name = ids if ids in ("hh_id", "school_id") else "Q17"
            rows[-1][name] = own if chance.random() < 0.97 or name == "Q17" else ""
    return rows


@pytest.mark.parametrize("ids", ["hh_id", "school_id", "number", "gaps", "loose", "code"])
def test_a_column_that_numbers_units_is_found(tmp_path, ids):
    chance = random.Random(ids)
    rows = panel(chance, ids)
    name = list(rows[0])[-1]
    roles = ROLES | {name: Role.DROP, "RENT": Role.DROP}
    scales = SCALES | ({name: Scale.NOMINAL} if ids == "code" else {})
    project = project_of(tmp_path / "in.csv", rows, roles, scales)
    found = assert_same(project, tmp_path, 100)
    assert ("caution-unit" in found) is (ids not in ("loose", "school_id"))


def test_a_large_whole_number_that_occurs_once_is_no_other(tmp_path):
    """The two differ by 1 and are the same number in double precision."""
    chance, often, once = random.Random(3), 2**53, 2**53 + 1
    rows = [
        {
            "STAFF": str(chance.randint(0, 99)),
            "TURNOVER": f"{chance.lognormvariate(5, 1):.1f}",
            "REGISTER": str(once if at == 70 else often),
        }
        for at in range(200)
    ]
    found = assert_same(project_of(tmp_path / "in.csv", rows), tmp_path, 90)
    assert found["caution-single"] == 1
