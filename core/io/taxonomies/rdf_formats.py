"""OWL, RDFS and SKOS in RDF/XML: classes with superclasses and individuals, or concepts.

In OWL and RDFS, a category's name is the last part of its IRI; ``rdfs:label`` gives labels.
Restrictions and other anonymous classes are ignored. Several classes directly below ``owl:Thing``
get an implied root, which has the same meaning.

In SKOS, a category's name is its preferred label (without a language, in English, or in the first
language available), or otherwise the last part of its IRI. Labels are kept in all languages;
notations are labels of the "language" ``notation``. Several top concepts of one scheme get the
scheme as an implied root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.io.taxonomies.rdf import entries_of, graph_of, in_order, literals, local_name
from core.io.taxonomies.taxonomy_draft import Loaded, TaxonomyDraft, refuse_taxonomy

if TYPE_CHECKING:
    from rdflib import Graph, URIRef

NOTATION = "notation"


def read_owl(loaded: Loaded) -> TaxonomyDraft:
    """Read the draft; raise `Refused` if it has no classes or two of the same name."""
    graph, scan = graph_of(loaded)
    above = _parents(graph)
    if not above:
        raise refuse_taxonomy("taxonomy-rdf-empty", loaded.path)
    order = in_order(set(above), scan)
    names = {subject: local_name(subject) for subject in order}
    subjects_by_name: dict[str, URIRef] = {}
    for subject, name in names.items():
        if subjects_by_name.setdefault(name, subject) != subject:
            raise refuse_taxonomy("taxonomy-rdf-twice", loaded.path, scan.rows.get(name))
    from rdflib import RDFS

    labels: dict[str, dict[str, str]] = {}
    for subject in order:
        for language, label in literals(graph, subject, RDFS.label):
            labels.setdefault(language, {}).setdefault(local_name(subject), label)
    return TaxonomyDraft(
        entries_of(order, above, names, scan, hang=True), dict(sorted(labels.items()))
    )


def _parents(graph: Graph) -> dict[URIRef, set[URIRef]]:
    """List every named class and individual with its parents."""
    from rdflib import OWL, RDF, RDFS, URIRef

    parents_of: dict[URIRef, set[URIRef]] = {}
    for kind in (OWL.Class, RDFS.Class):
        for subject in graph.subjects(RDF.type, kind):
            if isinstance(subject, URIRef):
                parents_of[subject] = set()
    for subject, _, parent in graph.triples((None, RDFS.subClassOf, None)):
        if isinstance(subject, URIRef) and isinstance(parent, URIRef):
            parents_of.setdefault(subject, set()).add(parent)
            parents_of.setdefault(parent, set())
    classes = set(parents_of)
    for subject, _, parent in graph.triples((None, RDF.type, None)):
        if isinstance(subject, URIRef) and isinstance(parent, URIRef) and parent in classes:
            parents_of.setdefault(subject, set()).add(parent)
    parents_of.pop(OWL.Thing, None)
    return {subject: parents - {OWL.Thing} for subject, parents in parents_of.items()}


def read_skos(loaded: Loaded) -> TaxonomyDraft:
    """Read the draft; raise `Refused` if it has no concepts or two of the same name."""
    from rdflib import RDF, SKOS

    graph, scan = graph_of(loaded)
    above = _broader(graph)
    if not above:
        raise refuse_taxonomy("taxonomy-rdf-empty", loaded.path)
    order = in_order(set(above), scan)
    labels: dict[URIRef, dict[str, str]] = {}
    names: dict[URIRef, str] = {}
    for subject in order:
        # Of several labels of a language, the first by code point.
        subject_labels = labels[subject] = {}
        for language, label in literals(graph, subject, SKOS.prefLabel):
            subject_labels.setdefault(language, label)
        for _, notation in literals(graph, subject, SKOS.notation):
            subject_labels.setdefault(NOTATION, notation)
        codes = sorted(
            set(subject_labels) - {NOTATION}, key=lambda code: (code != "", code != "en", code)
        )
        names[subject] = subject_labels[codes[0]] if codes else local_name(subject)
    subjects_by_name: dict[str, URIRef] = {}
    for subject in order:
        if subjects_by_name.setdefault(names[subject], subject) != subject:
            raise refuse_taxonomy(
                "taxonomy-rdf-twice", loaded.path, scan.rows.get(local_name(subject))
            )
    schemes = set(graph.subjects(RDF.type, SKOS.ConceptScheme))
    entries = entries_of(order, above, names, scan, hang=len(schemes) == 1)
    labels_by_language: dict[str, dict[str, str]] = {}
    for subject, subject_labels in labels.items():
        for language, label in subject_labels.items():
            labels_by_language.setdefault(language, {})[names[subject]] = label
    return TaxonomyDraft(entries, dict(sorted(labels_by_language.items())))


def _broader(graph: Graph) -> dict[URIRef, set[URIRef]]:
    """Return every concept with its broader concepts."""
    from rdflib import RDF, SKOS, URIRef

    broader_of: dict[URIRef, set[URIRef]] = {
        subject: set()
        for subject in graph.subjects(RDF.type, SKOS.Concept)
        if isinstance(subject, URIRef)
    }
    pairs = [(s, o) for s, _, o in graph.triples((None, SKOS.broader, None))]
    pairs += [(o, s) for s, _, o in graph.triples((None, SKOS.narrower, None))]
    for narrow, broad in pairs:
        if isinstance(narrow, URIRef) and isinstance(broad, URIRef):
            broader_of.setdefault(narrow, set()).add(broad)
            broader_of.setdefault(broad, set())
    return broader_of
