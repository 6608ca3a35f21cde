"""Whether a column is likely to be coded in a taxonomy. Knows no Qt."""

from __future__ import annotations

from collections.abc import Mapping

from core.io.profiling.name_words import matches_words

# Words that the name or label of a column coded in a shipped taxonomy has; a star matches
# any ending. The classes of the national versions of NACE are its own.
_NACE = "nace* onace* nacebel* ateco* wz naf cae noga* sbi sni teaor* emtak* pkd"
_ACTIVITY = "industr* sector* activit* branch* wirtschaft* ciiu* cnae*"
_NAMES = {
    "shipped:countries": (
        "country* countries cntry nation* citizen* origin birthplace residence m49 iso "
        "land staat* herkunft* pays pais* nacional*"
    ),
    "shipped:icd10cm": "icd* diag* disease* cause* morbid* krank* maladie* enferm*",
    "shipped:isced2011": (
        "isced* edu educ* school* degree* qualif* schul* bildung* etud* estudio* diplom*"
    ),
    "shipped:isco08": "isco* occ occup* job* profession* beruf* ocupac* metier",
    "shipped:isic4": f"isic* {_ACTIVITY}",
    "shipped:nace2": f"{_NACE} {_ACTIVITY}",
}


def is_likely(reference: str, about: str, counts: Mapping[str, int]) -> bool:
    """Return whether the categories of a column can be taken to mean those of a taxonomy.

    Bare numbers prove nothing by themselves: 1 and 2 occur among the levels of education, 01 to
    10 among the economic activities, and a column of sexes or of regions has them, too.

    Parameters
    ----------
    reference : str
        What a recipe says to use the taxonomy.
    about : str
        Name and label of the column.
    counts : Mapping of str to int
        Records of each category.
    """
    words = _NAMES.get(reference)
    if words is None:
        # Somebody chose this file.
        return True
    numbers = sum(count for value, count in counts.items() if value.strip().isdecimal())
    return 2 * numbers < sum(counts.values()) or matches_words(about, words)
