"""Roles and scales in words."""

from __future__ import annotations

from core.model import Role, Scale
from desktop_app.state.parts import Part
from desktop_app.text.translate import tr


def role_title(role: Role) -> str:
    """Return what a role is called."""
    return {
        Role.IDENTIFIER: tr("Identifier"),
        Role.QUASI_IDENTIFIER: tr("Quasi-identifier"),
        Role.CONFIDENTIAL: tr("Confidential"),
        Role.OTHER: tr("Other"),
        Role.DROP: tr("Leave out"),
        Role.LINK: tr("Link (unit number)"),
    }[role]


def part_title(part: Part) -> str:
    """Return what a part is called."""
    if part is Part.WEIGHT:
        return tr("Survey weight")
    if part is Part.MASKED_WEIGHT:
        return tr("Masked weight")
    return tr("Stratum") if part is Part.STRATUM else role_title(Role(part.value))


def scale_title(scale: Scale) -> str:
    """Return what a scale is called."""
    return {
        Scale.CONTINUOUS: tr("Continuous"),
        Scale.INTEGER: tr("Whole numbers"),
        Scale.DATE: tr("Dates"),
        Scale.ORDINAL: tr("Ordered categories"),
        Scale.NOMINAL: tr("Categories"),
    }[scale]
