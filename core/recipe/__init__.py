"""The recipe file: a project as JSON, the input of the command line."""

from core.recipe.project_file import ProjectFile, open_project
from core.recipe.recipe_file import dump_project, parse_project
