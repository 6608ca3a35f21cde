"""A protection method: a thing that protects records and says what it promises."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from core.conditions import Records
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.model import Implications, Promise, Recipe, Role, Schema
from core.protect.parameter import SEED, Parameter, ParameterKind
from core.protect.protected import Protected
from core.protect.task import Parameters
from core.protect.workload import Workload

Names = tuple[str, ...]


def draw_secret() -> str:
    """Draw 128 bits from the system's secure source, as 32 hexadecimal digits."""
    return os.urandom(16).hex()


def _is_weighted(parameters: Parameters) -> bool:
    """Return whether distances include the confidential attributes (parameter `lambda`)."""
    share = parameters.get("lambda", 0)
    return isinstance(share, int | float) and share > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectionMethod(ABC):
    """A protection method.

    Those of `core.protect.microaggregation` release representatives of groups, those of
    `core.protect.privacy.noise_addition` noise under differential privacy. A method of another kind
    is a class of its own.

    Attributes
    ----------
    name : str
        Its name in a recipe; the catalogue has ``method-<name>`` and
        ``method-<name>-meaning``.
    parameters : tuple of Parameter
        In the order of a form.
    phases : tuple of str
        Phases of `protect`, in order.
    implications : callable
        ``implications(parameters, records, left_out) -> Implications``.
    sources : tuple of str
        Publications, as cited in the manual's bibliography: ``Author (year)``.
    promises_t : bool
        Whether it guarantees that no cluster's EMD exceeds the parameter `t`; it then needs a
        confidential attribute.
    t_optional : bool
        Whether it promises t only if the parameter `t` is below 1, which is the largest EMD.
    merges_for_t : bool
        Whether it keeps t by merging alone, so that its partition depends on the confidential
        attributes only through the parameter `lambda`.
    quasi_identifiers : int or None
        Required number of quasi-identifiers; ``None``: any number.
    column_by_column : bool
        Whether it partitions each quasi-identifier separately, so that k holds for each of them but
        not for all together.
    by_distance : bool
        Whether it forms clusters by the distances between `Task.points`, whatever their dimension.
    seconds : callable
        ``seconds(workload, parameters)``: approximate seconds of `protect` without the moves of a
        search; by default those of MDAV.
    """

    forms_groups: ClassVar[bool] = False
    """Whether it gives the records of a group the same quasi-identifiers, as k, t and the
    conditions on groups need."""
    adds_noise: ClassVar[bool] = False
    """Whether it draws noise under differential privacy: in declared domains, anew in each run, and
    with the exact figures of the original withheld."""

    name: str
    parameters: tuple[Parameter, ...]
    phases: tuple[str, ...]
    implications: Callable[[Parameters, int, int], Implications]
    sources: tuple[str, ...]
    promises_t: bool = False
    t_optional: bool = False
    merges_for_t: bool = False
    quasi_identifiers: int | None = None
    uses_domain: bool = False
    column_by_column: bool = False
    by_distance: bool = False
    takes_nominal: bool = False
    seconds: Callable[[Workload, Parameters], float] = lambda workload, _: workload.clustering

    @abstractmethod
    def promise(self, parameters: Parameters) -> Promise:
        """State the promise of a release with these parameters, complete or not."""

    @abstractmethod
    def protect(
        self, records: Records, parameters: Parameters, job: Job, engine: BlockEngine | None = None
    ) -> Protected:
        """Protect records.

        Parameters
        ----------
        records : Records
            The records to be released, of a resolved recipe without errors.
        job : Job
            Enters the `phases`.
        engine : BlockEngine, optional
            Computes the pieces of a partition in blocks; default: the threads of this process.

        Raises
        ------
        PromiseBroken
            If what it promises cannot be kept.
        Cancelled
            If the job was cancelled.
        """

    def count_needed_records(self, parameters: Parameters) -> int:
        """Return how many records of the file, and of each stratum, these parameters need."""
        k = parameters.get("k", 1)
        return k if isinstance(k, int) else 1

    def count_cluster_records(self, records: Records, parameters: Parameters) -> int:  # noqa: ARG002
        """Count the records, or units, that each cluster of these records has at least.

        Each part that is grouped separately has as many: smaller ones are joined to others.
        """
        return self.count_needed_records(parameters)

    def draw_secrets(
        self, parameters: Parameters, draw: Callable[[], str] = draw_secret
    ) -> dict[str, object]:
        """Return the parameters of a run, with secrets drawn unless they are given.

        Parameters
        ----------
        draw : callable, optional
            Draws a secret; default: from the system's secure source.
        """
        return dict(parameters) | {
            parameter.name: draw()
            for parameter in self.parameters
            if parameter.kind is ParameterKind.SECRET and parameter.name not in parameters
        }

    def without_secrets(self, parameters: Parameters) -> dict[str, object]:
        """Return the parameters that may be published."""
        kinds = {parameter.name: parameter.kind for parameter in self.parameters}
        return {
            name: value
            for name, value in parameters.items()
            if name != SEED.name and kinds.get(name) is not ParameterKind.SECRET
        }

    @property
    def in_blocks(self) -> bool:
        """Whether the records of a large file can be partitioned in blocks (`core.protect.blocks`).

        Methods that sort records or single columns, or that release no clusters, need none.
        """
        return self.by_distance

    @property
    def uses_distances(self) -> bool:
        """Whether it forms clusters by the distances of records, on which columns have a scale."""
        return self.forms_groups and not (self.uses_domain or self.column_by_column)

    @property
    def needs_confidential(self) -> bool:
        """Whether the method needs a confidential attribute."""
        return self.promises_t

    def keeps_t(self, parameters: Parameters) -> bool:
        """Return whether these parameters promise that no cluster's EMD exceeds `t`."""
        t = parameters.get("t", 1)
        return self.promises_t or (self.t_optional and isinstance(t, int | float) and t < 1)

    def works_on_confidential(self, parameters: Parameters) -> bool:
        """Return whether the groups depend on the confidential attributes."""
        return self.keeps_t(parameters) or _is_weighted(parameters)

    def partitions_by_confidential(self, parameters: Parameters) -> bool:
        """Return whether the partition, before merging, depends on the confidential attributes."""
        return _is_weighted(parameters) or (self.keeps_t(parameters) and not self.merges_for_t)

    def phases_under(self, recipe: Recipe, parameters: Parameters) -> tuple[str, ...]:  # noqa: ARG002
        """Return the phases of a run under the conditions of a recipe."""
        return self.phases

    def complete(self, parameters: Parameters) -> Parameters:
        """Return the parameters, with defaults for absent optional ones."""
        optional = {p.name: p.default for p in self.parameters if not p.required}
        return {**{name: v for name, v in optional.items() if v is not None}, **parameters}

    def parameter(self, name: str) -> Parameter:
        """Return the parameter called `name`; raise ``KeyError`` if there is none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise KeyError(name)

    def blocks(
        self, parameters: Parameters, schema: Schema, strata: Sequence[str] = ()
    ) -> tuple[Names, ...]:
        """Return the masked quasi-identifiers of each block.

        k holds for each block. With a single block, the usual case, it holds for all
        quasi-identifiers together. Manual: methods#attribute-blocks; Rebollo-Monedero et al.
        (2016), section V.C.

        Parameters
        ----------
        strata : sequence of str
            Columns that define strata: they are constant in every cluster and need no masking.
        """
        quasi = schema.with_role(Role.QUASI_IDENTIFIER)
        names = tuple(attribute.name for attribute in quasi if attribute.name not in strata)
        if self.column_by_column:
            return tuple((name,) for name in names)
        blocks = parameters.get("blocks")
        if not isinstance(blocks, Sequence) or not blocks:
            return (names,)
        return tuple(tuple(block) for block in blocks)
