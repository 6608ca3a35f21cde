"""The data model: frozen values that every package may use."""

from core.model.aggregate_choice import Aggregate, aggregate_of
from core.model.condition_count import ConditionCount
from core.model.dataset import Column, ColumnKind, Dataset, Fingerprint, Sampling, Spellings
from core.model.differential_privacy import (
    Claim,
    Guarantee,
    Ledger,
    LedgerEntry,
    PrivateRun,
    ProjectLedger,
    Spending,
    Strength,
    TypicalError,
)
from core.model.domain_totals import DomainTotals
from core.model.dominance_rule import Dominance, DominanceRule
from core.model.figures import (
    ComparedFigure,
    Estimate,
    Figure,
    FigureKind,
    FigureValue,
    Side,
)
from core.model.labels import NO_LABELS, Labels
from core.model.plan import Implications, Plan
from core.model.preparing import Prepared, Preparing
from core.model.project import (
    BlockScale,
    FileKind,
    FixedColumn,
    Formulas,
    Method,
    MissingPolicy,
    Project,
    ReadOptions,
    Recipe,
    Source,
    Target,
)
from core.model.release import Release, SignedCaution, SignOff, Verification, WrittenFile
from core.model.result import Block, Clusters, Direction, Measure, Result, Step
from core.model.scenario import Scenario
from core.model.schema import Attribute, Role, Scale, Schema
from core.model.taxonomy import IMPLIED_ROOT, Taxonomy
from core.model.taxonomy_building import flat, taxonomy_of
from core.model.unit import Unit, UnitProtection

__all__ = [
    "IMPLIED_ROOT",
    "NO_LABELS",
    "Aggregate",
    "Attribute",
    "Block",
    "BlockScale",
    "Claim",
    "Clusters",
    "Column",
    "ColumnKind",
    "ComparedFigure",
    "ConditionCount",
    "Dataset",
    "Direction",
    "DomainTotals",
    "Dominance",
    "DominanceRule",
    "Estimate",
    "Figure",
    "FigureKind",
    "FigureValue",
    "FileKind",
    "Fingerprint",
    "FixedColumn",
    "Formulas",
    "Guarantee",
    "Implications",
    "Labels",
    "Ledger",
    "LedgerEntry",
    "Measure",
    "Method",
    "MissingPolicy",
    "Plan",
    "Prepared",
    "Preparing",
    "PrivateRun",
    "Project",
    "ProjectLedger",
    "ReadOptions",
    "Recipe",
    "Release",
    "Result",
    "Role",
    "Sampling",
    "Scale",
    "Scenario",
    "Schema",
    "Side",
    "SignOff",
    "SignedCaution",
    "Source",
    "Spellings",
    "Spending",
    "Step",
    "Strength",
    "Target",
    "Taxonomy",
    "TypicalError",
    "Unit",
    "UnitProtection",
    "Verification",
    "WrittenFile",
    "aggregate_of",
    "flat",
    "taxonomy_of",
]
