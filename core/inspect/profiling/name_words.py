"""Words in column names from which roles are suggested.

Whole words of a name are compared, without accents, case and final digits. A word here that ends
with ``*`` matches all words with this prefix.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Direct identifiers, and numbers of units, which may recur in several records.
IDENTIFIER = (
    "id ids idnr uid uuid guid hhid pid idh idp idhh idperson serial ssn nin nino dni nif nss vat "
    "uprn ip code_id surname* firstname lastname forename* fullname email* mail phone* mobile "
    "telefon* telephone* passport* licen* iban account* konto* address* adresse* street strasse "
    "nachname vorname nom prenom nombre* apellido* correo telefono direccion matricul* "
    "personnummer identif* kennung ausweis* steuer_id plate"
)

# Identifiers only if nearly every record has a different one.
NUMBERED = "name names nr no num number key record recno registration reference kennzeichen"

# A number within the household or firm.
MEMBER = "pernum lineno memberno personno"

# Survey weights.
WEIGHT = (
    "weight* wt wgt fnlwgt afnlwgt pweight* gewicht* hochrechn* poids ponder* peso pesos factor "
    "expansion* wtd"
)
WEIGHT_ENDING = re.compile(r"(?:weight|gewicht|wgt|wt)s?$")
# Words next to which "weight" means body or load.
WEIGHED = "kg gram* body birth child baby lbs net gross load cargo height bmi"
REPLICATE = "replicate* brr jackknife* jkn bootstrap* repwt* repwgt*"

# Sampling design and interview.
STRATUM = "stratum strata schicht strate estrato*"
DESIGN = f"{STRATUM} psu ssu cluster* ea segment* enumeration sampling rotation"
FIELDWORK = (
    "interview* fieldwork* enumerator* wave refweek paradata questionnaire* asked useragent "
    "starttime endtime timestamp imput* "
    "befrag* feldarbeit* fragebogen* enqueteur* enquetrice* questionario* "
    "encuestador* entrevistador* cuestionario*"
)
# Of these, what describes the answers more than the way to them.
OF_ANSWERS = "asked wave mode"
LOCATION = "lat lon latitude longitude gps coord* geocode* easting northing xcoord ycoord"

# Income, debt and property.
MONEY = (
    "income* salar* wage* earning* pay profit* revenue* turnover sales tax* fedtax statetax "
    "taxinc agi fica debt* asset* wealth* saving* loan* mortgage* rent price* cost* expens* "
    "expend* consumption spending benefit* pension* capital dividend* interest gain* "
    "einkommen* gehalt* lohn* umsatz* gewinn* steuer* schuld* vermogen* kosten miete revenu* "
    "salaire* impot* dette* ventes benefice* loyer ingreso* salario* sueldo* renta impuesto* "
    "deuda* ventas beneficio*"
)

# Special categories of personal data, and other sensitive subjects.
SENSITIVE = (
    "disease* diagnos* illness* chronic health* disab* hiv icd medic* treatment* blood pressure "
    "religion* ethnic* politic* party vote* voted union sexual* crime* criminal* krank* gesund* "
    "behinder* partei maladie* sante handicap* enfermedad* salud discapac* score* grade_point "
    "poverty depriv* arrears satisf* depress* mental smok* alcohol drug* abort*"
)

# What others may know about a person.
QUASI = (
    "age ages alter edad sex sexe sexo gender* geschlecht* genre genero birth* dob geburt* "
    "naissance* nacimiento* born date datum fecha year jahr annee region* land country* pais pays "
    "state province* provinc* county city town munic* gemeinde* commune* ort ville ciudad zip "
    "postcode* postal* plz zone district* lga nuts* urban* rural* area education* school* bildung* "
    "schul* etud* estudio* qualific* occupation* job* profession* beruf* ocupacion* metier "
    "marital* famil* married zivil* race nationality nationalit* nacional* citizen* language* "
    "arrival* migra* hours stunden heures horas children kinder enfants hijos household* haushalt* "
    "menage* hogar hhsize relation* head dwelling* tenure owner* room rooms car cars vehicle* roof "
    "wall walls floor water toilet* electric* fuel heating livestock cattle industry sector* "
    "branche* employ* size status activity"
)
# Divisions of a country, by which a person can be looked for.
PLACE = (
    "region* land country* pais pays state province* provinc* county city town village* munic* "
    "gemeinde* commune* ort ville ciudad zip postcode* postal* plz district* lga nuts* lau"
)
# ... and what also says where somebody lives or works.
WHERE = f"{PLACE} urban* rural* urbrur degurba area* gebiet* birthplace* workplace* wohnort*"
# What is seen of a person, or nearly so.
VISIBLE = (
    "sex sexe sexo gender* geschlecht* genre genero age ages alter edad race ethnic* nationality "
    "nationalit* nacional* citizen*"
)
# ... and about a firm.
FIRM = (
    "turnover sales employ* persons fte wage* personnel labor labour purchase* production value* "
    "investment* export* import* profit* output asset* capital depreciation legal founded funds "
    "treasury debt invoice mass quantity nace industry sector activity product partner flow "
    "transport expend* cost* expens* revenue* umsatz* besch* rechtsform* grundung* ausgaben* "
    "aufwand* investition* chiffre effectif* ventas empleados onace*"
)

# Words that indicate a file on firms, and a file on persons.
OF_FIRMS = (
    "turnover sales employees vat company enterprise* firm firms nace ent legal personnel "
    "depreciation trader* assets purchases exports imports umsatz* unternehmen* entreprise* "
    "empresa* statistical cn invoice stat mass profit rechtsform* exporte importe onace* besch "
    "beschaft*"
)
OF_PERSONS = (
    "age sex gender* birth* marital* marst marstat person* surname* firstname* first household* "
    "hhid hhsize edad sexo alter geschlecht* yearbir birthyr pernum serial education*"
)

# Ordered steps.
ORDERED = (
    "education* school* degree* level* grade* class* rank* rating* satisf* agree* likert* "
    "bildung* stufe* niveau* nivel* etud* estudio* band* bracket* group* agegroup*"
)

# Numbers that are mere names, however many there are.
CODES = (
    "code* cod sex sexe sexo gender* geschlecht* region* country* province* state marital* "
    "race type* kind category* kategorie* industry sector* occupation* beruf* status"
)

AGES = "age ages alter edad"
# Units in which ages are not those of adults.
PARTS_OF_YEARS = "month* monat* mois mes meses week* woche* semaine* day days tag* jour* dia*"

# What is counted or measured in whole numbers, however few different ones there are.
QUANTITY = (
    f"{AGES} year* jahr* annee* ano month* monat* mois mes week* woche* semaine* day* "
    "tag* jour* dia hour* hours stunden heures horas minute* minuten duration dauer duree child* "
    "children kinder enfants hijos nchild nchlt siblings size famsize hhsize numprec nfams "
    "groesse taille tamano members mitglieder persons people personen personnes personas adults "
    "room rooms bedroom* zimmer pieces habitaciones car cars autos vehicle* fahrzeuge livestock "
    "cattle goats sheep number num count* anzahl nombre numero times visits births trips distance "
    "employees beschaftigte fte score* points amount* value* quantity weight* height income*"
)

# Years, whose numbers are written without a sign between thousands.
YEARS = (
    "year* yr jahr* annee* ano anio anno jaar birth* born geb* naiss* nacim* found* built bau* "
    "construct* arriv* immigr* marri* since seit depuis refyear syear"
)

# Classifications and regions: their numbers are codes, however many there are.
CLASSIFIED = (
    "nace* onace* nacebel* ateco* wz naf noga* isic* isco* cpa prodcom* sitc* naics* nuts* lau "
    "icd* isced* plz zip* postcode* postal* gemeinde* munic* commune* region* provinc* county "
    "district* bezirk*"
)

# Abbreviations that often stand before a word in lower case, as in ``IDunit`` and ``HHsize``.
_BEFORE_WORDS = r"(?:ID|HH|ISCO|ISCED|NACE|NUTS)(?=[a-z]{2})"
_PART = re.compile(rf"{_BEFORE_WORDS}|[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@lru_cache(maxsize=1024)
def words_of(name: str) -> tuple[str, ...]:
    """Split a column name into words: ``NetIncome_2019`` has ``net`` and ``income``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return tuple(word.lower() for word in _PART.findall(plain))


def matches_words(name: str, words: str) -> bool:
    """Check whether a word of the name is in the list."""
    exact, stems = _split_list(words)
    return any(word in exact or word.startswith(stems) for word in words_of(name))


@lru_cache(maxsize=64)
def _split_list(words: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Split a list into its words, and the beginnings that an asterisk marks."""
    exact = frozenset(words.split())
    return exact, tuple(word[:-1] for word in exact if word.endswith("*"))
