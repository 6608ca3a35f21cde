"""The arguments of the command ``statveil``."""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

from core import __version__
from core.command_line.manual import INDEX, page_names


@cache
def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line, once in a process."""
    top = argparse.ArgumentParser(
        prog="statveil",
        description="Protects confidential microdata and checks what was protected.",
        epilog="Exit status: 0 ready for release; 5 written and verified, but questions are open; "
        "2 recipe or input wrong; 3 a promise could not be kept; 4 cancelled or disk full; "
        "1 a defect in Statveil.",
    )
    top.add_argument("--version", action="version", version=f"statveil {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("suggest", help="propose roles, scales and conditions of a file")
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument(
        "--output", type=Path, metavar="RECIPE.json", help="write the proposals as a new recipe"
    )
    _scratch(command)
    _json(command)
    _assess(commands.add_parser("assess", help="count the disclosure risk of a recipe’s file"))
    command = commands.add_parser("protect", help="protect a file as a recipe says")
    command.add_argument("recipe", type=Path, metavar="RECIPE.json")
    command.add_argument("--input", type=Path, metavar="FILE", help="read this file instead")
    command.add_argument(
        "--ledger",
        type=Path,
        metavar="FILE",
        help="add what a private run spends to this file (confidential)",
    )
    _places(command)
    _scratch(command)
    _output(command)
    _json(command)
    command = commands.add_parser("compare", help="run every method on the file of a recipe")
    command.add_argument("recipe", type=Path, metavar="RECIPE.json")
    command.add_argument("--input", type=Path, metavar="FILE", help="read this file instead")
    command.add_argument(
        "--sample", type=int, metavar="N", help="compare on N records drawn at random"
    )
    _scratch(command)
    _json(command)
    _improve(commands.add_parser("improve", help="search settings with which more figures hold"))
    command = commands.add_parser("replay", help="repeat the run an audit log describes")
    command.add_argument("log", type=Path, metavar="AUDIT.json")
    command.add_argument("--input", type=Path, metavar="FILE", required=True)
    _places(command)
    _scratch(command)
    _output(command)
    _json(command)
    command = commands.add_parser("verify", help="check a release against its audit log")
    command.add_argument("log", type=Path, metavar="AUDIT.json")
    command.add_argument(
        "--input", type=Path, metavar="FILE", help="also repeat the run and compare every measure"
    )
    _places(command)
    _scratch(command)
    _json(command)
    _releases(commands.add_parser("releases", help="list the releases made on this computer"))
    _manual(commands.add_parser("manual", help="print a page of the manual"))
    _self_test(commands.add_parser("selftest", help="try out whether this installation works"))
    return top


def _self_test(command: argparse.ArgumentParser) -> None:
    # Its lines are printed while it runs, so there is no summary.
    command.set_defaults(json=False)


def _assess(command: argparse.ArgumentParser) -> None:
    command.add_argument("recipe", type=Path, metavar="RECIPE.json")
    command.add_argument("--input", type=Path, metavar="FILE", help="read this file instead")
    command.add_argument(
        "--length",
        type=int,
        metavar="N",
        help="look for minimal sample uniques of up to N columns (default 3)",
    )
    command.add_argument(
        "--fraction",
        type=float,
        metavar="F",
        help="sampling fraction for DIS-SUDA, if neither recipe nor weights give it",
    )
    _scratch(command)
    _output(command, "the folder for the report")
    _json(command)


def _improve(command: argparse.ArgumentParser) -> None:
    command.add_argument("recipe", type=Path, metavar="RECIPE.json")
    command.add_argument("--input", type=Path, metavar="FILE", help="read this file instead")
    command.add_argument(
        "--trials", type=int, metavar="N", default=60, help="try at most N settings (default 60)"
    )
    _scratch(command)
    command.add_argument(
        "--output", type=Path, metavar="NEW.json", help="write the settings found as a new recipe"
    )
    command.add_argument("--overwrite", action="store_true", help="replace NEW.json")
    _json(command)


def _releases(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--forget", metavar="RELEASE", help="remove the one of this number from the list"
    )
    _json(command)


def _manual(command: argparse.ArgumentParser) -> None:
    names = page_names()
    command.add_argument(
        "page", nargs="?", default=INDEX, choices=names, metavar="PAGE", help=", ".join(names)
    )
    command.add_argument(
        "--html",
        type=Path,
        metavar="FOLDER",
        help="write all pages as web pages into a new folder instead",
    )
    # The manual has no summary.
    command.set_defaults(json=False)


def _output(command: argparse.ArgumentParser, what: str = "the release folder") -> None:
    command.add_argument("--output", type=Path, metavar="FOLDER", required=True, help=what)
    command.add_argument(
        "--overwrite", action="store_true", help="replace files of the same names in FOLDER"
    )


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print the summary as JSON")


def _scratch(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--scratch",
        type=Path,
        metavar="FOLDER",
        help="keep large tables in nameless files of this folder instead of in memory",
    )


def _places(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group(
        "blocks of a large file (“scale” of the recipe), by default computed by threads"
    )
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="compute them on the Dask cluster of this scheduler, such as tls://host:8786",
    )
    for name, what in (
        ("ca", "authority that signed the cluster’s certificates"),
        ("cert", "certificate of this computer"),
        ("key", "its key"),
    ):
        group.add_argument(f"--tls-{name}", type=Path, metavar="FILE", help=f"PEM file: {what}")
    group.add_argument(
        "--tls-fingerprint",
        metavar="SHA256",
        help="of the scheduler’s certificate, as “openssl x509 -noout -fingerprint -sha256” prints",
    )
