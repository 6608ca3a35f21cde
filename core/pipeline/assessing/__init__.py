"""Assesses the disclosure risk of a file, and writes what was found without a value of a record."""

from core.pipeline.assessing.assess import Assessment, RiskRequest, assess
from core.pipeline.assessing.write import names_of_assessment, write_assessment

__all__ = ["Assessment", "RiskRequest", "assess", "names_of_assessment", "write_assessment"]
