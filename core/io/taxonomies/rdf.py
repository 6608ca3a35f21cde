"""Reads RDF/XML without network access, entities or document types."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler, feature_namespaces

from defusedxml import DefusedXmlException
from defusedxml.sax import make_parser

from core.io.taxonomies.taxonomy_draft import Entry, Loaded, refuse_taxonomy
from core.model import IMPLIED_ROOT

if TYPE_CHECKING:
    from rdflib import Graph, URIRef

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
SKOS = "http://www.w3.org/2004/02/skos/core#"

# Default base of relative IRIs; nothing is ever fetched from it.
_BASE = "http://taxonomy.invalid/"
_NAMING = ((RDF, "about"), (RDF, "ID"))


@dataclass(slots=True)
class Scan:
    """The result of a first scan.

    Attributes
    ----------
    rows : dict of str to int
        First line of each subject, by its local name.
    is_rdf, is_skos : bool
        Whether the root element is RDF, and whether there are SKOS concepts.
    """

    rows: dict[str, int] = field(default_factory=dict)
    is_rdf: bool = False
    is_skos: bool = False


class _Look(ContentHandler):
    """Content handler that notes lines; its parser refuses document types and entities."""

    def __init__(self, scan: Scan) -> None:
        super().__init__()
        self._scan = scan
        self._outermost = True

    def setDocumentLocator(self, locator: Any) -> None:
        self._locator = locator

    def startElementNS(self, name: Any, qname: Any, attrs: Any) -> None:  # noqa: ARG002, N802
        if self._outermost:
            self._scan.is_rdf = name == (RDF, "RDF")
            self._outermost = False
        self._scan.is_skos |= name == (SKOS, "Concept")
        for key in _NAMING:
            if key in attrs:
                subject = local_name(attrs[key])
                self._scan.rows.setdefault(subject, self._locator.getLineNumber())
        if (RDF, "resource") in attrs and name == (RDF, "type"):
            self._scan.is_skos |= attrs[(RDF, "resource")] == SKOS + "Concept"


def scan_rdf(loaded: Loaded) -> Scan:
    """Scan an XML file.

    Raises
    ------
    Refused
        If it is not well-formed XML, or declares a document type or entities.
    """
    scan = Scan()
    parser = make_parser()
    parser.forbid_dtd = True
    parser.setFeature(feature_namespaces, True)
    parser.setContentHandler(_Look(scan))
    try:
        parser.parse(BytesIO(loaded.raw))
    except DefusedXmlException:
        raise refuse_taxonomy("taxonomy-xml-entities", loaded.path) from None
    except SAXParseException as error:
        raise refuse_taxonomy("taxonomy-xml-broken", loaded.path, error.getLineNumber()) from None
    except (LookupError, SAXException, ValueError):  # also raised for an unknown encoding
        raise refuse_taxonomy("taxonomy-xml-broken", loaded.path) from None
    return scan


def graph_of(loaded: Loaded) -> tuple[Graph, Scan]:
    """Read the statements of an RDF/XML file; raise `Refused` if it has none."""
    scan = scan_rdf(loaded)
    if not scan.is_rdf:
        raise refuse_taxonomy("taxonomy-xml-not-rdf", loaded.path)
    # Imported late because it takes a third of a second and few taxonomies need it.
    from rdflib import Graph

    # Suppress the library's log messages, which quote the file.
    logging.getLogger("rdflib").setLevel(logging.CRITICAL + 1)
    graph = Graph(bind_namespaces="none")
    try:
        graph.parse(source=BytesIO(loaded.raw), format="xml", publicID=_BASE)
    except Exception:  # the library raises exceptions of many kinds, plain ones among them
        raise refuse_taxonomy("taxonomy-rdf-broken", loaded.path) from None
    return graph, scan


def local_name(uri: str) -> str:
    """Find the part after the last # or / of an IRI, unescaped."""
    name = re.split(r"[#/]", uri.rstrip("#/"))[-1]
    return re.sub(
        r"(?:%[0-9A-Fa-f]{2})+",
        lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace"),
        name,
    )


def literals(graph: Graph, subject: URIRef, relation: URIRef) -> list[tuple[str, str]]:
    """List the language (or an empty text) and text of labels, sorted by code point."""
    from rdflib import Literal

    labels = (label for label in graph.objects(subject, relation) if isinstance(label, Literal))
    return sorted((label.language or "", str(label).strip()) for label in labels)


def in_order(subjects: set[URIRef], scan: Scan) -> list[URIRef]:
    """Sort subjects in order of their first description, then others by code point."""
    last = len(scan.rows) and max(scan.rows.values()) + 1
    return sorted(subjects, key=lambda s: (scan.rows.get(local_name(s), last), s))


def entries_of(
    order: list[URIRef],
    above: Mapping[URIRef, set[URIRef]],
    names: Mapping[URIRef, str],
    scan: Scan,
    hang: bool,
) -> list[Entry]:
    """Build the rows of a draft, with an implied root if wanted and if there are several tops."""
    tops = sum(not above[subject] for subject in order)
    root = IMPLIED_ROOT if hang and tops > 1 else None
    entries = [Entry(IMPLIED_ROOT, None, None)] if root else []
    for subject in order:
        row = scan.rows.get(local_name(subject))
        name = names[subject]
        parents = [names[parent] for parent in in_order(above[subject], scan)]
        entries += [Entry(name, parent, row) for parent in parents] or [Entry(name, root, row)]
    return entries
