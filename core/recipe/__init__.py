"""The recipe file: a project as JSON, the input of the command line."""

from core.recipe.dump import dump_project, options_entry
from core.recipe.load_recipe import parse_project
from core.recipe.project_file import ProjectFile, open_project

__all__ = [
    "ProjectFile",
    "dump_project",
    "open_project",
    "options_entry",
    "parse_project",
]
