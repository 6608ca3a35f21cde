"""The protection methods."""

from core.protect.claims import claim_of, claim_of_plan, ledger_of, ledger_of_plan
from core.protect.method_registry import METHODS, adds_noise, promise_of
from core.protect.parameter import Parameter, ParameterKind
from core.protect.protect import protect
from core.protect.protected import Protected
from core.protect.protection_method import ProtectionMethod
