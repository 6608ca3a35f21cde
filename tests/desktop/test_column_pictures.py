"""What the pictures beside the table of columns paint, read from their pixels."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.inspect.profiling.column_summary import Description
from core.io import ColumnProfile
from core.model import Attribute, ColumnKind, Role
from desktop_app.theme import current
from desktop_app.wizard.attributes.describing import ColumnPicture, RolePicture

pytestmark = pytest.mark.usefixtures("painted_window")


def painted(qtbot: QtBot, widget: QWidget) -> QImage:
    qtbot.addWidget(widget)
    widget.resize(300, widget.sizeHint().height())
    widget.show()
    return widget.grab().toImage()


@pytest.mark.parametrize(("count", "has_bars"), [(1, False), (2, True)])
def test_values_that_are_all_different_get_no_bars(qtbot, count: int, has_bars: bool) -> None:
    picture, figures = ColumnPicture(), (None, None, None, None, 1.0)
    profile = ColumnProfile(
        "ID", ColumnKind.TEXT, 5000, 0, *figures, Role.IDENTIFIER, None, "suggest-number", {}
    )
    top = tuple((f"P{number}", count) for number in range(6))
    picture.show_description(profile, Description(5000, top=top))
    image, bar = painted(qtbot, picture), QColor(current().before).rgb()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    assert any(image.pixel(*place) == bar for place in places) is has_bars


def test_the_number_of_a_thousand_columns_is_not_cut(qtbot) -> None:
    picture = RolePicture()
    columns = tuple(Attribute(f"Q{number}", Role.OTHER) for number in range(1000))
    schema = SimpleNamespace(attributes=columns)
    picture.show_draft(SimpleNamespace(schema=schema, weight=None, strata=()))
    image = painted(qtbot, picture)
    last = image.width() - 2
    assert len({image.pixel(last, y) for y in range(image.height())}) == 1
