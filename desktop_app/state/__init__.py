"""The open project and what was computed of it."""

from desktop_app.state.steps import Step, StepState
from desktop_app.state.store import ProjectStore

__all__ = ["ProjectStore", "Step", "StepState"]
