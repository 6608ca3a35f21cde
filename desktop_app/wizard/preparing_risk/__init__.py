"""The panel with the risk of the file as it is prepared, part of the step Prepare."""

from desktop_app.wizard.preparing_risk.risk_panel import RiskPanel

__all__ = ["RiskPanel"]
