"""Methods that release noise under differential privacy (manual: differential-privacy)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.conditions import Records
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.model import Promise
from core.protect.privacy.private_release import PHASES, release_privately
from core.protect.protected import Protected
from core.protect.protection_method import ProtectionMethod
from core.protect.task import Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseAddition(ProtectionMethod):
    """A method that draws noise under differential privacy, in declared domains."""

    adds_noise: ClassVar[bool] = True

    phases: tuple[str, ...] = PHASES
    takes_nominal: bool = True

    def promise(self, parameters: Parameters) -> Promise:
        """Return the budget; what it buys, if anything, says the claim of the release."""
        epsilon = parameters.get("epsilon")
        return Promise(epsilon=float(epsilon) if isinstance(epsilon, int | float) else None)

    def protect(  # the recipe says it all, and nothing is cut into blocks
        self,
        records: Records,
        parameters: Parameters,  # noqa: ARG002
        job: Job,
        engine: BlockEngine | None = None,  # noqa: ARG002
    ) -> Protected:
        """Release noise; the number of groups of equal values is not what protects.

        Returns
        -------
        Protected
            It is `paired` if record `i` of the columns is record `i` of the input. Otherwise each
            masked column has its own random order.
        """
        return release_privately(records, job)
