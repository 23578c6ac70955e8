"""Polish words about time, in plain spelling, by case where the case tells a date from a habit."""

from typing import Final

from loomem.text.dates.vantage import Pick
from loomem.text.stopwords import words

_MONTHS: Final = (
    "styczen stycznia styczniu styczniem", "luty lutego lutym", "marzec marca marcu marcem",
    "kwiecien kwietnia kwietniu kwietniem", "maj maja maju majem",
    "czerwiec czerwca czerwcu czerwcem", "lipiec lipca lipcu lipcem",
    "sierpien sierpnia sierpniu sierpniem", "wrzesien wrzesnia wrzesniu wrzesniem",
    "pazdziernik pazdziernika pazdzierniku pazdziernikiem",
    "listopad listopada listopadzie listopadem", "grudzien grudnia grudniu grudniem",
)  # fmt: skip
_MONTH_CASES: Final = ("NAMED", "OF", "IN", "WITH")
_LUTY_CASES: Final = ("NAMED", "OF", "IN")
_WEEKDAYS: Final = {
    "IN_DAY": "poniedzialek wtorek srode czwartek piatek sobote niedziele",
    "OF_DAY": "poniedzialku wtorku srody czwartku piatku soboty niedzieli",
    "WITH_DAY": "poniedzialkiem wtorkiem sroda czwartkiem piatkiem sobota niedziela",
    "SHORT_DAY": "pon wt sr czw pt sob ndz",
}
_NUMBERS: Final = (
    "zero", "jeden jedna jedno jednego jednym jedna", "dwa dwie dwoch dwoma dwiema dwom",
    "trzy trzech trzema", "cztery czterech czterema", "piec pieciu piecioma", "szesc szesciu",
    "siedem siedmiu", "osiem osmiu", "dziewiec dziewieciu", "dziesiec dziesieciu",
    "jedenascie jedenastu", "dwanascie dwunastu", "trzynascie trzynastu", "czternascie czternastu",
    "pietnascie pietnastu", "szesnascie szesnastu", "siedemnascie siedemnastu",
    "osiemnascie osiemnastu", "dziewietnascie dziewietnastu", "dwadziescia dwudziestu",
)  # fmt: skip
_TENS: Final = (
    "dwadziescia dwudziestu", "trzydziesci trzydziestu", "czterdziesci czterdziestu",
    "piecdziesiat piecdziesieciu",
)  # fmt: skip
_DAYS: Final = (
    "pierwszego drugiego trzeciego czwartego piatego szostego siodmego osmego dziewiatego"
    " dziesiatego jedenastego dwunastego trzynastego czternastego pietnastego szesnastego"
    " siedemnastego osiemnastego dziewietnastego dwudziestego"
)
_UNITS: Final = (
    "dzien dnia dni dniach dniami dniu", "tydzien tygodnia tygodnie tygodni tygodniach tygodniami tygodniem tygodniu",
    "miesiac miesiaca miesiace miesiecy miesiacach miesiacami miesiacem miesiacu",
    "kwartal kwartalu kwartaly kwartalow kwartale kwartalem",
    "rok roku rokiem lata lat latach laty latami", "dekada dekade dekady dekad",
)  # fmt: skip
_SINGLE_UNITS: Final = ("dzien", "tydzien", "miesiac", "kwartal", "rok", "dekade")
_UNITS_AFTER_PRZED: Final = (
    "dniami", "tygodniami", "miesiacami", "kwartalami", "laty latami", "dekadami",
)  # fmt: skip
_PERIODS: Final = (
    "tydzien tygodnia tygodniu", "miesiac miesiaca miesiacu", "kwartal kwartalu kwartale",
    "rok roku", "weekend weekendu weekendzie",
)  # fmt: skip
_HARD: Final = "y a e ego ej ym ych"
_SOFT: Final = "i ia ie iego iej im ich imi"
_HARD_RELATIONS: Final = {
    "zeszl": -1, "ubiegl": -1, "minion": -1, "biezac": 0, "obecn": 0, "przyszl": 1, "nastepn": 1,
    "nadchodzac": 1,
}  # fmt: skip
_PLAIN_RELATIONS: Final = {
    "ten": 0, "ta": 0, "to": 0, "te": 0, "tego": 0, "tej": 0, "tym": 0,
    "tamten": -1, "tamtym": -1, "tamtego": -1, "tamtej": -1,
}  # fmt: skip
_SEASONS: Final = (
    "wiosna wiosne wiosny wiosnie", "lato latem lecie", "jesien jesieni jesienia",
    "zima zime zimy zimie",
)  # fmt: skip
_ROMAN: Final = "i ii iii iv v vi vii viii ix x xi xii"
_PARTS_OF_DAY: Final = "rano wieczorem wieczor popoludniu noca"
_NEAR: Final = {
    "dzis": 0, "dzisiaj": 0, "wczoraj": -1, "przedwczoraj": -2, "jutro": 1, "jutra": 1, "pojutrze": 2,
}  # fmt: skip
_NEAR_STEMS: Final = {"dzisiejsz": 0, "wczorajsz": -1, "jutrzejsz": 1}
_FUNCTION_WORDS: Final = """
    ja ty on ona ono my wy oni one mnie mi mu jej ich sie i a ale oraz lub albo bo ze czy nie tak
    jest sa byl byla bylo byli byly mam ma mamy maja w we z ze na do od po przed przez u o za dla
    gdy kiedy jak gdzie co kto ktory ktora ktore juz jeszcze tylko tez wiec rowniez potem wtedy moj
    moja moje nasz nasza nasze
    """

Words = dict[str, dict[str, int]]


def _each(forms: tuple[str, ...], name: str, start: int = 0) -> Words:
    return {form: {name: i} for i, group in enumerate(forms, start) for form in group.split()}


def _declined(stem: str, name: str, value: int, endings: str = _HARD) -> Words:
    return {stem + ending: {name: value} for ending in endings.split()}


def _months() -> Words:
    found: Words = {}
    for number, forms in enumerate(_MONTHS, 1):
        declined = forms.split()
        cases = _MONTH_CASES if len(declined) == len(_MONTH_CASES) else _LUTY_CASES
        for word, case in zip(declined, cases, strict=True):
            found[word] = {"MONTH": number, f"{case}_MONTH": number}
    return found


def _weekdays() -> Words:
    found: Words = {}
    for case, names in _WEEKDAYS.items():
        for number, word in enumerate(names.split()):
            found[word] = {"WEEKDAY": number, case: number}
    return found


def _merge(*parts: Words) -> Words:
    merged: Words = {}
    for part in parts:
        for word, classes in part.items():
            merged.setdefault(word, {}).update(classes)
    return merged


POLISH_WORDS: Final = _merge(
    _months(),
    _weekdays(),
    _each(_NUMBERS, "NUM"),
    {form: {"NUM": 10 * i, "TENS": 10 * i} for i, group in enumerate(_TENS, 2) for form in group.split()},
    {word: {"SPELLED_DAY": i} for i, word in enumerate(_DAYS.split(), 1)},
    {"dwudziestego": {"TENTH": 20}, "trzydziestego": {"TENTH": 30, "SPELLED_DAY": 30}},
    _each(_UNITS, "UNIT"),
    _each(_SINGLE_UNITS, "ONE_UNIT"),
    _each(_UNITS_AFTER_PRZED, "WITH_UNIT"),
    {word: {"WITH_ONE": i} for word, i in (("tygodniem", 1), ("miesiacem", 2), ("rokiem", 4))},
    {"br": {"THIS_YEAR": 0}},
    _each(_PERIODS, "PERIOD"),
    *(_declined(stem, "RELATION", step) for stem, step in _HARD_RELATIONS.items()),
    _declined("poprzedn", "RELATION", -1, _SOFT),
    {word: {"RELATION": step} for word, step in _PLAIN_RELATIONS.items()},
    _declined("ostatn", "LATEST", -1, _SOFT),
    _declined("najblizsz", "NEAREST", 1),
    _declined("kazd", "EVERY", 1),
    {"co": {"EVERY": 1}},
    _each(_SEASONS, "SEASON"),
    {"lata": {"SUMMER_OF": 1}},
    _declined("pierwsz", "RANK", 1),
    _declined("drug", "RANK", 2, "i a ie iego iej im"),
    _declined("trzec", "RANK", 3, _SOFT),
    _declined("czwart", "RANK", 4),
    {numeral: {"ROMAN": i} for i, numeral in enumerate(_ROMAN.split(), 1)},
    {f"q{i}": {"QUARTER": i} for i in range(1, 5)},
    {word: {"NEAR": step} for word, step in _NEAR.items()},
    *(_declined(stem, "NEAR", step) for stem, step in _NEAR_STEMS.items()),
    {word: {"PART_OF_DAY": 0} for word in _PARTS_OF_DAY.split()},
    {word: {"HEDGE": 0} for word in words("ponad prawie okolo jakies niecale niecaly jakis przeszlo moze chyba")},
    {word: {"FEW": 0} for word in words("kilka kilku kilkoma pare paru paroma")},
    {word: {"HALF_AND": 1} for word in words("poltora poltorej")},
    {word: {"": 0} for word in _FUNCTION_WORDS.split()},
)  # fmt: skip

STREET_WORDS: Final = words("""
    ul ulica ulicy ulice al aleja alei pl plac placu os osiedle osiedlu rondo
    """)
"""What before a day and a capitalised month makes it an address."""

FEAST_WORDS: Final = words("""
    wielki wielka wielkiego czarny czarnego tlusty tlustego palmowa srebrny
    """)
"""What before a weekday makes it a name: Wielki Piątek, tłusty czwartek."""

OWNERS: Final = words("moj moja moje mojego twoj jego jej ich nasz nasza nasze swoj swoja")
"""What before "ostatni tydzień" makes it the last of several, not the one before this."""

PAYING_WORDS: Final = words("""
    zaplacil zaplacila zaplacilem zaplacilam place placi placimy zaplata rachunek czynsz
    faktura
    """)
"""What before "za miesiąc" makes it a price."""

COUNTED_NOUNS: Final = words("""
    krokow slow osob zl zlotych euro dolarow km m metrow kilometrow kcal kalorii stron sztuk
    plikow godzin minut dni lat tysiecy zlotych uzytkownikow linii
    """)
"""What after four digits makes them an amount rather than a year."""

PICKS: Final = {-1: Pick.LAST, 0: Pick.THIS, 1: Pick.NEXT}
"""Which one "zeszły", "ten" and "przyszły" pick."""
