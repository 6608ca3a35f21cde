"""What the tests of the window share: clean settings before, nothing left behind after."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from core.io import ColumnProfile
from core.model import (
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Plan,
    Project,
    ReadOptions,
    Role,
    Scale,
    Source,
)
from desktop_app import theme
from desktop_app.jobs import JobRunner, SyncRunner
from desktop_app.main_window import MainWindow
from desktop_app.store import ProjectStore
from tests.desktop.patience import PatientBot
from tests.desktop.pseudo import PseudoTranslator


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:  # noqa: ARG001
    """Return pytest-qt's helper, which waits long enough here."""
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def _engine_is_there() -> None:
    """Import what a window imports in the background: no test's end should wait for that."""
    from core import pipeline  # noqa: F401


@pytest.fixture(scope="session", autouse=True)
def _one_font(qapp: QApplication) -> None:
    """Measure widths and places in the same font wherever it is installed."""
    if "DejaVu Sans" in QFontDatabase.families():
        font = qapp.font()
        font.setFamily("DejaVu Sans")
        qapp.setFont(font)


@pytest.fixture(autouse=True)
def _clean_settings(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Settings and copies of the test's own, one locale for all, and no window left open."""
    monkeypatch.setattr("desktop_app.projects.storage.recovery_folder", lambda: tmp_path / "copies")
    # Settings of the computer that runs the tests must not reach them.
    monkeypatch.setattr("desktop_app.preferences.office.office_file", lambda: tmp_path / "none")
    QCoreApplication.setOrganizationName("Statveil tests")
    QCoreApplication.setApplicationName("Statveil tests")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path))
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    qapp.setStyle("Fusion")
    theme.manager().choose(theme.ThemeChoice.LIGHT)
    before = set(map(id, qapp.topLevelWidgets()))
    # Only what the test makes is looked over at its end, not the libraries' objects each time.
    gc.freeze()
    yield
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()
    left = [w for w in qapp.topLevelWidgets() if id(w) not in before]
    shown = [f"{type(w).__name__} {w.windowTitle()!r}" for w in left if w.isVisible()]
    named = [f"{type(w).__name__}" for w in left if type(w).__name__ in _OURS]
    assert not shown, f"still open after the test: {shown}"
    assert not named, f"never destroyed: {named}"


_OURS = {"MainWindow", "DataPage", "ColumnsPage", "TaxonomiesPage", "ImportWizard"}


@pytest.fixture
def pseudo(qapp: QApplication) -> Iterator[None]:
    """A language in which every text of ours stands in brackets."""
    translator = PseudoTranslator()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.fixture
def sync_runner() -> SyncRunner:
    return SyncRunner()


@pytest.fixture
def job_runner() -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    assert runner.close(120)


def plan_for(project: Project, rows: int, problems: tuple = ()) -> Plan:
    kept = np.arange(rows, dtype=np.int64)
    return Plan(project, dict(project.recipe.method.parameters), kept, (), None, problems)


def plain_resolve(recipe, schema, dataset, source) -> Plan:
    return plan_for(Project(source, schema, recipe), dataset.rows)


@pytest.fixture
def store(sync_runner: SyncRunner) -> ProjectStore:
    return ProjectStore(sync_runner, resolve=plain_resolve)


def column(name: str, kind: ColumnKind, values: list, missing: tuple[int, ...] = ()) -> Column:
    gone = np.zeros(len(values), dtype=bool)
    gone[list(missing)] = True
    if kind is ColumnKind.TEXT:
        categories = tuple(sorted({v for i, v in enumerate(values) if i not in missing}))
        codes = [-1 if i in missing else categories.index(v) for i, v in enumerate(values)]
        return Column(name, kind, np.array(codes, dtype=np.int32), gone, categories)
    type_ = np.float64 if kind is ColumnKind.NUMBER else np.int64
    decimals = 1 if kind is ColumnKind.NUMBER else None
    return Column(name, kind, np.array(values, dtype=type_), gone, decimals=decimals)


@pytest.fixture
def survey() -> Dataset:
    return Dataset(
        (
            column("NAME", ColumnKind.TEXT, ["Ada", "Bo", "Cy", "Di"]),
            column("AGE", ColumnKind.INTEGER, [30, 41, 30, 0], missing=(3,)),
            column("INCOME", ColumnKind.NUMBER, [1000.5, -3.0, 1234567.0, 0.0]),
            column("SCHOOL", ColumnKind.TEXT, ["low", "high", "mid", "low"]),
            column("BORN", ColumnKind.DATE, [0, 365, -1, 20000]),
        ),
        Fingerprint("survey.csv", 99, "0" * 64),
    )


def _profile(column: Column, role: Role, scale: Scale | None) -> ColumnProfile:
    present = column.values[~column.missing]
    numeric = column.kind is not ColumnKind.TEXT
    figures = [float(f(present)) if numeric else None for f in (np.min, np.max, np.mean, np.median)]
    missing = int(column.missing.sum())
    return ColumnProfile(
        column.name,
        column.kind,
        len(np.unique(present)),
        missing,
        *figures,
        1.0,
        role,
        scale,
        "suggest-number",
        {},
    )


@pytest.fixture
def profiles(survey: Dataset, monkeypatch: pytest.MonkeyPatch) -> tuple[ColumnProfile, ...]:
    from core.messages import CATALOGUE
    from core.messages.template import Template

    monkeypatch.setitem(CATALOGUE, "suggest-number", Template("A reason."))
    roles = (
        (Role.IDENTIFIER, None),
        (Role.QUASI_IDENTIFIER, Scale.INTEGER),
        (Role.CONFIDENTIAL, Scale.CONTINUOUS),
        (Role.OTHER, None),
        (Role.QUASI_IDENTIFIER, Scale.DATE),
    )
    pairs = zip(survey.columns, roles, strict=True)
    return tuple(_profile(c, role, scale) for c, (role, scale) in pairs)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(str(tmp_path / "survey.csv"), FileKind.CSV, ReadOptions())


@pytest.fixture
def empty_window(qtbot) -> Iterator[MainWindow]:
    """Return the main window with the real runner and no file; it is closed at the end."""
    runner = JobRunner()
    window = MainWindow(ProjectStore(runner, resolve=plain_resolve), runner)
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window._asked = True
    window.close()
    assert runner.close(120)
    window.deleteLater()


@pytest.fixture
def survey_window(qtbot, empty_window: MainWindow, source, survey, profiles) -> MainWindow:
    """Return the main window with the survey open."""
    empty_window.store.open_dataset(source, survey, profiles)
    qtbot.waitUntil(lambda: empty_window.store.plan_is_current)
    return empty_window


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Return a file of 60 persons in a folder of its own."""
    path = tmp_path / "data" / "people.csv"
    path.parent.mkdir()
    persons = (f"Person{i},{20 + i % 50},{i * 97 % 1013}\n" for i in range(60))
    path.write_text("NAME,AGE,INCOME\n" + "".join(persons))
    return path
