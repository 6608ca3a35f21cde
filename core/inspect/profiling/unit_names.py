"""Column names that indicate the number of a household, firm, school or person.

Names of well-known surveys (EU-SILC, LFS, IPUMS, SOEP, UKHLS, SHIW, ENIGH, PISA) and words of
English, German, French, Spanish, Portuguese, Italian and Dutch.
"""

from __future__ import annotations

import re
from enum import IntEnum

from core.inspect.profiling import name_words
from core.inspect.profiling.known_variables import Clue, clue_of_survey_name
from core.inspect.profiling.name_clues import is_counted
from core.inspect.profiling.name_words import matches_words, words_of


class UnitName(IntEnum):
    """How clearly a name indicates the number of a unit; higher is clearer."""

    OTHER = 0
    """The name indicates something else."""
    NONE = 1
    """The name indicates nothing."""
    NUMBER = 2
    """A number of something: ``id``, ``case_no``."""
    UNIT = 3
    """A kind of unit without a number: ``school``, ``household``."""
    UNIT_NUMBER = 4
    """The number of a unit: ``hhid``, ``firm_id``."""


_SURVEYS = re.compile(
    r"[dhrp][bx]030|hhnum|hhlink\d*|serial(?:no)?|cbserial|cpsid\w?|[a-z]{1,2}_?hidp|pidp"
    r"|hhnrakt|cntschid|cntstuid|nquest|folio(?:viv|hog)|gvkey|permno|bvdid|sire[nt]|nvivi"
)
# Questions on households in EU-SILC and MICS.
_QUESTION = re.compile(r"hh_?\d+[a-z]?")
_NUMBERS_OF_UNITS = (
    "hid hhid hhids hidd hidp idh idhh idhog idmen idfam hhnr hhno hhnum hhnummer hhkey hhcode "
    "identmen identlog idlog identhog pid idp idperson persid persnr entid estabid schid "
    "siren siret"
)
# Singular and genitive forms; compounds such as "Haushaltseinkommen" name something else.
_UNITS = (
    "household hh hhold haushalt haushalts menage hogar foyer familia famille familie family "
    "vivienda dwelling logement wohnung domicilio agregado huishouden nucleo firm firma company "
    "enterprise establishment employer unternehmen unternehmens betrieb betriebs entreprise "
    "etablissement empresa establecimiento compania impresa azienda bedrijf workplace plant school "
    "schule schul ecole escuela colegio scuola lycee college hospital klinik krankenhaus hopital "
    "clinic classroom teacher farm hof person personen persona personne "
    "patient pupil student schuler eleve alumno individual individu trajectory panel "
    "customer kunde kunden client cliente user"
)
_NUMBERING = (
    "id ids uid uuid guid ident* idnr nr no num number nummer numero key code cod kennung kennz* "
    "kennzahl schlussel matricul* serial clave cle case caseid pseudonym*"
)
# Without a unit, a mere number may be that of a house or a telephone.
_IDENTIFYING = (
    "id ids uid uuid guid ident* idnr kennung matricul* serial case caseid pseudonym* vat"
)
_PLACES = (
    "kreis* mun municipio* dept departement* departamento* distrito* section sektion census tract* "
    "block ward parish* pfarre barrio* bezirk* kanton* canton* gde street strasse house haus calle"
)
_EITHER_UNIT = _UNITS.replace(" ", "|")
_COMPOUND = re.compile(
    rf"(?:{_EITHER_UNIT})(?:id|nr|no|num|nummer|number|key|code|kennung|kennziffer)"
    rf"|(?:id|ident)(?:{_EITHER_UNIT})"
)
# What is recorded of units, rather than which unit it is.
_MEASURED = (
    "size* type* typ kind category* count* members member head relation* income* weight* gewicht* "
    "poids peso grosse groesse taille tamano tipo status comp composition expend* expens* cost* "
    "rent tax* area region* year jahr annee ano grade level* sector* industry activity birth* "
    "age ages children kinder rooms owner* tenure wealth* einkommen* revenu* ingreso* history "
    "attend* degree leaver leav* stand* zivil* name names"
)
_OF = "of de des du von der del per pro par por"
_WAVE = (
    "wave* year yr jahr annee ano anio anno jaar welle vague ola onda round runde quarter quartal "
    "trimestre period periode periodo month monat mois mes time zeit date datum fecha syear "
    "erhebung* refyear visit"
)
_DATED_EVENT = (
    "birth* born geburt* naissance* nacimiento* found* built bau* construct* arriv* immigr* "
    "marri* wedding start* begin* first last age since seit depuis school* educ* work* hours"
)
_SUBJECTS = (
    f"{name_words.QUASI} {name_words.MONEY} {name_words.SENSITIVE} {name_words.WEIGHT} "
    f"{name_words.REPLICATE} {name_words.DESIGN} {name_words.FIELDWORK} {name_words.LOCATION} "
    f"{name_words.CLASSIFIED} {name_words.CODES} {name_words.MEMBER} {name_words.FIRM} {_WAVE} "
    f"{_PLACES}"
)


def unit_name(name: str) -> UnitName:
    """Judge how clearly a column name indicates the number of a unit."""
    plain = "".join(words_of(name))
    if matches_words(plain, name_words.MEMBER):
        return UnitName.OTHER
    if _SURVEYS.fullmatch(name.strip().lower()) or _COMPOUND.fullmatch(plain):
        return UnitName.UNIT_NUMBER
    if matches_words(name, _NUMBERS_OF_UNITS):
        return UnitName.UNIT_NUMBER
    clue = clue_of_survey_name(name)
    if clue in (Clue.WEIGHT, Clue.DESIGN, Clue.MEMBER, Clue.MONEY):
        return UnitName.OTHER
    if matches_words(name, _UNITS):
        # Perhaps there are other words in the name, too.
        words = [word for word in words_of(name) if not matches_words(word, _UNITS)]
        if any(matches_words(word, f"{_MEASURED} {_OF}") for word in words):
            return UnitName.OTHER
        is_numbered = any(matches_words(word, _NUMBERING) for word in words)
        if not is_numbered and _QUESTION.fullmatch(name.strip().lower()):
            return UnitName.OTHER
        return UnitName.UNIT_NUMBER if is_numbered else UnitName.UNIT
    if clue not in (None, Clue.IDENTIFIER) or matches_words(name, _SUBJECTS):
        return UnitName.OTHER
    if is_counted(name):
        return UnitName.OTHER
    return UnitName.NUMBER if matches_words(name, _IDENTIFYING) else UnitName.NONE


def is_wave_name(name: str) -> bool:
    """Check whether a column name indicates the wave of a panel, such as YEAR or Welle."""
    return matches_words(name, _WAVE) and not matches_words(name, _DATED_EVENT)
