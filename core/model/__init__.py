"""The data model: frozen values that every package may use."""

from core.model.compared_figures import (
    ComparedFigure,
    Estimate,
    Figure,
    FigureKind,
    FigureValue,
    Side,
    UsualFigures,
)
from core.model.dataset import (
    NO_LABELS,
    Column,
    ColumnKind,
    Dataset,
    Fingerprint,
    Labels,
    Spellings,
)
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
    reached_guarantee,
)
from core.model.improvement import Improvement, TriedSettings
from core.model.plan import Implications, Plan
from core.model.preparing import Preparing
from core.model.project import (
    BlockScale,
    FileKind,
    FixedColumn,
    Formulas,
    Method,
    MissingPolicy,
    PopulationCounts,
    PopulationFile,
    Project,
    ReadOptions,
    Recipe,
    Source,
    Target,
)
from core.model.promise import Promise
from core.model.recipe_conditions import (
    NK,
    ConditionCount,
    Diversity,
    DomainTotals,
    Dominance,
    DominanceRule,
    PPercent,
    Scenario,
    Unit,
    UnitProtection,
)
from core.model.release import Question, Release, SignOff, Verification, WrittenFile
from core.model.result import Block, Clusters, Direction, Exposure, Measure, Result, Step
from core.model.schema import (
    AMOUNTS,
    CATEGORICAL,
    Attribute,
    CategoryChange,
    DistanceScale,
    Role,
    Scale,
    Schema,
)
from core.model.taxonomy import IMPLIED_ROOT, Taxonomy
from core.model.taxonomy_building import flat, taxonomy_of
