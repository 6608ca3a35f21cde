"""One release of each method, condition and kind of file, with and without a scratch folder.

What is released in memory is replayed in a scratch folder to the same protected bytes and the same
statements of the log, or verified there; `protect` in one is tried with the first method, and with
all in the longer lane. The run in memory has
codes of categories of 64 bits, which nothing can make overflow; where a method takes the place, it
has 128 of them, as many as codes of 8 bits can have.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.command_line import main
from core.io import WRITTEN_KINDS, read, write
from core.jobs import Job
from core.model import (
    NK,
    Attribute,
    Diversity,
    DomainTotals,
    Figure,
    FigureKind,
    FileKind,
    Method,
    MissingPolicy,
    PPercent,
    Project,
    ReadOptions,
    Role,
    Scale,
    Scenario,
    Schema,
    Source,
    Target,
    Unit,
    UnitProtection,
)
from core.model.preparing import Band, BandLabel, Rare, Round, TailValue, TopCode
from core.protect import METHODS
from core.recipe import dump_project
from core.table import arrays, spool, spooling
from tests.core.table.any_files import PLACES, TREE, any_project, write_any
from tests.core.table.business_files import firms_project, write_firms
from tests.core.table.household_files import UNIT, homes_project, write_homes
from tests.lanes import is_longer_lane
from tests.statuses import READY, WRITTEN

NUMBERS = ["AMOUNT", "COUNT", "DAY"]
MIXED = ["AMOUNT", "GRADE", "PLACE"]
MANY_PLACES = tuple(f"district {number:03d}" for number in range(128))
MANY_TREE = "category,parent\n" + "".join(
    f"{name},{'even' if number % 2 else 'odd'}\n" for number, name in enumerate(MANY_PLACES)
)
MANY_TREE += "even,all\nodd,all\nall,\n"
MDAV, SORTING = Method("mdav", {"k": 4}), Method("insensitive", {"k": 4})
SMALL = Method("mdav", {"k": 3})
MERGING = Method("t-merge", {"k": 3, "t": 0.5})
USED = {"missing": MissingPolicy.USE_OBSERVED}
DOMAINS: Mapping[str, dict[str, Any]] = {
    "AMOUNT": {"domain": (0.0, 300.0)},
    "COUNT": {"domain": (0.0, 10.0)},
    "DAY": {"domain": (0.0, 800.0)},
}
MASKED_PAY = {
    name: Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
    for name in ("WAGE", "BASE", "EXTRA")
}
GRANT = Attribute("GRANT", Role.QUASI_IDENTIFIER, Scale.INTEGER, not_applicable=("-8",))
FIGURES = (
    Figure(FigureKind.TOTAL, ("AMOUNT",), by=("FAITH",)),
    Figure(FigureKind.SHARE, ("PLACE",), by=("COUNT",)),
    Figure(FigureKind.QUANTILE, ("INCOME",), by=("FAITH",), q=0.9),
    Figure(FigureKind.GINI, ("AMOUNT",)),
    Figure(FigureKind.RATIO, ("INCOME", "AMOUNT")),
    Figure(FigureKind.TABLE, ("PLACE", "GRADE")),
    Figure(FigureKind.REGRESSION, ("INCOME",), on=("AMOUNT", "PLACE")),
)
STEPS = (
    TopCode("INCOME", 900.0, to=TailValue.MEAN),
    Round("AMOUNT", 0.5),
    Band("COUNT", width=2, origin=0, label=BandLabel.LOWER),
    Rare("PLACE", 60, "elsewhere"),
)

Build = Callable[[Path], Project]


def people(
    method: Method = MDAV,
    keys: list[str] = NUMBERS,
    hidden: tuple[str, ...] = ("INCOME", "FAITH"),
    kind: FileKind = FileKind.PARQUET,
    places: tuple[str, ...] = MANY_PLACES,
    **wishes: Any,
) -> Build:
    """Make a project of people with columns of all scales, from and to files of a kind."""

    def build(folder: Path) -> Project:
        place = folder / "in.parquet"
        write_any(place, 4, 400, places=places)
        tree = TREE if places is PLACES else MANY_TREE
        place.with_name("tree.csv").write_text(tree, encoding="utf-8")
        project = any_project(place, method, keys, [*hidden], **wishes)
        if kind is not FileKind.PARQUET:
            source = Source(str(folder / f"in.{kind}"), kind)
            columns = read(project.source, Job()).columns
            write(columns, Path(source.path), kind, None, frozenset(), ReadOptions(), Job())
            target = replace(project.recipe, target=Target(kind, "out"))
            project = replace(project, source=source, recipe=target)
        return project

    return build


def firms(method: Method = MDAV, **wishes: Any) -> Build:
    """Make a project of firms whose amounts add up."""

    def build(folder: Path) -> Project:
        write_firms(folder / "in.parquet", 3, 400)
        return firms_project(folder / "in.parquet", method, **wishes)

    return build


def homes(method: Method = SMALL, **wishes: Any) -> Build:
    """Make a project of households."""

    def build(folder: Path) -> Project:
        write_homes(folder / "in.parquet", 4, 200, missing=0.03 if "missing" in wishes else 0.0)
        return homes_project(folder / "in.parquet", method, **wishes)

    return build


def private(name: str, mask: list[str], **parameters: Any) -> Build:
    """Make a project of people that adds noise from a seed for tests."""

    def build(folder: Path) -> Project:
        method = Method(name, {"epsilon": 2, "mask": mask, **parameters})
        settings = {**USED, "insecure_test_seed": 7, "taxonomies": ("PLACE",)}
        project = people(method, [*NUMBERS, "GRADE", "PLACE"], ("VISITS", "HEALTH"), **settings)(
            folder
        )
        named = (replace(a, **DOMAINS.get(a.name, {})) for a in project.schema.attributes)
        recipe = replace(project.recipe, keep_order=False)
        return replace(project, schema=Schema(tuple(named)), recipe=recipe)

    return build


def keep_zeros(build: Build, *names: str) -> Build:
    """Change a project so that it keeps the zeros of some columns."""

    def build_with_zeros(folder: Path) -> Project:
        project = build(folder)
        named = (replace(a, keeps_zeros=a.name in names) for a in project.schema.attributes)
        return replace(project, schema=Schema(tuple(named)))

    return build_with_zeros


# Each method with columns and conditions that it takes, and each kind of file with one of them;
# then what the ordinary lane leaves to the longer one.
KINDS = iter(WRITTEN_KINDS)
METHOD_CASES: dict[str, Build] = {
    "mdav": people(keys=MIXED, kind=next(KINDS)),
    "v-mdav": people(
        Method("v-mdav", {"k": 4}),
        MIXED,
        kind=next(KINDS),
        taxonomies=("PLACE",),
        diversity=Diversity(3, ("FAITH",)),
        scenarios=(Scenario("seen", ("GRADE", "PLACE"), 7),),
        block=130,
    ),
    "best": people(
        Method("best", {"k": 4, "t": 0.3, "moves": 2000}), hidden=("INCOME",), kind=next(KINDS)
    ),
    "univariate-optimal": people(
        Method("univariate-optimal", {"k": 4}), ["AMOUNT"], kind=next(KINDS)
    ),
    "individual-ranking": people(
        Method("individual-ranking", {"k": 4}),
        MIXED,
        kind=next(KINDS),
        figures=FIGURES,
        places=PLACES,
        **USED,
    ),
    "insensitive": people(
        SORTING,
        MIXED,
        hidden=("INCOME",),
        kind=next(KINDS),
        strata=("FAITH",),
        weight="WEIGHT",
        prepare=STEPS,
        **USED,
    ),
    "ama": people(Method("ama", {"k": 4}), hidden=("INCOME",), kind=next(KINDS)),
    "t-merge": people(Method("t-merge", {"k": 4, "t": 0.25}), MIXED, ("INCOME",)),
    "t-k-first": people(Method("t-k-first", {"k": 4, "t": 0.3}), MIXED, ("FAITH", "HEALTH")),
    "t-closeness-first": people(Method("t-closeness-first", {"k": 4, "t": 0.15}), NUMBERS),
    "rank-swapping": people(Method("rank-swapping", {"p": 20, "secret_seed": "0" * 32}), NUMBERS),
    "dp-laplace": private("dp-laplace", ["AMOUNT", "COUNT", "GRADE"]),
    "dp-individual-ranking": private("dp-individual-ranking", [*NUMBERS, "PLACE"], k=7),
    "dp-insensitive": private("dp-insensitive", [*NUMBERS, "GRADE", "PLACE"], k=30),
}
MORE_METHODS: dict[str, Build] = {
    "synthetic": private("dp-individual-ranking", ["AMOUNT", "GRADE"], k=7, guarantee="dependence"),
    "attribute-blocks": people(
        Method("mdav", {"k": 4, "blocks": [["AMOUNT", "COUNT"], ["DAY"]]}), hidden=("INCOME",)
    ),
    "medians": people(Method("v-mdav", {"k": 4, "aggregate": "median"}), MIXED),
    "weighted-distances": people(Method("mdav", {"k": 4, "lambda": 1}), MIXED, ("HEALTH",)),
    **{
        f"{name}-in-blocks": people(Method(name, {"k": 4, **more}), NUMBERS, ("INCOME",), block=130)
        for name, more in (
            ("mdav", {}),
            ("v-mdav", {}),
            ("t-merge", {"t": 0.3}),
            ("t-k-first", {"t": 0.3}),
            ("t-closeness-first", {"t": 0.3}),
            ("best", {"t": 0.4, "moves": 1000}),
        )
    },
}
# Conditions that need other files; those that one run can have together are tried in one.
CONDITION_CASES: dict[str, Build] = {
    "zeros-dominance-rules-totals": keep_zeros(
        firms(
            dominance=PPercent(("TURNOVER", "STAFF"), p=15.0),
            rules=("TURNOVER = DOMESTIC + EXPORTS", "OFFICE >= 1", "PROFIT <= TURNOVER"),
            totals=(DomainTotals(("STAFF",), ("REGION",), 0.05),),
        ),
        "EXPORTS",
    ),
    "close-units-links-not-applicable": homes(
        MERGING,
        attributes={
            "BASE": MASKED_PAY["BASE"],
            "GRANT": GRANT,
            "HOME": Attribute("HOME", Role.LINK),
        },
    ),
    "members": homes(unit=Unit(("HOME",), UNIT, UnitProtection.MEMBER)),
    "panel": homes(unit=Unit(("HOME",), UNIT, largest=2, waves="WAVE")),
}
MORE_CONDITIONS: dict[str, Build] = {
    "n-k-rule": firms(SORTING, dominance=NK(("WORKS",), n=2, share=80.0)),
    "totals-of-blocks": firms(
        block=130, totals=(DomainTotals(("STAFF",), ("BRANCH", "REGION"), 0.4),)
    ),
    "members-in-order": homes(unit=Unit(("HOME",), UNIT, members_by=("PERSON",)), weight="WEIGHT"),
    "rules-of-units": homes(
        attributes=MASKED_PAY, rules=("WAGE = BASE + EXTRA", "AGE >= 0"), strata=("REGION",)
    ),
    "dominance-of-units": homes(
        attributes={"BASE": MASKED_PAY["BASE"]}, dominance=PPercent(("RENT", "BASE"), p=25.0)
    ),
    "totals-of-units": homes(
        SORTING,
        attributes={"BASE": MASKED_PAY["BASE"]},
        totals=(DomainTotals(("BASE", "RENT"), ("REGION",), 0.4),),
    ),
    "scenarios-of-units": homes(block=60, scenarios=(Scenario("people", ("AGE", "SEX"), 3),)),
    "units-with-missing-values": homes(**USED),
}


def lanes(ordinary: dict[str, Build], longer: dict[str, Build]) -> list[Any]:
    """Return the cases of a test; the `longer` ones belong to the longer lane."""
    cases = [pytest.param(build, id=name) for name, build in ordinary.items()]
    return cases + [
        pytest.param(build, id=name, marks=pytest.mark.longer) for name, build in longer.items()
    ]


def test_each_method_and_kind_of_file_is_in_the_ordinary_lane() -> None:
    assert list(METHOD_CASES) == list(METHODS)
    assert next(KINDS, None) is None


@pytest.mark.parametrize("build", lanes(METHOD_CASES, MORE_METHODS))
def test_each_method_releases_the_same(build: Build, tmp_path: Path, monkeypatch) -> None:
    is_first = build is METHOD_CASES["mdav"]
    commands = ("protect", "verify", "replay") if is_first or is_longer_lane() else ("replay",)
    assert_same_release(build(tmp_path), tmp_path, monkeypatch, *commands)


@pytest.mark.parametrize("build", lanes(CONDITION_CASES, MORE_CONDITIONS))
def test_each_condition_is_kept_the_same(build: Build, tmp_path: Path, monkeypatch) -> None:
    commands = ("protect", "verify") if is_longer_lane() else ("verify",)
    assert_same_release(build(tmp_path), tmp_path, monkeypatch, *commands)


def assert_same_release(
    project: Project, folder: Path, monkeypatch: pytest.MonkeyPatch, *commands: str
) -> None:
    """Assert that `commands` in a scratch folder agree with a release that was made in memory."""
    recipe, scratch = folder / "recipe.json", folder / "scratch"
    recipe.write_text(json.dumps(dump_project(project, folder)), encoding="utf-8")
    scratch.mkdir()
    with spooling(None):
        with pytest.MonkeyPatch.context() as wide:
            wide.setattr(arrays, "code_type", lambda _: np.int64)
            run(WRITTEN, "protect", recipe, "--output", folder / "memory")
        log = next((folder / "memory" / "internal").glob("*.json"))
        checked = (log, "--input", project.source.path)
        sizes: list[int] = []
        make_map = spool.Spool.map
        monkeypatch.setattr(spool, "LEAST_BYTES", 1)
        monkeypatch.setattr(spool.Spool, "map", lambda s, n: sizes.append(n) or make_map(s, n))
        for command in commands:
            sizes.clear()
            if command == "verify":
                run((READY,), command, *checked, "--scratch", scratch)
            else:
                words = (recipe,) if command == "protect" else checked
                output = folder / command
                run(WRITTEN, command, *words, "--output", output, "--scratch", scratch)
                assert_same_statements(folder / "memory", output, not project.schema.links)
            assert len(sizes) > len(project.schema.attributes)
    assert list(scratch.iterdir()) == []


def assert_same_statements(memory: Path, spooled: Path, has_same_bytes: bool) -> None:
    """Assert that two releases state the same and, unless links are drawn, have the same bytes."""
    logs = [json.loads(log_of(release)) for release in (memory, spooled)]
    assert stated_in(logs[0]) == stated_in(logs[1])
    if has_same_bytes:
        assert files_of(memory) == files_of(spooled)


def run(statuses: tuple[int, ...], *words: object) -> None:
    """Run a command."""
    assert main([str(word) for word in words]) in statuses


def log_of(release: Path) -> str:
    """Return the internal log of a release."""
    return next((release / "internal").glob("*.json")).read_text(encoding="utf-8")


def files_of(release: Path) -> dict[str, bytes]:
    """Return the protected file, which may be a folder of parts."""
    public = release / "public"
    found = (p for p in public.rglob("*") if p.is_file() and p.suffix not in (".html", ".json"))
    return {str(path.relative_to(public)): path.read_bytes() for path in found}


def stated_in(log: dict[str, Any]) -> dict[str, Any]:
    """Return what a log states but for times, hashes of reports and numbers that are drawn."""
    varying = ("started", "finished", "seal", "files", "input")
    stated = {name: entry for name, entry in log.items() if name not in varying}
    stated["steps"] = [(step["name"], step["counts"]) for step in log["steps"]]
    stated["records"] = log["files"][0]["records_sha256"], log["input"]["rows"]
    return stated
