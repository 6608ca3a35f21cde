"""What the tests of the window share: clean settings before, nothing left behind after."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings
from PySide6.QtGui import QFontDatabase, QImage
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
from desktop_app.jobs import JobRunner
from desktop_app.main_window import MainWindow
from desktop_app.preferences import in_force
from desktop_app.store import ProjectStore
from tests.desktop.journeys.driver import Traveller
from tests.desktop.patience import PatientBot
from tests.desktop.pictures import DrawnOnRequest
from tests.desktop.pseudo import PseudoTranslator
from tests.desktop.shared_window import SharedWindow
from tests.desktop.sync_runner import SyncRunner

_MEMORY = "/dev/shm"
"""A folder in memory, where Linux has one."""

_TESTS = count()
# The package has a function of the module's name.
_STYLING = import_module("desktop_app.theme.manager")


@pytest.fixture
def qtbot(qapp, request, is_painted) -> PatientBot:  # noqa: ARG001
    """Return pytest-qt's helper, which waits long enough here."""
    return PatientBot(request, is_painted=is_painted)


@pytest.fixture(scope="session", autouse=True)
def _engine_is_there() -> None:
    """Import what a window imports in the background: no test's end should wait for that."""
    from core import pipeline  # noqa: F401


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests() -> Iterator[Path]:
    """Keep settings away from the user's, and in memory: Qt waits for the disk at each change."""
    with TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as folder:
        _keep_settings_in(Path(folder))
        yield Path(folder)


@pytest.fixture(scope="session", autouse=True)
def _short_pauses() -> Iterator[None]:
    """Shorten pauses that leave a user's eyes and fingers time; tests would only sit them out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("desktop_app.jobs.precedence._HOLD_MILLISECONDS", 0)
        patch.setattr("desktop_app.projects.storage._PAUSE_MILLISECONDS", 30)
        yield


@pytest.fixture(scope="session", autouse=True)
def _same_style(qapp) -> None:
    """Measure widths and places in the same style and font wherever these are installed."""
    qapp.setStyle("Fusion")
    if "DejaVu Sans" in QFontDatabase.families():
        font = qapp.font()
        font.setFamily("DejaVu Sans")
        qapp.setFont(font)


@pytest.fixture(scope="module")
def shared_window() -> Iterator[SharedWindow]:
    """Return the window that the tests of a module share."""
    window = SharedWindow()
    yield window
    window.close()


@pytest.fixture(autouse=True)
def _clean_settings(
    qapp, tmp_path, monkeypatch, shared_window, settings_of_tests, is_styled
) -> Iterator[None]:
    """Settings and copies of the test's own, one locale for all, and no window left open."""
    monkeypatch.setattr("desktop_app.projects.storage.recovery_folder", lambda: tmp_path / "copies")
    # Settings of the computer that runs the tests must not reach them.
    monkeypatch.setattr("core.office.office_file", lambda: tmp_path / "none")
    _keep_settings_in(settings_of_tests / str(next(_TESTS)))
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    if not is_styled:
        monkeypatch.setattr(_STYLING, "stylesheet", lambda _colours: "")
    _choose_light(qapp)
    before = set(map(id, qapp.topLevelWidgets()))
    # Only what the test makes is looked over at its end, not the libraries' objects each time.
    gc.freeze()
    yield
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()
    new = [w for w in qapp.topLevelWidgets() if id(w) not in before]
    left = [w for w in new if not shared_window.is_hidden(w)]
    shown = [f"{type(w).__name__} {w.windowTitle()!r}" for w in left if w.isVisible()]
    named = [f"{type(w).__name__}" for w in left if type(w).__name__ in _OURS]
    assert not shown, f"still open after the test: {shown}"
    assert not named, f"never destroyed: {named}"


def _keep_settings_in(folder: Path) -> None:
    QCoreApplication.setOrganizationName("Statveil tests")
    QCoreApplication.setApplicationName("Statveil tests")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))


def _choose_light(qapp: QApplication) -> None:
    """Choose the light colours; widgets are styled anew only if anything else was in force."""
    QSettings().setValue(in_force.COLOURS.key, theme.ThemeChoice.LIGHT.value)
    manager, sheet = theme.manager(), _STYLING.stylesheet(theme.LIGHT)
    if manager.choice is not theme.ThemeChoice.LIGHT or qapp.styleSheet() != sheet:
        manager.choose_again()


@pytest.fixture
def pages_ahead() -> None:
    """Have pages made before they are asked for, as they are for a user who waits."""


@pytest.fixture(autouse=True)
def _no_pages_ahead(request, monkeypatch) -> None:
    """Make no page that a test does not ask for, unless it asks for `pages_ahead`."""
    if "pages_ahead" not in request.fixturenames:
        monkeypatch.setattr(MainWindow, "_steps_to_come", lambda _: [])


@pytest.fixture
def drawn_pictures() -> None:
    """Have pictures laid out and painted: for tests that look at pixels or at where things are."""


@pytest.fixture
def painted_window() -> None:
    """Have the window painted, but no pictures: every widget that a walk shows paints itself."""


@pytest.fixture
def styled() -> None:
    """Have widgets styled: for tests that look at widths, heights, places and colours."""


@pytest.fixture
def is_styled(request) -> bool:
    """Say whether the style sheet is in force in this test: half the time that pages take."""
    looks = {"styled", "drawn_pictures", "painted_window"}
    return not looks.isdisjoint(request.fixturenames)


@pytest.fixture
def is_painted(request) -> bool:
    """Say whether pages paint themselves in this test: a quarter of the time of a walk."""
    return not {"drawn_pictures", "painted_window"}.isdisjoint(request.fixturenames)


@pytest.fixture(autouse=True)
def _unpainted(request, monkeypatch, shared_window, is_painted) -> None:
    """Leave the window unpainted and pictures blank, unless a test asks for them.

    All parts are made and laid out in any case: they can be looked at and pressed on. So can what
    is in a picture, which is then drawn.
    """

    def leave_blank(canvas: FigureCanvasAgg, _is_large: bool) -> QImage:
        image = QImage(*canvas.get_width_height(), QImage.Format.Format_RGBA8888)
        image.fill(0)
        return image

    shared_window.is_painted = is_painted
    if not is_painted:
        monkeypatch.setattr("desktop_app.plots.canvas.render", DrawnOnRequest)
    if "drawn_pictures" not in request.fixturenames:
        monkeypatch.setattr("desktop_app.plots.rendering.paint", leave_blank)


_OURS = {"MainWindow", "DataPage", "ColumnsPage", "TaxonomiesPage", "ImportWizard"}


@pytest.fixture
def pseudo(qapp) -> Iterator[None]:
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
def store(sync_runner) -> ProjectStore:
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
def profiles(survey, monkeypatch) -> tuple[ColumnProfile, ...]:
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
def source(tmp_path) -> Source:
    return Source(str(tmp_path / "survey.csv"), FileKind.CSV, ReadOptions())


@pytest.fixture
def empty_window(qtbot, shared_window) -> Iterator[MainWindow]:
    """Return the module's window with the real runner and no file."""
    window = shared_window.lend(plain_resolve)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    shared_window.take_back(qtbot)


@pytest.fixture
def survey_window(qtbot, empty_window, source, survey, profiles) -> MainWindow:
    """Return the main window with the survey open."""
    empty_window.store.open_dataset(source, survey, profiles)
    qtbot.waitUntil(lambda: empty_window.store.plan_is_current)
    return empty_window


@pytest.fixture
def traveller(qtbot, shared_window) -> Iterator[Traveller]:
    """Return a user in front of the module's window, with the real engine and no file."""
    yield Traveller(qtbot, shared_window.lend())
    shared_window.take_back(qtbot)


@pytest.fixture
def people(tmp_path) -> Path:
    """Return a file of 60 persons in a folder of its own."""
    path = tmp_path / "data" / "people.csv"
    path.parent.mkdir()
    persons = (f"Person{i},{20 + i % 50},{i * 97 % 1013}\n" for i in range(60))
    path.write_text("NAME,AGE,INCOME\n" + "".join(persons))
    return path


@pytest.fixture
def book(tmp_path, monkeypatch) -> Path:
    """Return where this user's ledger of privacy budgets will be: not the real one."""
    path = tmp_path / "own" / "ledger.json"
    monkeypatch.setattr("desktop_app.store.spending.ledger_path", lambda: path)
    return path
