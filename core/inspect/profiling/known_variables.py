"""Variable names of well-known surveys.

EU-SILC (Eurostat's methodological guidelines), the EU labour force survey, MICS (UNICEF), LSMS
(World Bank), structural business statistics (Eurostat's V codes) and IPUMS.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Clue(StrEnum):
    """What the name of a column indicates."""

    IDENTIFIER = "identifier"
    MEMBER = "member"
    WEIGHT = "weight"
    REPLICATE = "replicate"
    DESIGN = "design"
    FIELDWORK = "fieldwork"
    LOCATION = "location"
    MONEY = "money"
    SENSITIVE = "sensitive"
    QUASI = "quasi"
    FIRM = "firm"


# The first pattern that matches the whole name in lower case decides.
_PATTERNS = (
    # EU-SILC: D, H, R and P files
    (Clue.IDENTIFIER, r"[dhrp]b030|rb2[2-4]0"),
    (Clue.WEIGHT, r"db09[05]|rb0[56]\d|pb0[4-8]\d"),
    (Clue.DESIGN, r"db0[5-7]\d"),
    (Clue.FIELDWORK, r"[dhrp]b0[1-2]1|[hrp]b1[0-2][0-9]_?f?|hb0[4-9]\d|hb1[0-3]0|pb1[0-2]0"),
    (Clue.MONEY, r"hx(?:08|09|1\d)\d|h[yi]\d{3}[gn]?|py\d{3}[gn]?|hh0[67]\d|hv\d{3}"),
    (Clue.SENSITIVE, r"h[sdk]\d{3}|ph\d{3}[a-z]?|p[dw]\d{3}|rk\d{3}"),
    (Clue.QUASI, r"hx0[4-7]\d|[dhrp]b\d{3}[a-z]?|hh\d{3}|pe\d{3}|p[lt]\d{3}[a-z]?|r[lx]\d{3}"),
    # EU labour force survey
    (Clue.IDENTIFIER, r"hhnum|hhlink\d*"),
    (Clue.MEMBER, r"hhseqnum|hhfath|hhmoth|hhspou"),
    (Clue.WEIGHT, r"coeff\w*"),
    (Clue.FIELDWORK, r"refweek|refmonth|intwave|intweek|proxy|intquest"),
    (Clue.MONEY, r"incgross|incdecil|incgross_f|incmon\w*"),
    (
        Clue.QUASI,
        r"yearbir|datebir|marstat|national|countryb|countryw|regionw?|ilostat|stapro\w?|nace\dd\w?"
        r"|isco\dd\w?|sizefirm|ftpt\w*|temp\w{0,4}|hw(?:usual|actual|wish|over\w*|usu\w*|act\w*)"
        r"|hat\w+|degurba|nuts\d?|homework|shiftwk|yesurvey|ystartwk|wkstat|mainstat|educstat"
        r"|courlen|seekwork|needcare|existpr|noticeb|supvisor",
    ),
    # MICS
    (Clue.DESIGN, r"hh1|psu|stratum|strata|ea|ssu|cluster"),
    (Clue.MEMBER, r"hh2|ln|hl1|wm3|mwm3|uf3|uf4|ch\.?ln"),
    (Clue.QUASI, r"hh[67]|hl\d+[a-z]?|welevel|helevel|mstatus|caged?|wb\d+|cm\d+|hc\d+[a-z]?"),
    (Clue.SENSITIVE, r"windex\d*[ur]?|wscore[ur]?|ha\d+|dv\d+|disability|insurance"),
    (Clue.WEIGHT, r"(?:hh|wm|mn|ch|fs)weight(?:mics)?"),
    # IPUMS and the American census
    (Clue.IDENTIFIER, r"serial(?:no)?|cbserial|cpsid\w?|sporder"),
    (Clue.MEMBER, r"pernum|lineno|momloc|poploc|sploc"),
    (Clue.REPLICATE, r"(?:rep|pw|w)?gtp?\d+|repwtp?\d*|bsw\d+|pwgtp\d+|wgtp\d+"),
    (Clue.WEIGHT, r"(?:hh|per|asec|wt|earn|sl|cpi)wt\d*|pwgtp|wgtp"),
    (Clue.MONEY, r"hhincome|ftotinc|inc[a-z]+|rentgrs|rent|valueh|cost[a-z]+|poverty|proptx\d*"),
    (Clue.SENSITIVE, r"diff[a-z]+|hcov[a-z]+|hins[a-z]+|vetdisab|fertyr|disabwrk"),
    (
        Clue.QUASI,
        r"statefips?|countyfips?|county[a-z]{0,3}|puma\w*|met(?:ro|area|aread|\w{3,4})|gq\w?"
        r"|ownershpd?|mortgage|famsize|nchild|nchlt5|eldch|relate[d]?|marst|birthyr|race[d]?"
        r"|hispan[d]?|bpl[d]?|ancestr\w+|citizen|yr(?:immig|natur|susa\d)|language[d]?|speakeng"
        r"|school|educ[d]?|gradeatt[d]?|degfield\w*|empstat[d]?|labforce|classwkr[d]?|occ\w{0,4}"
        r"|ind\d{0,4}|uhrswork|wks?work\d|trantime|tranwork|vetstat[d]?|rooms|bedrooms|vehicles"
        r"|migrate\d\w*|numprec|nfams|multgen",
    ),
    # LSMS
    (Clue.DESIGN, r"ea_?id|clust\w*"),
    (Clue.LOCATION, r"(?:lat|lon|long)(?:_\w+)?|gps\w*|[xy]_?coord\w*"),
    (Clue.WEIGHT, r"wt_?(?:wave|w)?\d*|wgt\d*|popw(?:eigh)?t?|hhwght|sect\w*_wt"),
    (Clue.MONEY, r"tot(?:cons|exp|inc)\w*|pc(?:exp|cons|inc)\w*|hh(?:exp|cons|inc)\w*"),
    # Structural business and trade statistics
    (Clue.FIRM, r"v1[1-9]\d{3}|v2\d{4}|v9\d{4}"),
    (Clue.QUASI, r"nace_?(?:r|rev)?_?\d?\w?|cn_?\d|hs_?\d{1,2}|sitc\d?|isic\w*|cpa\d*|prodcom"),
)
# Where somebody lives, works or was born; sex, age and citizenship.
_PLACES = re.compile(
    r"db040|db100|hh[67]|region\w?|degurba|nuts\d?|country[bw]|statefips?|countyfips?|puma\w*"
    r"|met(?:ro|area|aread)|bpl[d]?"
)
_VISIBLE = re.compile(r"rb090|pb150|rx0[12]0|pb220a|hl[46]|race[d]?|hispan[d]?|citizen")
_COMPILED = tuple((clue, re.compile(pattern)) for clue, pattern in _PATTERNS)
_YEAR = re.compile(r"(?<=[a-z])_?(?:19|20)\d\d$")


def is_known_place(name: str) -> bool:
    """Check whether a variable of a well-known survey says where somebody is or was."""
    return _PLACES.fullmatch(_plain(name)) is not None


def is_known_visible(name: str) -> bool:
    """Check whether a variable of a well-known survey is seen of a person."""
    return _VISIBLE.fullmatch(_plain(name)) is not None


def clue_of_survey_name(name: str) -> Clue | None:
    """Find the clue from a variable name of a well-known survey, or ``None``."""
    plain = _plain(name)
    return next((clue for clue, pattern in _COMPILED if pattern.fullmatch(plain)), None)


def _plain(name: str) -> str:
    return _YEAR.sub("", name.strip().lower())
