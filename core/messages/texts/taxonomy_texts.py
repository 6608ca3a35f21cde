"""Reading and writing taxonomies."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # The file as a whole
    "taxonomy-too-large": Template("{file} is larger than {most} MB; a taxonomy is a short list."),
    "taxonomy-encoding": Template(
        "{file} is not UTF-8 from here on. Save it as UTF-8: in a spreadsheet, as the kind of file "
        "“CSV UTF-8”."
    ),
    "taxonomy-empty": Template("{file} holds no categories."),
    "taxonomy-too-many": Template("{file} has {count} categories; at most {most} can be used."),
    "taxonomy-too-deep": Template(
        "{file} has categories with more than {most} others above them; leave levels out."
    ),
    "taxonomy-plain-list": Template(
        "{file} is a plain list: nothing in it says what lies below what. Indent the categories, "
        "add a column with parents, or, if they are codes, make “code” the first line."
    ),
    "taxonomy-other-rdf": Template("{file} is RDF, but not in XML; save it as RDF/XML."),
    "taxonomy-intervals": Template(
        "The categories of {file} are intervals of numbers. Numbers are averaged, not put into "
        "intervals: give the column a scale of numbers; it needs no taxonomy."
    ),
    "taxonomy-not-text": Template("{file} holds signs that no text has; export it as text."),
    # Rows that contradict each other
    "taxonomy-ragged": Template(
        "{count} rows have not {columns} cells as the first row has; they begin with rows {rows}.",
        one="This row has not {columns} cells as the first row has.",
    ),
    "taxonomy-quotes": Template(
        "The quotes of this row do not match; close them, and double those inside a name."
    ),
    "taxonomy-name-empty": Template("The category has no name; fill it in or remove the row."),
    "taxonomy-own-parent": Template("The category is its own parent; name another one."),
    "taxonomy-twice": Template("The same entry is already in row {first}; remove one of the two."),
    "taxonomy-two-roots": Template(
        "No parent is given here, and none in row {first} either. Only one category, the root, "
        "may have none."
    ),
    "taxonomy-root-with-parent": Template(
        "A parent is given here, but row {first} says that the category has none."
    ),
    "taxonomy-parent-unknown": Template(
        "The parent named here is not a category of {file}; add a row for it or correct its "
        "spelling."
    ),
    "taxonomy-cycle": Template(
        "Going up from this category leads back to it, over rows {rows}. Correct one of these "
        "{count} parents."
    ),
    "taxonomy-unreachable": Template(
        "{count} categories cannot be reached from the root; they begin with rows {rows}.",
        one="This category cannot be reached from the root.",
    ),
    # Kinds of files
    "taxonomy-header": Template(
        "{file} must have the columns category and parent, named so in the first row."
    ),
    "taxonomy-column-unknown": Template(
        "Column {position} has no use. After category and parent, only columns with different "
        "labels are allowed, named like label:en."
    ),
    "taxonomy-code-column": Template(
        "Column {position} has no use. After code, only columns with labels are allowed, named "
        "like label:en."
    ),
    "taxonomy-levels-two-parents": Template(
        "A category has another parent here than in row {first}. Where each row holds all "
        "levels, a category has one parent."
    ),
    "taxonomy-levels-two-roots": Template(
        "The row ends with another top category than row {first}. Make the last column the same "
        "in all rows, such as *."
    ),
    "taxonomy-levels-several-parents": Template(
        "A category of this taxonomy has several parents, which a file of levels cannot hold. "
        "Save it with the columns category and parent."
    ),
    "taxonomy-kind-not-written": Template(
        "Taxonomies are written with the columns category and parent, or with levels."
    ),
    "taxonomy-indent": Template(
        "The indentation fits no line above; indent with the same spaces or tabs throughout."
    ),
    "taxonomy-xml-broken": Template("{file} is not well-formed XML; export it again."),
    "taxonomy-xml-entities": Template(
        "{file} has a document type or entities, which could hide other files and are not read. "
        "Export it without them."
    ),
    "taxonomy-xml-not-rdf": Template("{file} is XML, but not RDF/XML."),
    "taxonomy-rdf-broken": Template("{file} is not valid RDF/XML; export it again."),
    "taxonomy-rdf-empty": Template("{file} describes neither classes nor concepts."),
    "taxonomy-rdf-twice": Template(
        "Another category of {file} has the same name; give them different names."
    ),
    # Changes
    "taxonomy-unsaved": Template(
        "Its taxonomy is in no file yet. Save it, or discard what is not saved."
    ),
    "taxonomy-name-taken": Template("Another category has this name; choose another one."),
    "taxonomy-root-stays": Template("The root holds everything together; it can only be renamed."),
    "taxonomy-moved-below-itself": Template(
        "A category needs a parent, and cannot lie below itself or what lies below it."
    ),
    "taxonomy-merged-with-itself": Template("Choose two different categories to merge."),
    # Why a file was recognised as its kind
    "guess-taxonomy-header": Template("The first row says category and parent."),
    "guess-taxonomy-pairs": Template("Each row holds two names, a category and its parent."),
    "guess-taxonomy-levels": Template("Each row holds a category and what it is at each level."),
    "guess-taxonomy-indented": Template("The lines are indented."),
    "guess-taxonomy-codes": Template("The first row says code: longer codes lie below shorter."),
    "guess-taxonomy-skos": Template("The file describes SKOS concepts."),
    "guess-taxonomy-owl": Template("The file describes classes in RDF/XML."),
    "taxonomy-kind-category-parent": Template("category and parent"),
    "taxonomy-kind-levels": Template("a row for each category with its levels"),
    "taxonomy-kind-indented": Template("indented text"),
    "taxonomy-kind-codes": Template("codes under their beginnings"),
    "taxonomy-kind-skos": Template("SKOS"),
    "taxonomy-kind-owl": Template("OWL"),
}
