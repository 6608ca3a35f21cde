"""Words in column names that tell what a column may be, from which roles are suggested.

Whole words of a name are compared, without accents, case or final digits; a word here that ends
with ``*`` stands for all words that begin with it.
"""

from __future__ import annotations

import re
import unicodedata

# Direct identifiers.
IDENTIFIER = (
    "id ids idnr uid uuid guid nr no num number ssn nin nino key code_id serial record recno "
    "name names surname* firstname lastname forename* fullname email* mail phone* mobile "
    "telefon* telephone* passport* licen* iban account* konto* address* adresse* street strasse "
    "nachname vorname nom prenom nombre* apellido* correo telefono direccion dni nif nss matricul* "
    "personnummer identif* kennung ausweis* steuer_id"
)

# Survey weights and other columns of the survey's making.
WEIGHT = (
    "weight* wt wgt fnlwgt afnlwgt pweight* gewicht* hochrechn* poids ponder* peso pesos factor "
    "expansion* stratum strata psu cluster replicate*"
)

# What people earn, owe and own.
MONEY = (
    "income* salar* wage* earning* pay profit* revenue* turnover sales tax* fedtax statetax "
    "taxinc agi fica debt* asset* wealth* saving* loan* mortgage* rent price* cost* expens* "
    "einkommen* gehalt* lohn* umsatz* gewinn* steuer* schuld* vermogen* kosten miete revenu* "
    "salaire* impot* dette* ventes benefice* loyer ingreso* salario* sueldo* renta impuesto* "
    "deuda* ventas beneficio*"
)

# What the law calls special, and what people would not want to be known.
SENSITIVE = (
    "disease* diagnos* illness* health* disab* hiv icd medic* treatment* religion* ethnic* "
    "politic* party vote* union sexual* crime* criminal* krank* gesund* behinder* partei "
    "maladie* sante handicap* enfermedad* salud discapac* score* grade_point"
)

# What others may know of a person or a firm.
QUASI = (
    "age ages alter edad sex sexe sexo gender* geschlecht* genre genero birth* dob geburt* "
    "naissance* nacimiento* date datum fecha year jahr annee region* land country* pais pays "
    "state province* provinc* county city town municip* gemeinde* commune* ort ville ciudad zip "
    "postcode* postal* plz education* school* bildung* schul* etud* estudio* occupation* job* "
    "profession* beruf* ocupacion* metier marital* famil* married zivil* race nationality "
    "nationalit* nacional* hours stunden heures horas children kinder enfants hijos household* "
    "haushalt* menage* hogar industry sector* branche* employ* size"
)

# Steps that have an order.
ORDERED = (
    "education* school* degree* level* grade* class* rank* rating* satisf* agree* likert* "
    "bildung* stufe* niveau* nivel* etud* estudio* band* bracket* group* agegroup*"
)

# Numbers that only name something.
CODES = (
    "code* cod sex sexe sexo gender* geschlecht* region* country* province* state marital* "
    "race type* kind category* kategorie* industry sector* occupation* beruf* status"
)

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a column name: ``NetIncome_2019`` has ``net`` and ``income``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return tuple(part.lower() for part in _PART.findall(plain))


def told_by(name: str, words: str) -> bool:
    """Tell whether a word of the name is in the list."""
    exact = set(words.split())
    stems = tuple(word[:-1] for word in exact if word.endswith("*"))
    return any(word in exact or word.startswith(stems) for word in words_of(name))
