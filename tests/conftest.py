"""What every test may use: the reference data, and property tests that repeat exactly."""

from __future__ import annotations

import gc
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path

# Tests write files with pandas, which pyarrow must know before the program hides it from pyarrow.
import pandas as pd  # noqa: F401
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from core.jobs import processes
from core.table import spool, spooling
from tests.lanes import choose_lane, in_lane, is_longer_lane
from tests.plain_recipes import plain_recipe
from tests.quick_processes import quick_processes
from tests.reference import SHIPPED, ReferenceData, missing_lines
from tests.sample_releases import SampleRelease, protect_sample

# Without a screen Qt ends the process; a test needs none. Set before anything loads Qt.
if "DISPLAY" not in os.environ and "WAYLAND_DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_REGISTERS, _FOLDERS = count(), count()
ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kills", type=int, help="before how many operations a session is killed (robustness)"
    )
    parser.addoption("--fuzz-cases", type=int, help="how many cases each fuzzer tries")
    parser.addoption("--fuzz-seconds", type=float, help="for how long it tries cases instead")
    parser.addoption("--fuzz-seed", type=int, default=1, help="which cases fuzzers try")
    parser.addoption("--fuzz-first", type=int, default=0, help="number of their first case")
    parser.addoption("--longer", action="store_true", help="search properties longer, too")
    parser.addoption(
        "--spooled",
        action="store_true",
        help="keep nearly all arrays of tables in a scratch folder",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the lane and its examples before the tests are imported, which ask for them."""
    choose_lane(config.getoption("--longer"))
    # The same examples are tried each time and everywhere: a test that fails by chance helps
    # nobody. Time limits would fail on a busy machine and say nothing about the code.
    settings.register_profile(
        "ci",
        max_examples=in_lane(50, 500),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=True,
        database=None,
    )
    settings.load_profile("ci")
    # Hypothesis would also draw the constants of whichever modules happen to be loaded.
    providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave longer searches to their lane, and what must be in memory out of the scratch folder."""
    left_out = set() if is_longer_lane() else {"longer"}
    if config.getoption("--spooled"):
        left_out.add("in_memory")
    chosen, deselected = [], []
    for item in items:
        has_left_out = any(mark.name in left_out for mark in item.iter_markers())
        (deselected if has_left_out else chosen).append(item)
    config.hook.pytest_deselected(items=deselected)
    items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Have the libraries' objects not looked over again and again for what can be freed."""
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        gc.freeze()
        # Python's own thresholds take 4 to 10 % of the time of a small run.
        gc.set_threshold(20_000, 10, 5)
        gc.enable()


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Name a failed test at once: a run that is stopped never prints its summary."""
    if not report.failed:
        return None
    category = "failed" if report.when == "call" else "error"
    return category, f"\n{category.upper()} {report.nodeid}\n", category.upper()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what came of the fuzzers' cases, and which reference data were missing."""
    skipped = (str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    if missing := missing_lines(skipped):
        terminalreporter.section("reference data that are missing")
        for line in missing:
            terminalreporter.line(line)
    reports = (report for found in terminalreporter.stats.values() for report in found)
    properties = (p for r in reports for p in getattr(r, "user_properties", ()))
    lines = dict.fromkeys(told for name, told in properties if name == "fuzz")
    if lines:
        terminalreporter.section("fuzzers")
        for line in lines:
            terminalreporter.line(str(line))


_MANY = ("epsilon", "unrecorded", "combinations", "pairs", "units", "groups", "rebuilt", "certain")
_EASY: dict[str, object] = {
    **dict.fromkeys((*_MANY, "same", "days", "field"), 1_000_000),
    **dict.fromkeys(("alone", "risk", "expected", "linked", "exact", "pattern", "plain"), 1.0),
    **dict.fromkeys(("special", "outlier"), 10**12),
    **dict.fromkeys(("triple_people", "area", "near"), 0),
    **{"k": 1, "rare": 1, "digits": 17, "outside": 1.0, "age": 1_000},
}
EASY_OFFICE = "\n".join(["[release.scientific]", *(f"{key} = {_EASY[key]}" for key in _EASY)])


@pytest.fixture
def usual_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no office change a limit of the checklist."""
    (tmp_path / "usual_office.toml").touch()
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(tmp_path / "usual_office.toml"))


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder of the test's own; pytest would go through all others to number it."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder = tmp_path_factory.getbasetemp() / f"{name}{next(_FOLDERS)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def register(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a register of releases of its own: it is compared with no other test's."""
    folder = tmp_path_factory.getbasetemp() / f"register-{next(_REGISTERS)}"
    monkeypatch.setenv("STATVEIL_REGISTER", str(folder))
    return folder


@pytest.fixture(scope="session", autouse=True)
def _same_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give tests settings, language, time zone and rights of new files that no computer decides."""
    folder = tmp_path_factory.mktemp("user")
    chosen = {"LANG": "C.UTF-8", "TZ": "UTC"}
    chosen |= {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    # Not the office of this computer lays down what is asked: small files made for other subjects
    # have few records alike, rare values and single amounts.
    chosen["STATVEIL_REGISTER"] = str(folder / "register")
    chosen["STATVEIL_OFFICE_SETTINGS"] = str(folder / "office.toml")
    (folder / "office.toml").write_text(EASY_OFFICE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name in tuple(os.environ):
            if name.startswith(("LC_", "LANGUAGE")):
                patch.delenv(name)
        for name, value in chosen.items():
            patch.setenv(name, value)
        # No test cuts the power off, and waiting for the disk would take a tenth of the time.
        patch.setattr(os, "fsync", lambda _handle: None)
        umask = os.umask(0o022)
        if hasattr(time, "tzset"):
            time.tzset()
        yield
        os.umask(umask)


@pytest.fixture(scope="session", autouse=True)
def _spooled(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Put tables into a scratch folder where the command line of the tests says so."""
    if not pytestconfig.getoption("--spooled"):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spool, "LEAST_BYTES", 512)
        with spooling(tmp_path_factory.mktemp("scratch")):
            yield


@pytest.fixture(scope="module", autouse=True)
def _quick_processes() -> Iterator[None]:
    """Have files read in processes that start quickly."""
    with quick_processes():
        yield


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have files read in new processes, as the program reads them."""
    monkeypatch.setattr(processes, "context", lambda: get_context("spawn"))


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """Return the folder of the published data; a test for a file that is missing is skipped."""
    return ReferenceData(SHIPPED)


@pytest.fixture(scope="session")
def samples() -> Path:
    """Return the folder of the shipped sample files."""
    return ROOT / "resources" / "samples"


@pytest.fixture(scope="session")
def sample_release(
    samples: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], SampleRelease]:
    """Return a function that protects a shipped sample once, as its recipe says.

    The office has changed no limit. Enterprises keep their order, which raises no question.
    """

    @cache
    def protect(name: str) -> SampleRelease:
        folder = tmp_path_factory.mktemp(name)
        recipe = json.loads((samples / f"{name}.recipe.json").read_text("utf-8"))
        recipe["input"]["path"] = str(samples / f"{name}.csv")
        recipe["keep_order"] = name == "business_survey"
        (folder / "office.toml").touch()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("STATVEIL_OFFICE_SETTINGS", str(folder / "office.toml"))
            patch.setenv("STATVEIL_REGISTER", str(folder / "register"))
            return protect_sample(recipe, folder)

    return protect


@pytest.fixture(scope="session")
def plain_release(
    samples: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], SampleRelease]:
    """Return a function that protects a sample once in plain groups, in the order of its file."""
    # Not that of the test which asks first.
    office = os.environ["STATVEIL_OFFICE_SETTINGS"]

    @cache
    def protect(name: str) -> SampleRelease:
        folder = tmp_path_factory.mktemp(f"plain-{name}")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("STATVEIL_OFFICE_SETTINGS", office)
            patch.setenv("STATVEIL_REGISTER", str(folder / "register"))
            return protect_sample({**plain_recipe(samples, name), "keep_order": True}, folder)

    return protect
