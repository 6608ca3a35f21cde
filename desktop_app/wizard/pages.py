"""Which page belongs to which step; imported when a page is first shown."""

from __future__ import annotations

from desktop_app.state import Step
from desktop_app.views.frame.page import StepPage


def page_class(step: Step) -> type[StepPage]:
    """Return the page of `step`.

    The imports stand inside so that the first paint need not wait for matplotlib; written out,
    not made from names, so that the packager finds them.
    """
    if step is Step.DATA:
        from desktop_app.wizard.data_page import DataPage as Data

        return Data
    if step is Step.COLUMNS:
        from desktop_app.wizard.columns_page import ColumnsPage as Columns

        return Columns
    if step is Step.TAXONOMIES:
        from desktop_app.wizard.taxonomies_page import TaxonomiesPage as Taxonomies

        return Taxonomies
    if step is Step.PREPARE:
        from desktop_app.wizard.prepare_page import PreparePage as Prepare

        return Prepare
    if step is Step.METHOD:
        from desktop_app.wizard.method_page import MethodPage as Method

        return Method
    if step is Step.RUN:
        from desktop_app.wizard.run_page import RunPage as Run

        return Run
    if step is Step.RESULTS:
        from desktop_app.wizard.results_page import ResultsPage as Results

        return Results
    from desktop_app.wizard.release_page import ReleasePage as Release

    return Release
