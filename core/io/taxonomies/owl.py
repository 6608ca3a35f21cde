"""OWL and RDFS in RDF/XML: classes, their superclasses, and their individuals.

A category's name is the last part of its IRI; ``rdfs:label`` gives labels. Restrictions and other
anonymous classes are ignored. Several classes directly below ``owl:Thing`` get an implied root,
which has the same meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.io.taxonomies.rdf import entries_of, graph_of, in_order, literals, local_name
from core.io.taxonomies.taxonomy_draft import TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded

if TYPE_CHECKING:
    from rdflib import Graph, URIRef


def read_owl(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; raise `Refused` if it has no classes or two of the same name."""
    graph, scan = graph_of(loaded)
    above = _parents(graph)
    if not above:
        raise refused("taxonomy-rdf-empty", loaded.path)
    order = in_order(set(above), scan)
    names = {subject: local_name(subject) for subject in order}
    taken: dict[str, URIRef] = {}
    for subject, name in names.items():
        if taken.setdefault(name, subject) != subject:
            raise refused("taxonomy-rdf-twice", loaded.path, scan.rows.get(name))
    from rdflib import RDFS

    found: dict[str, dict[str, str]] = {}
    for subject in order:
        for language, label in literals(graph, subject, RDFS.label):
            found.setdefault(language, {}).setdefault(local_name(subject), label)
    return TaxonomyDraft(
        entries_of(order, above, names, scan, hang=True), dict(sorted(found.items()))
    )


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
