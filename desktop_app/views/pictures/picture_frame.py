"""A frame for a picture: heading, picture or its placeholder, and ways to save and copy it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.jobs import Job
from desktop_app import theme
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.plain import PlainLabel, set_explanation, set_tip

if TYPE_CHECKING:
    from desktop_app.plots.canvas import Canvas
    from desktop_app.plots.drawing import Drawing


_LARGER = 0.9


class PictureFrame(QWidget):
    """Shows one picture, or says why there is none yet.

    matplotlib is imported with the first picture, so that a page can be built without it.

    Signals
    -------
    picked(object)
        Number of what was clicked in the picture.
    stepped(object)
        1 or -1, where an arrow key asked for the next thing or the one before (`set_hints`).
    """

    picked = Signal(object)
    stepped = Signal(object)

    def __init__(
        self, title: str, runner: Runner, parent: QWidget | None = None, meaning: str = ""
    ) -> None:
        super().__init__(parent)
        set_explanation(self, meaning)
        self._title = title
        self._runner = runner
        self._canvas: Canvas | None = None
        self._hints: Callable[[int], str] | None = None
        self._heading = ElidedLabel()
        self._heading.elide = Qt.TextElideMode.ElideRight
        self._heading.setFont(sizes.strong_font())
        self._meaning = meaning
        self._show_title()
        self._said = PlainLabel(kind="muted")
        label = PlainLabel(kind="muted", wraps=True)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setMinimumHeight(8 * sizes.UNIT)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._message = label
        self._ground = QFrame()
        self._ground.setObjectName("picture")
        self._stack = QStackedLayout(self._ground)
        self._stack.setContentsMargins(sizes.HALF, sizes.HALF, sizes.HALF, sizes.HALF)
        self._stack.addWidget(self._message)
        self._make_actions()
        self._drawn = Latest(
            runner, tr("Drawing the picture"), self, self._hand_over, self._say_unwritten
        )
        self._goal: Path | None = None
        top = in_row(self._heading, STRETCH, self._said, self._back, *self._buttons)
        in_column(top, (self._ground, 1), inside=self, spacing=sizes.HALF)
        self.show_loading()

    @property
    def heading_height(self) -> int:
        """The pixels that its title takes with the buttons beside it."""
        return max(button.sizeHint().height() for button in self._buttons)

    def _make_actions(self) -> None:
        self._enlarge = QAction(tr("Show it &larger (double click)"), self)
        self._enlarge.triggered.connect(self.enlarge)
        self._copy = QAction(tr("&Copy picture"), self)
        self._copy.triggered.connect(self.copy_picture)
        self._save = QAction(tr("&Save picture…"), self)
        self._save.triggered.connect(self._ask_and_save)
        self._whole = QAction(tr("Show the &whole picture (Esc)"), self)
        self._whole.triggered.connect(self._show_all)
        self._back = _tool(self._whole, self._title)
        self._back.hide()
        self._buttons = [_tool(action, self._title) for action in (self._copy, self._save)]
        for action, sign in ((self._copy, "copy"), (self._save, "save"), (self._whole, "reset")):
            theme.keep_icon(action, sign)

    @property
    def drawing(self) -> Drawing | None:
        """What is shown, or ``None``."""
        shown = self._stack.currentWidget() is not self._message
        return self._canvas.drawing if shown and self._canvas is not None else None

    @property
    def as_seen(self) -> Drawing | None:
        """What is enlarged, copied and saved: the picture with what the user put on it."""
        return self.drawing

    @property
    def message(self) -> str:
        """What is said in the picture's stead; empty while there is one."""
        return "" if self.drawing is not None else self._message.text()

    def set_title(self, title: str) -> None:
        """Change the heading."""
        self._title = title
        self._show_title()
        if self._canvas is not None:
            self._canvas.setAccessibleName(title)

    def _show_title(self) -> None:
        self._heading.setText(self._title)
        # A long name is cut where there is no space.
        set_tip(self._heading, "\n".join(t for t in (self._title, self._meaning) if t))

    def set_hints(self, hints: Callable[[int], str]) -> None:
        """Say what is under the mouse, by its number; arrow keys then step through the picture."""
        self._hints = hints

    def show_empty(self, sentence: str) -> None:
        """Say in the picture's stead why there is none."""
        self._message.setText(sentence)
        self._stack.setCurrentWidget(self._message)
        self._let_take(False)

    @Slot(object)
    def show_failure(self, error: BaseException) -> None:
        """Say in the picture's stead what went wrong."""
        self.show_empty(failure_text(error))

    def _let_take(self, possible: bool) -> None:
        for action in (self._enlarge, self._copy, self._save):
            action.setEnabled(possible)

    def show_loading(self) -> None:
        """Say that the picture is being computed."""
        self.show_empty(tr("Computing the picture…"))

    def show_drawing(self, drawing: Drawing) -> None:
        """Show a picture."""
        canvas = self._made_canvas()
        canvas.show_drawing(drawing)
        self._stack.setCurrentWidget(canvas)
        self._let_take(True)
        self._said.clear()

    @Slot()
    def _show_all(self) -> None:
        if self._canvas is not None:
            # The button goes away: the keyboard goes to the picture, not to the rail.
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
            self._canvas.show_all()

    @Slot()
    def enlarge(self) -> None:
        """Show the picture in a window of its own, nearly as large as the program's."""
        drawing = self.as_seen
        if drawing is None:
            return
        from desktop_app.plots.canvas import Canvas

        window = QDialog(self.window())
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setWindowTitle(self._title)
        canvas = Canvas(self._runner, window)
        canvas.setAccessibleName(self._title)
        QVBoxLayout(window).addWidget(canvas)
        window.resize(self.window().size() * _LARGER)
        canvas.show_drawing(drawing)
        window.show()

    @Slot()
    def copy_picture(self) -> None:
        """Put the picture on the clipboard, dark on white."""
        self._goal = None
        self._draw_on_paper("png")

    def save_picture(self, path: Path) -> None:
        """Write the picture to `path`, as PNG, SVG or PDF by its suffix (PNG if none of them)."""
        kind = path.suffix.lower().removeprefix(".")
        is_picture_kind = kind in ("png", "svg", "pdf")
        self._goal = path if is_picture_kind else path.with_name(f"{path.name}.png")
        self._draw_on_paper(kind if is_picture_kind else "png")

    def _draw_on_paper(self, kind: str) -> None:
        from core.io.files.atomic_writing import replace_file
        from desktop_app.plots.themed import ink_of_paper, on_paper

        drawing, ink, goal = self.as_seen, ink_of_paper(), self._goal
        if drawing is None:
            return

        def work(_job: Job) -> bytes:
            picture = on_paper(drawing, ink, kind)
            if goal is not None:
                replace_file(goal, picture)
            return picture

        self._drawn.ask(work, Lane.PICTURES)

    def _made_canvas(self) -> Canvas:
        if self._canvas is None:
            from desktop_app.plots.canvas import Canvas

            self._canvas = Canvas(self._runner, self)
            self._canvas.setAccessibleName(self._title)
            self._canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
            self._canvas.addActions([self._enlarge, self._copy, self._save])
            self._canvas.enlarged.connect(self.enlarge)
            self._canvas.zoomed.connect(self._back.setVisible)
            self._canvas.picked.connect(self.picked)
            self._canvas.stepped.connect(self.stepped)
            if self._hints is not None:
                self._canvas.set_hints(self._hints)
            self._stack.addWidget(self._canvas)
        return self._canvas

    @Slot()
    def _ask_and_save(self) -> None:
        kinds = tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)")
        path, _ = QFileDialog.getSaveFileName(self, tr("Save picture"), f"{self._title}.png", kinds)
        if path:
            self.save_picture(Path(path))

    @Slot(object)
    def _hand_over(self, picture: bytes) -> None:
        if self._goal is None:
            QGuiApplication.clipboard().setImage(QImage.fromData(picture))
            self._said.setText(tr("Copied."))
        else:
            self._said.setText(tr("Saved as {name}.", name=self._goal.name))

    @Slot(object)
    def _say_unwritten(self, _error: BaseException) -> None:
        self._said.setText(tr("The picture could not be written there. Choose another folder."))


def _tool(action: QAction, title: str) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    set_tip(button, action.text().replace("&", "").rstrip("…"))
    button.setAccessibleName(tr("{action}: {title}", action=button.toolTip(), title=title))
    return button
