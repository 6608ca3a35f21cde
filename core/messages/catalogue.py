"""The catalogue, collected from the modules of `core.messages.texts`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from core.messages import texts
from core.messages.template import Template

CATALOGUE: dict[str, Template] = {
    code: template
    for module in iter_modules(texts.__path__)
    for code, template in import_module(f"{texts.__name__}.{module.name}").TEXTS.items()
}
