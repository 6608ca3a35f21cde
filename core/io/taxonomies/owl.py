"""OWL and RDFS in RDF/XML: classes, their superclasses, and their individuals.

A category's name is the last part of its IRI; ``rdfs:label`` gives labels. Restrictions and other
anonymous classes are ignored. Several classes directly below ``owl:Thing`` get an implied root,
which has the same meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.io.taxonomies.rdf import Scan, graph_of, in_order, literals, local_name
from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded
from core.model import IMPLIED_ROOT

if TYPE_CHECKING:
    from rdflib import Graph, URIRef


def read_owl(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; raise `Refused` if it has no classes or two of the same name."""
    graph, scan = graph_of(loaded)
    above = _parents(graph)
    if not above:
        raise refused("taxonomy-rdf-empty", loaded.path)
    order = in_order(set(above), scan)
    names: dict[str, URIRef] = {}
    for subject in order:
        name = local_name(subject)
        if names.setdefault(name, subject) != subject:
            raise refused("taxonomy-rdf-twice", loaded.path, scan.rows.get(name))
    return TaxonomyDraft(_entries(order, above, scan), _labels(graph, order))


def _parents(graph: Graph) -> dict[URIRef, set[URIRef]]:
    """Return every named class and individual with its parents."""
    from rdflib import OWL, RDF, RDFS, URIRef

    found: dict[URIRef, set[URIRef]] = {}
    for kind in (OWL.Class, RDFS.Class):
        for subject in graph.subjects(RDF.type, kind):
            if isinstance(subject, URIRef):
                found[subject] = set()
    for subject, _, parent in graph.triples((None, RDFS.subClassOf, None)):
        if isinstance(subject, URIRef) and isinstance(parent, URIRef):
            found.setdefault(subject, set()).add(parent)
            found.setdefault(parent, set())
    classes = set(found)
    for subject, _, parent in graph.triples((None, RDF.type, None)):
        if isinstance(subject, URIRef) and isinstance(parent, URIRef) and parent in classes:
            found.setdefault(subject, set()).add(parent)
    found.pop(OWL.Thing, None)
    return {subject: parents - {OWL.Thing} for subject, parents in found.items()}


def _entries(order: list[URIRef], above: Mapping[URIRef, set[URIRef]], scan: Scan) -> list[Entry]:
    tops = [subject for subject in order if not above[subject]]
    root = IMPLIED_ROOT if len(tops) > 1 else None
    entries = [Entry(IMPLIED_ROOT, None, None)] if root else []
    for subject in order:
        name = local_name(subject)
        row = scan.rows.get(name)
        parents = [local_name(parent) for parent in in_order(above[subject], scan)]
        entries += [Entry(name, parent, row) for parent in parents] or [Entry(name, root, row)]
    return entries


def _labels(graph: Graph, order: list[URIRef]) -> dict[str, dict[str, str]]:
    """Return labels by language; of several in one language, the first by code point."""
    from rdflib import RDFS

    found: dict[str, dict[str, str]] = {}
    for subject in order:
        for language, label in literals(graph, subject, RDFS.label):
            found.setdefault(language, {}).setdefault(local_name(subject), label)
    return dict(sorted(found.items()))
