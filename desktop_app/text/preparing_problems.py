"""Problems of preparing steps in the window's words: it has fields, and no recipe keys."""

from __future__ import annotations

from core.messages.template import Template

PREPARING: dict[str, Template] = {
    "prepare-not-applied": Template(
        "The columns could not be prepared, so the records are shown as they were before. Correct "
        "the step that is named on the step Prepare."
    ),
    "prepare-not-private": Template(
        "Step {step} recodes the cells of this column by other records, or by texts or dates whose "
        "reading depends on them. Under differential privacy only top-coding and bottom-coding to "
        "the limit, bands that become their lower end, rounding and leaving out are possible."
    ),
    "prepare-column-unknown": Template(
        "Step {step} names this column, but the file has none of this name, or an earlier step "
        "left it out."
    ),
    "prepare-name-taken": Template(
        "Step {step} adds this column, but there is already one of this name. Choose another name."
    ),
    "prepare-needs-numbers": Template(
        "Step {step} needs numbers, but this column does not hold numbers."
    ),
    "prepare-needs-dates": Template(
        "Step {step} needs dates, but this column does not hold dates."
    ),
    "prepare-needs-whole": Template(
        "This column holds whole numbers, so step {step} needs whole numbers, too."
    ),
    "prepare-too-large": Template(
        "A number in step {step} is too large; the largest possible is {most}."
    ),
    "prepare-cell-too-large": Template(
        "Step {step} finds a number too large to be recoded, here and in {count} records "
        "altogether.",
        one="Step {step} finds a number too large to be recoded.",
    ),
    "prepare-at": Template(
        "The day on which the age counts in step {step} is neither a column of the file nor a date "
        "such as 2025-12-31."
    ),
    "prepare-born-later": Template(
        "Step {step} finds a date after the one on which the age counts, here and in {count} "
        "records altogether.",
        one="Step {step} finds a date after the one on which the age counts.",
    ),
    "prepare-cuts-not-ascending": Template(
        "The ends of the bands in step {step} must be two or more numbers, each above the one "
        "before."
    ),
    "prepare-outside-bands": Template(
        "Step {step} has no band for the values of {count} records, of which this is the first. "
        "Add an end, or top-code and bottom-code the column first.",
        one="Step {step} has no band for this value. Add an end, or top-code and bottom-code the "
        "column first.",
    ),
    "prepare-too-many-bands": Template(
        "Step {step} would make more than {most} bands. Choose wider ones."
    ),
    "prepare-no-taxonomy": Template(
        "Step {step} needs the taxonomy of this column. Choose one on the step Taxonomies."
    ),
    "prepare-several-parents": Template(
        "Step {step} needs a taxonomy in which each category has one parent."
    ),
    "prepare-level-beyond": Template(
        "Step {step} names level {level}, but the taxonomy has the levels 1 to {height}."
    ),
    "prepare-not-in-taxonomy": Template(
        "Step {step} finds a value that is not in the taxonomy, here and in {count} records "
        "altogether. Say on the step Taxonomies what it means.",
        one="Step {step} finds a value that is not in the taxonomy. Say on the step Taxonomies "
        "what it means.",
    ),
    "prepare-level-mapped": Template(
        "Step {step} gives a category that was given another meaning on the step Taxonomies. "
        "Change that meaning."
    ),
    "prepare-no-groups": Template("Step {step} joins no category. Name those to be joined."),
    "prepare-in-two-groups": Template("Step {step} puts a category into two joined ones."),
    "prepare-switched-off": Template(
        "Step {step} of the step Prepare cannot be done any more and was switched off:"
    ),
    "prepare-absent": Template(
        "{count} of the categories that step {step} joins do not occur in the file.",
        one="One of the categories that step {step} joins does not occur in the file.",
    ),
    "prepare-still-rare": Template(
        "The category into which step {step} joins the rare ones is rare itself: {count} records "
        "have it.",
        one="The category into which step {step} joins the rare ones is rare itself: one record "
        "has it.",
    ),
}
