"""What the user decided and what was computed of it, as values that know no Qt."""

from desktop_app.state.steps import Step, StepState

__all__ = ["Step", "StepState"]
