"""The small project of the step's pages, with a result."""

from tests.desktop.pages.conftest import dataset, opened, project, schema, store, with_result  # noqa: F401 - fixtures
