"""The settings that all runs of a comparison share, in words."""

from __future__ import annotations

from collections.abc import Iterable

from core.compare.basis import complete
from core.compare.sweep import SYMBOLS
from core.compare.trial import Trial
from core.protect import METHODS
from desktop_app.text import number, tr


def settings_text(trials: Iterable[Trial]) -> str:
    """Return k, the t of those that promise one, and λ unless it is 0; all where they differ."""
    found: dict[str, dict[float, None]] = {name: {} for name in SYMBOLS}
    for trial in trials:
        values, spec = complete(trial.method), METHODS[trial.method.name]
        for name, seen in found.items():
            value = values.get(name)
            if isinstance(value, int | float) and (name != "t" or spec.keeps_t(values)):
                seen[value] = None
    return ", ".join(
        tr(
            "{symbol} = {values}",
            symbol=SYMBOLS[name],
            values=" / ".join(map(number, sorted(seen))),
        )
        for name, seen in found.items()
        if any(seen)
    )
