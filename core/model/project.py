"""What the user wishes: where the data is, what the columns mean, how to protect them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.model.schema import Schema


class FileKind(StrEnum):
    """Kinds of files that are read and written."""

    CSV = "csv"
    XLSX = "xlsx"


class MissingPolicy(StrEnum):
    """What is done with records whose quasi-identifiers have missing values."""

    LEAVE_OUT = "leave-out"
    USE_OBSERVED = "use-observed"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is laid out. Keys of the other kind of file are ignored."""

    encoding: str = "utf-8"
    delimiter: str = ","
    decimal: str = "."
    header: bool = True
    sheet: str | None = None
    missing: tuple[str, ...] = ("",)


@dataclass(frozen=True, slots=True)
class Source:
    """The input: an absolute path, its kind and how it is laid out."""

    path: str
    kind: FileKind
    options: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True, slots=True)
class Target:
    """The protected file's kind, and its name without folder and suffix."""

    kind: FileKind
    name: str


@dataclass(frozen=True, slots=True)
class Method:
    """A protection method by its recipe name, with the parameters the user set."""

    name: str
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to protect and release; may be wrong until it is resolved.

    Attributes
    ----------
    method : Method
        The protection method.
    target : Target
        What is written.
    missing : MissingPolicy
        What is done about missing values.
    keep_order : bool
        Whether the released records keep the input's order.
    strata : tuple of str
        Columns whose combinations split the file; each part is partitioned on its own.
    weight : str or None
        Column of survey weights, by which cluster means are weighted.
    insecure_test_seed : int or None
        Makes the noise of a differentially private method repeatable, for tests: the release is
        then not private.
    """

    method: Method
    target: Target
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT
    keep_order: bool = False
    strata: tuple[str, ...] = ()
    weight: str | None = None
    insecure_test_seed: int | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """Everything the user decided, and no cell value: what a recipe file holds."""

    source: Source
    schema: Schema
    recipe: Recipe
