"""Guesses the language of a text from script, letters and frequent words; says when it is unsure.

A wrong guess costs more than none, so one language must clearly lead the rest.
"""

import re
from typing import Final, Literal, NamedTuple

from loomem.text.folding import fold
from loomem.text.stopwords import words

Language = Literal["en", "pl", "zh", "other"]

_SAMPLE: Final = 600  # characters looked at
_LEAD: Final = 2.0  # how many times the evidence for all others
_MIN_EVIDENCE: Final = 2.0
_MIN_SHARE: Final = 0.1  # evidence per word; running text of any language has several times that

_WORD: Final = re.compile(r"[^\W\d_]+")
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003fffd]")
_KANA_OR_HANGUL: Final = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u1100-\u11ff\uac00-\ud7a3]")
_FOREIGN_SCRIPT: Final = re.compile(r"[\u0370-\u1dff\u2c00-\u2dff\ua640-\ua69f\ua800-\uabff]")
_POLISH_LETTER: Final = re.compile(r"[ąęłśżź]|[óćń]")
_STRANGE_LETTER: Final = re.compile(
    r"[áàâäãåāăæçčďđéèêëēěėğíìîïīįıĺľňñôöòõøőŕřšşßșťţțðþúùûüūůűųýÿžľ]"
)

_ENGLISH: Final = words("""
    about after all am and any are at be because been before but by can could did does doing each
    every few for from get gets going good got had has have having he her here him his how if into
    is it its just know last like likes live lives looking love loves made make many me more most
    much must my never new not of off often only other our out over people please really said she
    should since so some something still such than thanks that the their them then there these
    they thing things think this those through today tomorrow too two under until up us used uses
    using very want wants was way we week went were what when where which while who why will with
    work works working would year yesterday you your
    """)
_POLISH: Final = words("""
    aby albo bardzo bez bo bowiem byc byl byla bylem bylo byly chce czego czy czyli czym dla
    dlaczego dobrze dzis dzisiaj gdy gdyby gdzie ich ile jak jaka jaki jakie jako jego jej jesli
    jest jestem jestesmy jestes jeszcze jutro juz kazdy kiedy kilka kogo kto ktora ktore ktory
    ktorej ktorych ktorzy lat lub lubi lubie maja mam mamy mial miala mialem mieszka mieszkam mnie
    moge moj moja moje mojego mojej mozna moze musi musze nasz nasza nasze nawet nia nich nie
    niego niej nigdy oraz po pod podczas poniewaz potem pracuje prosze przed przez przy przyklad
    razem rok roku sa sie sobie teraz tez tego tej temu tylko tym tych w wczoraj we wiec wszystko z
    za zawsze ze zeby zona maz
    """)
_OTHERS: Final = words("""
    der die das und ist nicht ich ein eine einen mit auf fur sich auch wir sie wird haben von dem
    den des zu zum im aber oder wie habe
    het een van dat zijn voor met niet op aan er maar ook naar deze
    le la les des une est dans pour que qui sur avec pas ce cette je nous vous il elle au aux
    el los las una por con para como mas pero su esta este en muy yo fue lo
    che di per non sono della del nel anche piu gli questo mi ho
    os um uma nao com da dos mais ao foi meu minha voce
    och att som ar inte jag det har til af ikke jeg og pa av
    je jsem jsme jsi byl by mi ktery ktera protoze jako ale som sa ktory ktora pre preto bol
    este nu si din cu sunt mai pentru este care hogy nem egy az es meg van volt
    bir ve bu icin ile cok yang dan di itu untuk dengan adalah ja ei olen ovat minun
    na se su ali nije ona sam smo koji
    """) - words("by je on pa ale byl")


class Guess(NamedTuple):
    """A language and whether to rely on it."""

    language: Language
    is_sure: bool


def guess_language(text: str) -> Language:
    """Return the language where it is sure, else ``other``. Looks at the first 600 characters."""
    guess = examine(text)
    return guess.language if guess.is_sure else "other"


def examine(text: str) -> Guess:
    """Return the best guess. ``other`` that is sure means: none of the three known ones."""
    sample = text[:_SAMPLE]
    if not sample.isascii():
        by_script = _by_script(sample)
        if by_script is not None:
            return by_script
    return _by_words(sample)


def _by_script(sample: str) -> Guess | None:
    han = len(_HAN.findall(sample))
    syllables = len(_KANA_OR_HANGUL.findall(sample))
    strange = len(_FOREIGN_SCRIPT.findall(sample)) + syllables
    letters = sum(map(str.isalpha, sample))
    if syllables * 10 > han + syllables:
        return Guess("other", is_sure=syllables > 1)
    if strange * 2 > letters:
        return Guess("other", is_sure=strange > 2)
    if han == 0:
        return None
    # A Chinese character says about as much as half a word of an alphabet.
    return Guess("zh", is_sure=True) if han * 3 >= letters - han else None


def _by_words(sample: str) -> Guess:
    found = _WORD.findall(sample)
    english = polish = others = 0.0
    for word in found:
        plain = word.lower() if word.isascii() else fold(word)
        if not word.isascii():
            polish += _polish_spelling(word)
            others += 2.0 * (_STRANGE_LETTER.search(word.lower()) is not None)
        english += plain in _ENGLISH
        polish += plain in _POLISH
        others += plain in _OTHERS
    return _decide({"en": english, "pl": polish, "other": others}, len(found))


def _polish_spelling(word: str) -> float:
    """Evidence in the letters of a word. A capital may be a name in any language."""
    letters = _POLISH_LETTER.findall(word.lower())
    if not letters:
        return 0.0
    if word[0].isupper():
        return 1.0
    return 2.0 if any(letter not in "óćń" for letter in letters) else 1.0


def _decide(evidence: dict[Language, float], count: int) -> Guess:
    language = max(evidence, key=lambda name: evidence[name])
    found = evidence[language]
    rest = sum(evidence.values()) - found
    if found == 0.0:
        return Guess("other", is_sure=False)
    enough = found >= max(_MIN_EVIDENCE, _MIN_SHARE * count)
    return Guess(language, is_sure=enough and found >= _LEAD * rest)
