"""The quick lane names tests that there are, and for modules those that concern them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import quick

TEXTS = {
    "core/deep/thing.py": "",
    "core/deep/__init__.py": "from core.deep.thing import part\n",
    "core/apart.py": "",
    "tests/core/test_direct.py": "from core.deep import part\ndef test_it(): pass\n",
    "tests/core/deep/test_beside.py": "def test_it(): pass\n",
    "tests/helper.py": "from core.deep import (\n    other,\n    thing,\n)\n",
    "tests/test_through.py": "import tests.helper\ndef test_it(): pass\n",
    "tests/test_apart.py": "from core.apart import thing\ndef test_it(): pass\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two modules, of which one has tests at three distances."""
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    return tmp_path


def names_of(modules: list[Path]) -> list[str]:
    return [module.stem for module in modules]


def test_each_module_and_folder_of_the_lane_exists() -> None:
    assert [name for name in quick.MODULES if not (quick.ROOT / name).is_file()] == []
    assert [name for name in quick.FOLDERS if not list((quick.ROOT / name).glob("test_*.py"))] == []
    assert len(quick.choose([])[0]) > len(quick.MODULES)


@pytest.mark.parametrize("name", ["core.deep.thing", "core/deep/thing.py", "core.deep"])
@pytest.mark.usefixtures("project")
def test_tests_that_import_a_module_or_lie_at_its_place_are_chosen(name: str) -> None:
    chosen, left_out = quick.choose([name])

    assert names_of(chosen) == ["test_direct", "test_beside", "test_through"]
    assert left_out == 0


def test_the_test_called_like_the_module_is_the_nearest(project: Path) -> None:
    (project / "tests/core/deep/test_beside.py").rename(project / "tests/test_thing.py")

    assert names_of(quick.choose(["core.deep.thing"])[0])[0] == "test_thing"


@pytest.mark.usefixtures("project")
def test_those_that_do_not_fit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "MOST_TESTS", 2)
    chosen, left_out = quick.choose(["core.deep.thing", "core.apart"])

    assert names_of(chosen) == ["test_apart", "test_direct"]
    assert left_out == 2


@pytest.mark.usefixtures("project")
def test_tests_are_chosen_by_their_path() -> None:
    assert names_of(quick.choose(["tests/test_apart.py"])[0]) == ["test_apart"]
    assert names_of(quick.choose(["tests/core"])[0]) == ["test_beside", "test_direct"]


@pytest.mark.parametrize(
    "name", ["core.missing", "../core/apart.py", "/etc", "-x", "", "resources/lone"]
)
def test_what_is_not_there_or_has_no_test_is_refused(
    project: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "resources").mkdir()
    (project / "resources/lone.py").touch()

    assert quick.main([name]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Statveil: ")
    assert told.err.count("\n") == 1
