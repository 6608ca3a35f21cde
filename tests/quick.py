"""Chooses the tests of `sh installer/test --quick [NAME ...]`, which take less than a minute.

Without names: something of every package, by tests that need hardly any compiled kernels. With
names of modules or of tests: the test modules that concern them, the nearest first, as many as fit.
Prints their paths, and names on the standard error what is left out or not there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (
    "tests/core/encode",
    "tests/core/io/fixed_width",
    "tests/core/inspect/profiling",
    "tests/core/jobs",
)
MODULES = (
    "tests/architecture/test_changelog.py",
    "tests/architecture/test_decisions.py",
    "tests/architecture/test_messages.py",
    "tests/architecture/test_method_docs.py",
    "tests/architecture/test_quick.py",
    "tests/architecture/test_sizes.py",
    "tests/core/io/delimited/test_csv_declared.py",
    "tests/core/measure/test_classes.py",
    "tests/core/measure/test_more_measures.py",
    "tests/core/kernels/numerics/test_grouping.py",
    "tests/core/report/test_bars.py",
    "tests/core/report/test_drawing.py",
    "tests/core/report/test_report.py",
    "tests/core/report/test_slots.py",
    "tests/core/report/test_tallies.py",
    "tests/core/pipeline/test_cautions.py",
    "tests/core/pipeline/test_chain.py",
    "tests/core/pipeline/test_recipe.py",
    "tests/core/pipeline/test_resolve.py",
    "tests/core/pipeline/test_staging.py",
    "tests/core/privacy/test_claim.py",
    "tests/core/privacy/test_design.py",
    "tests/core/privacy/test_noise.py",
    "tests/core/protect/test_representatives.py",
    "tests/core/protect/test_encode.py",
    "tests/core/taxonomies/test_matching.py",
    "tests/core/taxonomies/test_reading.py",
    "tests/core/taxonomies/test_taxonomy.py",
    "tests/desktop/privacy/test_meaning_holds.py",
    "tests/desktop/test_choice_box.py",
    "tests/desktop/test_interview.py",
    "tests/desktop/test_questions.py",
    "tests/samples/test_household_members.py",
)
MOST_TESTS = 120
"""How many test functions are run for modules that are named."""
# A test with a window takes twice as long as one without.
_WEIGHTS = {"desktop": 2}
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|.*)|import[ \t]+([\w.]+))",
    re.MULTILINE,
)


def choose(names: Sequence[str]) -> tuple[list[Path], int]:
    """Choose test modules for the lane, or for modules and tests by their names.

    Returns
    -------
    chosen : list of Path
        The nearest first.
    left_out : int
        How many more test modules concern what is named.

    Raises
    ------
    LookupError
        If there is no module or test of a name, or no test concerns it; it holds a sentence.
    """
    if not names:
        folders = (path for name in FOLDERS for path in sorted((ROOT / name).glob("test_*.py")))
        return [*(ROOT / name for name in MODULES), *folders], 0
    distances: dict[Path, int] = {}
    for name in names:
        for module, distance in _distances(name).items():
            distances[module] = min(distance, distances.get(module, distance))
    nearest = sorted(distances, key=lambda module: (distances[module], module))
    chosen: list[Path] = []
    room = MOST_TESTS
    for module in nearest:
        room -= _weight(module)
        if room < 0 and chosen:
            break
        chosen.append(module)
    return chosen, len(nearest) - len(chosen)


def _distances(name: str) -> Mapping[Path, int]:
    """Tell the test modules that concern what is named, each with how far it is from that."""
    place = ROOT / name.removesuffix(".py") if "/" in name else ROOT.joinpath(*name.split("."))
    files = [place.with_suffix(".py")] if not place.is_dir() else sorted(place.rglob("*.py"))
    if not name or not place.is_relative_to(ROOT) or not all(map(Path.is_file, files)) or not files:
        raise LookupError(f"there is no module or test called {name}.")
    tests = {file: 0 for file in files if file.name.startswith("test_")}
    tests = tests or _tests_of(frozenset(files), place if place.is_dir() else place.parent)
    if not tests:
        raise LookupError(f"no test module imports {name}, or lies at its place; run all tests.")
    return tests


def _tests_of(modules: frozenset[Path], package: Path) -> Mapping[Path, int]:
    """Tell the test modules that import one of `modules`, or lie where the package's tests do."""
    folder = ROOT / "tests" / package.relative_to(ROOT)
    folder = Path(str(folder).replace("/tests/desktop_app", "/tests/desktop"))
    distances = dict.fromkeys(folder.glob("test_*.py"), 3)
    reached, steps = modules, 1
    files = sorted((ROOT / "tests").rglob("*.py"))
    while reached:
        importers = {path for path in files if _imports(path) & reached}
        for path in importers:
            nearer = 2 * steps - (path.parent == folder)
            distances[path] = min(nearer, distances.get(path, nearer))
        # Through a helper of tests, which is no test itself.
        reached = frozenset(path for path in importers if not path.name.startswith("test_"))
        reached -= modules
        modules |= reached
        steps += 1
    for path in files:
        if any(path.stem == f"test_{module.stem}" for module in modules):
            distances[path] = 0
    return {path: far for path, far in distances.items() if path.name.startswith("test_")}


@cache
def _imports(path: Path) -> frozenset[Path]:
    """Collect the files of the project that a module imports, also by way of a package."""
    imported = set()
    for module, names in _statements(path):
        place = ROOT.joinpath(*module.split("."))
        imported |= {place.with_suffix(".py"), place / "__init__.py"}
        imported |= {place / f"{name}.py" for name in names}
        if (place / "__init__.py").is_file() and path != place / "__init__.py":
            for inner, exported in _statements(place / "__init__.py"):
                if set(exported) & set(names):
                    imported.add(ROOT.joinpath(*inner.split(".")).with_suffix(".py"))
    return frozenset(filter(Path.is_file, imported))


@cache
def _statements(path: Path) -> tuple[tuple[str, list[str]], ...]:
    """List the modules that a text imports from, and the names that it imports."""
    found: Iterator[tuple[str, str, str]] = iter(_IMPORT.findall(path.read_text("utf-8")))
    statements = ((module or plain, re.findall(r"\w+", names)) for module, names, plain in found)
    ours = ("core", "desktop_app", "resources", "installer", "tests")
    return tuple(s for s in statements if s[0].partition(".")[0] in ours)


def _weight(module: Path) -> int:
    tests = len(re.findall(r"^\s*def test_", module.read_text("utf-8"), re.MULTILINE))
    return tests * _WEIGHTS.get(module.relative_to(ROOT).parts[1], 1)


def main(names: Sequence[str]) -> int:
    try:
        chosen, left_out = choose(names)
    except LookupError as refused:
        sys.stderr.write(f"Statveil: {refused.args[0]}\n")
        return 2
    if left_out:
        modules = "1 test module" if left_out == 1 else f"{left_out} test modules"
        sys.stderr.write(f"Statveil: {modules} that concern this less are left out.\n")
    sys.stdout.writelines(f"{path.relative_to(ROOT).as_posix()}\n" for path in chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
