"""Assesses the disclosure risk of a file, and writes what was found without a value of a record."""

from core.assess.assess import RiskRequest, assess
from core.assess.file_risk import FileRisk, count_file_risk
from core.assess.write import names_of_assessment, write_assessment
