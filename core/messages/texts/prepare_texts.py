"""The preparation of columns: refusals, warnings, and the steps in words."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # The recipe
    "recipe-expects-numbers": Template("“{field}” must be a list of numbers."),
    "recipe-expects-groups": Template(
        "“{field}” must name each new category with the list of those that it replaces, such as "
        '{{"North": ["A", "B"]}}.'
    ),
    # Refusals
    "prepare-not-applied": Template(
        "The columns could not be prepared, so the records are shown as they were read. Correct "
        "the step of {@prepare} that is named."
    ),
    "prepare-not-private": Template(
        "Step {step} of {@prepare} recodes the cells of this column by other records, or by texts "
        "or dates whose reading depends on them. Under differential privacy only top-coding and "
        "bottom-coding to the limit, bands that become their lower end, rounding and leaving out "
        "are possible."
    ),
    "prepare-column-unknown": Template(
        "Step {step} of {@prepare} names this column, but the file has none of this name, or an "
        "earlier step left it out."
    ),
    "prepare-name-taken": Template(
        "Step {step} of {@prepare} adds this column, but there is already one of this name. "
        "Choose another name."
    ),
    "prepare-needs-numbers": Template(
        "Step {step} of {@prepare} needs numbers, but this column does not hold numbers."
    ),
    "prepare-needs-dates": Template(
        "Step {step} of {@prepare} needs dates, but this column does not hold dates."
    ),
    "prepare-needs-whole": Template(
        "This column holds whole numbers, so step {step} of {@prepare} needs whole numbers, too."
    ),
    "prepare-too-large": Template(
        "A number in step {step} of {@prepare} is too large; the largest possible is {most}."
    ),
    "prepare-cell-too-large": Template(
        "Step {step} of {@prepare} finds a number too large to be recoded, here and in {count} "
        "records altogether.",
        one="Step {step} of {@prepare} finds a number too large to be recoded.",
    ),
    "prepare-at": Template(
        "The day on which the age counts in step {step} of {@prepare} is neither a column of the "
        "file nor a date such as 2025-12-31."
    ),
    "prepare-born-later": Template(
        "Step {step} of {@prepare} finds a date after the one on which the age counts, here and "
        "in {count} records altogether.",
        one="Step {step} of {@prepare} finds a date after the one on which the age counts.",
    ),
    "prepare-cuts-not-ascending": Template(
        "The ends of the bands in step {step} of {@prepare} must be two or more numbers, each "
        "above the one before."
    ),
    "prepare-outside-bands": Template(
        "Step {step} of {@prepare} has no band for the values of {count} records, of which this "
        "is the first. Add an end, or top-code and bottom-code the column first.",
        one="Step {step} of {@prepare} has no band for this value. Add an end, or top-code and "
        "bottom-code the column first.",
    ),
    "prepare-too-many-bands": Template(
        "Step {step} of {@prepare} would make more than {most} bands. Choose wider ones."
    ),
    "prepare-no-taxonomy": Template(
        "Step {step} of {@prepare} needs the taxonomy of this column. Choose one ({@taxonomy})."
    ),
    "prepare-several-parents": Template(
        "Step {step} of {@prepare} needs a taxonomy in which each category has one parent."
    ),
    "prepare-level-beyond": Template(
        "Step {step} of {@prepare} names level {level}, but the taxonomy has the levels 1 to "
        "{height}."
    ),
    "prepare-not-in-taxonomy": Template(
        "Step {step} of {@prepare} finds a value that is not in the taxonomy, here and in {count} "
        "records altogether. Say which category it means ({@mapping}).",
        one="Step {step} of {@prepare} finds a value that is not in the taxonomy. Say which "
        "category it means ({@mapping}).",
    ),
    "prepare-level-mapped": Template(
        "Step {step} of {@prepare} gives a category that was given another meaning ({@mapping}). "
        "Change that meaning."
    ),
    "prepare-no-groups": Template(
        "Step {step} of {@prepare} joins no category. Name those to be joined."
    ),
    "prepare-in-two-groups": Template(
        "Step {step} of {@prepare} puts a category into two joined ones."
    ),
    "prepare-fewer-than": Template("“{field}” must be a whole number from 2 on."),
    "prepare-average-of": Template("“{field}” must be a whole number from 3 on."),
    "prepare-average-few": Template(
        "Step {step} of {@prepare} finds values of fewer than {of} records or units, or one that "
        "makes up most of them all. Leave this column out, or top-code it."
    ),
    # Warnings
    "prepare-switched-off": Template(
        "Step {step} of {@prepare} cannot be done and was switched off:"
    ),
    "prepare-absent": Template(
        "{count} of the categories that step {step} of {@prepare} joins do not occur in the file.",
        one="One of the categories that step {step} of {@prepare} joins does not occur in the "
        "file.",
    ),
    "prepare-still-rare": Template(
        "The category into which step {step} of {@prepare} joins the rare ones is rare itself: "
        "{count} records have it.",
        one="The category into which step {step} of {@prepare} joins the rare ones is rare "
        "itself: one record has it.",
    ),
    "prepare-tail-of-few": Template(
        "Step {step} of {@prepare} uses the limit, because the mean of the values beyond it "
        "({count} records or units) would disclose the largest one.",
        one="Step {step} of {@prepare} uses the limit, because the only value beyond it would be "
        "published.",
    ),
    # Suggestions
    "suggest-birth-beside-age": Template(
        "With {at} it gives the age in {age} again, to the day. Leave it out."
    ),
    "suggest-birth-beside-age-alone": Template(
        "It seems to be a date of birth. It identifies people, and the age in {age} is usually "
        "enough. Leave it out."
    ),
    "suggest-age": Template(
        "It seems to be a date of birth, which identifies people. The age on the date in {at} is "
        "usually enough."
    ),
    "suggest-top-code": Template(
        "{count} records have amounts far above all others. Top-coding hides how large they are, "
        "but lowers totals and means.",
        one="One record has an amount far above all others. Top-coding hides how large it is, but "
        "lowers the total and the mean.",
    ),
    "suggest-level": Template(
        "It has {count} categories, so few records share one of them. On level {level} of its "
        "taxonomy {left} are left."
    ),
    "suggest-rare": Template(
        "{count} of its {categories} categories occur in fewer than {k} records each. Join them, "
        "or recode the column to a level of its taxonomy.",
        one="One of its {categories} categories occurs in fewer than {k} records. Join it to "
        "others, or recode the column to a level of its taxonomy.",
    ),
    "suggest-join": Template(
        "{count} of its {categories} categories occur in fewer than {k} records each, and together "
        "they would be rare, too. Join them to one that is alike; the rarest of the others is "
        "proposed.",
        one="One of its {categories} categories occurs in fewer than {k} records. Join it to one "
        "that is alike; the rarest of the others is proposed.",
    ),
    "suggest-average": Template(
        "{count} of its values differ, so anyone who knows one of them exactly finds the record. "
        "Means of at least {k} values nearest in size hide this and hardly change the column."
    ),
    # Steps in words
    "prepared-age": Template("{name}: completed years from {column} to {at}"),
    "prepared-age-day": Template("{name}: completed years from {column} to {date}"),
    "prepared-top-code": Template("{column}: values above {bound} become {bound}"),
    "prepared-top-code-mean": Template(
        "{column}: values above {bound} become their mean, or {bound} where it would "
        "disclose one value"
    ),
    "prepared-bottom-code": Template("{column}: values below {bound} become {bound}"),
    "prepared-bottom-code-mean": Template(
        "{column}: values below {bound} become their mean, or {bound} where it would "
        "disclose one value"
    ),
    "prepared-band-width": Template("{column}: bands of width {width}, counted from {origin}"),
    "prepared-band-cuts": Template("{column}: bands that begin or end at {cuts}"),
    "prepared-band-width-middle": Template(
        "{column}: middles of bands of width {width}, counted from {origin}"
    ),
    "prepared-band-width-lower": Template(
        "{column}: lower ends of bands of width {width}, counted from {origin}"
    ),
    "prepared-band-cuts-middle": Template("{column}: middles of bands that begin or end at {cuts}"),
    "prepared-band-cuts-lower": Template(
        "{column}: lower ends of bands that begin or end at {cuts}"
    ),
    "prepared-round": Template("{column}: rounded to multiples of {to}"),
    "prepared-average": Template("{column}: means of at least {of} values nearest in size"),
    "prepared-level": Template("{column}: categories of level {level} of its taxonomy"),
    "prepared-group": Template("{column}: categories joined"),
    "prepared-rare": Template(
        "{column}: categories with fewer than {fewer_than} records become “{into}”"
    ),
    "prepared-period": Template("{column}: first day of the {span}"),
    "prepared-drop": Template("{column}: left out"),
    # Reports
    "report-preparation": Template("How the file was prepared"),
    "report-preparation-purpose": Template(
        "Before the protection, columns were recoded in this order:"
    ),
    "report-preparation-counts": Template("Preparation"),
    "report-preparation-counts-purpose": Template(
        "What each step changed in the file as it was read, before the protection."
    ),
    "report-preparation-step": Template("Step"),
    "report-preparation-changed": Template("Cells changed"),
    "report-preparation-before": Template("Distinct values before"),
    "report-preparation-after": Template("Distinct values after"),
    "report-preparation-why": Template("Reason"),
    "report-preparation-losses": Template("Loss by preparing and by masking"),
    "report-preparation-by-preparing": Template("By preparing"),
    "report-preparation-by-masking": Template("By masking"),
    "report-preparation-together": Template("Together"),
    "report-preparation-variance": Template(
        "Loss of variance: squared changes as a share of the squared deviations from the mean. "
        "“Together” compares the release with the file as it was read; it need not be the sum, "
        "because both changes may point in opposite directions."
    ),
    "report-preparation-entropy": Template(
        "Loss of entropy, in columns marked with an asterisk: the share of the information in the "
        "original categories or numbers that the prepared ones no longer have. It cannot be added "
        "to the loss by masking."
    ),
    "report-step-prepared": Template(
        "Prepared columns in {steps} steps.", one="Prepared columns in one step."
    ),
}
