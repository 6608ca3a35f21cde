"""A package is given compiled kernels, or it is said why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from installer.packaging import kernels_ahead
from tests.installer.setting_up import write_script


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the place from which the parts are imported while they compile."""
    found = tmp_path / "place"
    monkeypatch.setattr(kernels_ahead, "_PLACE", found)
    return found


def test_the_python_of_the_package_compiles_them_from_a_fixed_place(
    place: Path, tmp_path: Path
) -> None:
    site, said = tmp_path / "random name", tmp_path / "said"
    site.mkdir()
    echo = f'echo "$PYTHONPATH $*" > {said}; touch "$PYTHONPATH/made"'

    kernels_ahead.compile_kernels(site, str(write_script(tmp_path / "python", echo)))

    assert said.read_text() == f"{place} -P -s -B -m core.compiling_ahead\n"
    assert (site / "made").is_file()
    assert not place.is_symlink()


def test_without_that_python_the_package_is_made_without_them(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kernels_ahead.compile_kernels(tmp_path, str(tmp_path / "python9"))

    assert "python9 is missing" in capsys.readouterr().out
    assert not place.is_symlink()


def test_no_package_is_made_if_they_cannot_be_compiled(place: Path, tmp_path: Path) -> None:
    python = str(write_script(tmp_path / "python", "exit 1"))

    with pytest.raises(SystemExit, match="could not be compiled"):
        kernels_ahead.compile_kernels(tmp_path, python)

    assert not place.is_symlink()


def test_a_place_that_another_build_uses_is_left_alone(place: Path, tmp_path: Path) -> None:
    place.symlink_to("elsewhere")

    with pytest.raises(SystemExit, match="in the way"):
        kernels_ahead.compile_kernels(tmp_path, "python")

    assert place.readlink() == Path("elsewhere")
