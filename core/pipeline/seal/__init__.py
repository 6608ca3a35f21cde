"""Writes a release: staged in a hidden folder, read back, recounted, and only then published."""

from core.pipeline.seal.destination import (
    check_destination,
    check_halves,
    refuse_public_half,
)
from core.pipeline.seal.input_guard import UserFile, guard_inputs, list_input_files
from core.pipeline.seal.input_metadata import preflight
from core.pipeline.seal.release_names import marked, names_of, names_of_project
from core.pipeline.seal.seal import SEAL_PHASES, new_stamp, seal
