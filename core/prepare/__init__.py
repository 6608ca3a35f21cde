"""Preparing steps: recodes columns before a method masks them (manual: prepare)."""

from core.prepare.preparation import prepare, prepare_further, unapplied
