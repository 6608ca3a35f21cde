"""The small project of the step's pages, with a result."""

from tests.desktop.pages.conftest import (  # noqa: F401 - fixtures
    dataset,
    opened,
    project,
    schema,
    store,
    with_result,
)
