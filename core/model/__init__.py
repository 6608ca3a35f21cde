"""The data that travels: frozen values that every room may hold."""

from core.model.dataset import Column, ColumnKind, Dataset, Fingerprint
from core.model.plan import Implications, Plan
from core.model.project import (
    FileKind,
    Method,
    MissingPolicy,
    Project,
    ReadOptions,
    Recipe,
    Source,
    Target,
)
from core.model.release import Release, Verification, WrittenFile
from core.model.result import Block, Clusters, Direction, Measure, Result, Step
from core.model.schema import Attribute, Role, Scale, Schema
from core.model.taxonomy import IMPLIED_ROOT, Taxonomy
from core.model.taxonomy_building import flat, taxonomy_of

__all__ = [
    "IMPLIED_ROOT",
    "Attribute",
    "Block",
    "Clusters",
    "Column",
    "ColumnKind",
    "Dataset",
    "Direction",
    "FileKind",
    "Fingerprint",
    "Implications",
    "Measure",
    "Method",
    "MissingPolicy",
    "Plan",
    "Project",
    "ReadOptions",
    "Recipe",
    "Release",
    "Result",
    "Role",
    "Scale",
    "Schema",
    "Source",
    "Step",
    "Target",
    "Taxonomy",
    "Verification",
    "WrittenFile",
    "flat",
    "taxonomy_of",
]
