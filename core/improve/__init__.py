"""Search for the settings with which most figures of users hold, under unchanged promises.

`ReleaseSearch` runs trials one after another in the caller's thread, as `core.compare` does.
"""

from core.improve.release_search import ReleaseSearch, search_obstacle
from core.improve.search_result import (
    FigureChange,
    SearchResult,
    SettingsTrial,
    list_leading_scores,
    worst_changes,
)
