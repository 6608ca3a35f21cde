"""Scales with well-known names of steps: education, agreement, frequency and others."""

from __future__ import annotations

# The steps of each scale, lowest first; bars separate synonyms.
LADDERS: dict[str, tuple[str, ...]] = {
    "education": (
        "none|no education|no schooling|no formal education|never attended|illiterate|ohne",
        "pre primary|preschool|early childhood|kindergarten|isced 0|isced 0 1|isced 0 2",
        "primary|primary education|primary school|elementary|elementary school|isced 1|primaria",
        "incomplete secondary|some high school|isced 1 2",
        "lower secondary|lower secondary education|middle school|junior secondary|isced 2",
        "upper secondary|upper secondary education|secondary|secondary education|high school|"
        "hs grad|senior secondary|isced 3|isced 3 4|secundaria",
        "post secondary|post secondary non tertiary|some college|isced 4|vocational",
        "short cycle tertiary|associate|associate degree|associates|isced 5|isced 5 6|isced 5 8",
        "tertiary|tertiary education|bachelor|bachelors|bachelor s degree|university|college|"
        "higher education|isced 6|isced 6 8",
        "master|masters|master s degree|postgraduate|isced 7|isced 7 8",
        "doctorate|doctoral|phd|ph d|isced 8",
    ),
    "education-german": (
        "ohne|ohne abschluss|kein abschluss|keine|ohne schulabschluss|noch in ausbildung",
        "grundschule|volksschule|primarschule",
        "hauptschule|hauptschulabschluss|pflichtschule|mittelschule",
        "realschule|realschulabschluss|mittlere reife|mittlerer abschluss",
        "lehre|lehrabschluss|berufsausbildung|ausbildung|berufslehre",
        "abitur|matura|hochschulreife|fachhochschulreife|gymnasium",
        "meister|fachschule|hohere berufsbildung|techniker",
        "hochschule|fachhochschule|universitat|studium|hochschulabschluss|bachelor",
        "master|diplom|magister",
        "promotion|doktorat|doktor",
    ),
    "education-french": (
        "aucun diplome|sans diplome|aucun",
        "primaire|cep|certificat d etudes primaires|ecole primaire",
        "brevet|bepc|college|brevet des colleges",
        "cap|bep|cap bep|cap ou bep",
        "bac|baccalaureat|lycee",
        "bac 2|bts|dut|deug",
        "licence|bac 3|bac 4|maitrise",
        "bac 5|grande ecole",
        "doctorat",
    ),
    "agreement": (
        "strongly disagree|disagree strongly|totally disagree|stimme gar nicht zu",
        "disagree|tend to disagree|somewhat disagree|stimme nicht zu|stimme eher nicht zu",
        "neither|neutral|neither agree nor disagree|undecided|teils teils",
        "agree|tend to agree|somewhat agree|stimme zu|stimme eher zu",
        "strongly agree|agree strongly|totally agree|stimme voll zu",
    ),
    "satisfaction": (
        "very dissatisfied|very unsatisfied|completely dissatisfied|sehr unzufrieden",
        "dissatisfied|unsatisfied|fairly dissatisfied|rather dissatisfied|unzufrieden",
        "neither|neutral|neither satisfied nor dissatisfied|teils teils",
        "satisfied|fairly satisfied|rather satisfied|zufrieden",
        "very satisfied|completely satisfied|sehr zufrieden",
    ),
    "frequency": (
        "never|not at all|nie",
        "rarely|seldom|hardly ever|almost never|less often|selten",
        "sometimes|occasionally|manchmal",
        "often|frequently|usually|oft|haufig",
        "very often|almost always|sehr oft",
        "always|all the time|immer",
    ),
    "quality": (
        "very bad|very poor|sehr schlecht",
        "bad|poor|schlecht",
        "fair|average|satisfactory|mittelmassig",
        "good|gut",
        "very good|sehr gut",
        "excellent|ausgezeichnet",
    ),
    "level": (
        "none|zero|nil",
        "very low|lowest|very small|micro",
        "low|lower|small|niedrig|klein",
        "mid|middle|medium|moderate|mittel",
        "high|higher|large|big|hoch|gross",
        "very high|highest|very large",
    ),
    "difficulty": (
        "with great difficulty|very difficult|great difficulty",
        "with difficulty|difficult",
        "with some difficulty|some difficulty|fairly difficult",
        "fairly easily|fairly easy",
        "easily|easy",
        "very easily|very easy",
    ),
}

NO_ANSWERS = frozenset(
    {
        *("don t know", "dont know", "do not know", "dk", "no answer", "refused", "refusal"),
        *("not stated", "not known", "unknown", "not reported", "no response"),
        *("weiss nicht", "weiss ich nicht", "keine angabe", "k a", "ka", "unbekannt"),
        *("verweigert", "keine antwort", "ohne angabe"),
        *("ne sait pas", "nsp", "sans reponse", "non declare", "non renseigne", "refus", "inconnu"),
        *("no sabe", "no contesta", "ns nc", "non sa", "non risponde"),
    }
)
"""Words, as the steps above, that stand for a missing answer."""
