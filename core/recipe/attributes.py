"""The entry of a column in a recipe."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError, ValidationError

from core.io.files.input_files import readable
from core.io.taxonomies import is_shipped, taxonomy_path
from core.model import Attribute, CategoryChange, DistanceScale, Role, Scale
from core.model.declared_types import AsWritten, Expects, Flag, Number, Positive, Texts
from core.network_paths import refuse_network_path
from core.recipe.declared import PathText, fault
from core.same_fields import copy_fields

_EPOCH = date(1970, 1, 1)
DAY: JsonDict = {"format": "date"}
_Importance = Annotated[float, Expects("recipe-expects-importance", 0.01, 100), AsWritten()]
_Day = Annotated[str, Field(json_schema_extra=DAY)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeEntry:
    """What a recipe says of a column.

    Attributes
    ----------
    name : str
        The column's name in the file.
    role : Role
        Its [role](methods.md#roles); `link` is that of the number of a
        [unit](conditions.md#units).
    scale : Scale or None
        Required for quasi-identifiers and confidential columns.
    order : tuple of str
        Categories of an ordinal column, lowest first.
    domain : tuple or None
        What the column can hold at all: `[0, 150000]`, `["2020-01-01", "2024-12-31"]`.
    taxonomy : str or None
        A taxonomy file, or `shipped:NAME` for one that comes with the program.
    mapping : dict
        Which category a differently spelled cell means: `{"Holand": "Netherlands"}`. The release
        has the category.
    categories : tuple of str
        All categories that a nominal column can hold, for differential privacy.
    precision : float or None
        Step in which the domain is counted, for differential privacy; by default 1/1000 of the
        domain, and 1 for whole numbers and days.
    domain_from_data : bool
        The domain was taken from the data, which voids a claim of differential privacy.
    not_applicable : tuple of str
        Codes, the empty cell `""` included, that mean that the question
        [does not apply](conditions.md#does-not-apply).
    zeros : str or None
        Zero means "none" and [stays zero](conditions.md#zeros).
    known : bool or None
        Whether others may know the values of a column that is published as it is
        ([checklist](checklist.md#rows)); by default its name and role decide.
    sensitive : bool or None
        Whether nobody may learn its values ([checklist](checklist.md#rows)); by default those of
        confidential columns.
    place : bool or None
        Whether it says where somebody lives or works ([checklist](checklist.md#rows)); by default
        its name and taxonomy decide.
    distance : DistanceScale or None
        The [scale](methods.md#scale-of-distance-and-importance) on which the amounts of a
        quasi-identifier are compared when clusters are formed; by default `plain`.
    importance : float or None
        How much a quasi-identifier [counts](methods.md#scale-of-distance-and-importance) in the
        squared distance of two records; by default 1.
    change : CategoryChange or None
        What a category of a quasi-identifier becomes that differs from the one of its group: by
        default `replace`, or [`blank`](methods.md#blanks-instead-of-false-categories).
    """

    name: str
    role: Role
    scale: Annotated[Scale | None, Field(validate_default=True)] = None
    order: Texts = ()
    domain: tuple[Number, Number] | tuple[_Day, _Day] | None = None
    taxonomy: PathText | None = None
    mapping: Annotated[dict[str, str], Expects("recipe-expects-mapping")] = field(
        default_factory=dict
    )
    categories: Texts = ()
    precision: Positive | None = None
    domain_from_data: Flag = False
    not_applicable: Texts = ()
    zeros: Literal["keep"] | None = None
    known: Flag | None = None
    sensitive: Flag | None = None
    place: Flag | None = None
    distance: DistanceScale | None = None
    importance: _Importance | None = None
    change: CategoryChange | None = None

    @field_validator("scale")
    @classmethod
    def _is_given(cls, scale: Scale | None, info: ValidationInfo) -> Scale | None:
        if scale is None and info.data.get("role") in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL):
            raise fault("recipe-missing")
        return scale

    @field_validator("domain", mode="wrap")
    @classmethod
    def _is_an_interval(
        cls, bounds: object, read: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> object:
        scale: Scale | None = info.data.get("scale")
        try:
            domain = read(bounds)
            if domain is None or _interval(domain, scale) is not None:
                return domain
        except ValidationError:
            pass
        raise _wrong_domain(scale)


def attribute_of(entry: AttributeEntry, folder: Path) -> Attribute:
    """Return the column that an entry describes; paths of taxonomies start from `folder`."""
    taxonomy = entry.taxonomy or None
    if taxonomy is not None and not is_shipped(taxonomy):
        refuse_network_path(taxonomy, folder)
        taxonomy = str(taxonomy_path(taxonomy, folder.absolute()))
    return copy_fields(
        Attribute,
        entry,
        domain=None if entry.domain is None else _interval(entry.domain, entry.scale),
        taxonomy=taxonomy,
        mapping=tuple(entry.mapping.items()),
        listed=entry.categories,
        keeps_zeros=entry.zeros is not None,
        distance=entry.distance or DistanceScale.PLAIN,
        importance=entry.importance or 1.0,
        change=entry.change or CategoryChange.REPLACE,
        categories=None,
    )


def entry_of(attribute: Attribute, folder: Path | None) -> AttributeEntry:
    """Return the entry of a column; paths below `folder` are written relative to it."""
    taxonomy, domain = attribute.taxonomy, attribute.domain
    if taxonomy is not None and not is_shipped(taxonomy):
        taxonomy = path_entry(Path(taxonomy), folder)
    days: tuple[str, str] | None = None
    if domain is not None and attribute.scale is Scale.DATE:
        low, high = ((_EPOCH + timedelta(days=bound)).isoformat() for bound in domain)
        days = low, high
    return copy_fields(
        AttributeEntry,
        attribute,
        domain=days or domain,
        taxonomy=taxonomy,
        mapping=dict(attribute.mapping),
        categories=attribute.listed,
        zeros="keep" if attribute.keeps_zeros else None,
        distance=None if attribute.distance is DistanceScale.PLAIN else attribute.distance,
        importance=None if attribute.importance == 1.0 else attribute.importance,
        change=None if attribute.change is CategoryChange.REPLACE else attribute.change,
    )


def path_entry(path: Path, folder: Path | None) -> str:
    """Return a path below `folder` relative to it, or without a folder the name alone.

    A name discloses nothing about the machine.
    """
    if folder is None:
        return readable(path.name)
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def _wrong_domain(scale: Scale | None) -> PydanticCustomError:
    if scale is Scale.DATE:
        return fault("recipe-expects-days")
    return fault("recipe-expects-domain")


def _interval(
    bounds: tuple[float, float] | tuple[str, str], scale: Scale | None
) -> tuple[float, float] | None:
    """Return the bounds of a domain, dates as days since 1970-01-01, or ``None``.

    An infinite width could not be divided into bins.
    """
    low, high = (_number(bound, scale) for bound in bounds)
    is_wide = low is not None and high is not None and low < high and math.isfinite(high - low)
    return (low, high) if low is not None and high is not None and is_wide else None


def _number(bound: float | str, scale: Scale | None) -> float | None:
    if isinstance(bound, str) != (scale is Scale.DATE):
        return None
    if not isinstance(bound, str):
        return bound
    try:
        return float((date.fromisoformat(bound) - _EPOCH).days)
    except ValueError:
        return None
