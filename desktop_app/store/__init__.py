"""The open project: it takes each decision, resolves the plan and signals what changed."""

from desktop_app.store.project_store import ProjectStore

__all__ = ["ProjectStore"]
