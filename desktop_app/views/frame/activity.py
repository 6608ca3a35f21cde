"""The strip that shows running work on whatever page one is."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QProgressBar, QWidget

from core.jobs import Progress
from desktop_app.jobs import Operation, Runner
from desktop_app.jobs.compiling import compiling
from desktop_app.text import number, percent, phase_text, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import push_button
from desktop_app.views.layouts import in_row
from desktop_app.views.plain import set_tip

_STEPS = 1000
# Work that ends sooner is not shown: page and strip would change places twice for nothing.
_LONG_MILLISECONDS = 250


def outlook_text(progress: Progress) -> str:
    """Return how long work takes yet, or why nothing can be said of it."""
    if compiling():
        return tr("getting the method ready, once on this computer")
    if progress.seconds_left is None:
        return ""
    if progress.seconds_left < 60:
        rounded = max(5, 5 * round(progress.seconds_left / 5))
        return tr("about {count} seconds left", count=rounded)
    return tr_n(
        "about {count} minute left", "about {count} minutes left", round(progress.seconds_left / 60)
    )


class ActivityStrip(QWidget):
    """Phase, progress, time left and Cancel of the operation that runs, if it takes a moment."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("activity")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Running work"))
        self._runner = runner
        self._shown: Operation | None = None
        self._moment = QTimer(self)
        self._moment.setSingleShot(True)
        self._moment.setInterval(_LONG_MILLISECONDS)
        self._moment.timeout.connect(self.show)
        self._title = ElidedLabel()
        self._phase = ElidedLabel()
        self._left = ElidedLabel()
        for label in (self._phase, self._left):
            label.setProperty("kind", "muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Progress"))
        self.cancel_button = push_button(tr("&Cancel"), self.cancel)
        in_row(
            self._title,
            self._phase,
            (self._bar, 1),
            self._left,
            self.cancel_button,
            inside=self,
            margins=(sizes.MARGIN, sizes.HALF),
            spacing=sizes.MARGIN,
        )
        runner.started.connect(self._update)
        runner.progressed.connect(self._update)
        runner.ended.connect(self._update)
        self.hide()

    @Slot()
    def cancel(self) -> None:
        """Ask the shown work to stop."""
        if self._shown is not None:
            self._shown.cancel()
            self._update()

    @Slot()
    @Slot(object)
    def _update(self, _emitted: object = None) -> None:
        running = [operation for operation in self._runner.operations if not operation.quiet]
        self._shown = running[0] if running else None
        if self._shown is None:
            self._moment.stop()
            self.hide()
            return
        self._show(self._shown, len(running) - 1)
        if self.isHidden() and not self._moment.isActive():
            self._moment.start()

    def _show(self, operation: Operation, waiting: int) -> None:
        progress = operation.progress()
        title = operation.title
        if waiting:
            title = tr("{title}, {count} more waiting", title=title, count=waiting)
        self._title.setText(title)
        phase = tr("Stopping…") if operation.stopping else phase_text(progress.phase)
        if phase and progress.phases > 1 and not operation.stopping:
            phase = tr(
                "{phase} (step {index} of {phases})",
                phase=phase,
                index=progress.index,
                phases=progress.phases,
            )
        self._phase.setText(phase)
        self._left.setText("" if operation.stopping else outlook_text(progress))
        self.cancel_button.setEnabled(not operation.stopping)
        if progress.total > 0:
            share = min(1.0, progress.done / progress.total)
            self._bar.setRange(0, _STEPS)
            self._bar.setValue(round(_STEPS * share))
            set_tip(
                self._bar,
                tr(
                    "{done} of {total} ({share})",
                    done=number(progress.done),
                    total=number(progress.total),
                    share=percent(share, 0),
                ),
            )
        else:
            self._bar.setRange(0, 0)
