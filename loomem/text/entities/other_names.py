"""Statements that somebody or something also goes by another name."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from loomem.text.entities.inflection import respell
from loomem.text.entities.model import EntityType, Mention, OtherName
from loomem.text.folding import fold
from loomem.text.lexicon import Lexicon

_WORD: Final = r"[^\W\d_][\w'’.\-]{0,30}+"
_CAPITALS: Final = r"(?P<alias>(?!(?:The|A|An|My|Our)\b)[A-ZĄĆĘŁŃÓŚŹŻ][\w'’\-]{0,30}+(?: [A-ZĄĆĘŁŃÓŚŹŻ][\w'’\-]{0,30}+){0,3}|[a-z]\d{1,3}[a-z]\b)"
_QUOTE: Final = r"[\"“„«'‘]?"
_AFTER: Final = re.compile(
    r"(?:,? ?\(?|,? (?:who|which) is |,? )(?:also known as|a\.?k\.?a\.?,?|better known as|known (?:to \w+ )?as|nicknamed|goes by|alias|or simply"
    r"|znan[yae] (?:też |także |również |jako )+|zwan[yae](?: też| także)?|czyli|w skrócie|potocznie|pseudonim|ps\.|alias|nazywan[yae](?: też| przez \w+)?|inaczej)"
    rf" {_QUOTE}{_CAPITALS}"
)
_SHORT: Final = re.compile(rf",? or {_QUOTE}{_CAPITALS}{_QUOTE} for short\b")
_BRACKET: Final = re.compile(r" \((?P<alias>[A-ZĄĆĘŁŃÓŚŹŻ]{2,8})\)")
_HAN: Final = re.compile(
    r"[，,（(]?(?:又叫做|又叫|又名|又称|也叫做|也叫|也称|简称|俗称|别名|外号叫?|绰号叫?|小名叫?|昵称是?|英文名叫?|英文名是)[“「\"]?"
    r"(?P<alias>[\u4e00-\u9fff]{1,8}?|[A-Za-z][\w .\-]{1,30}?)(?=[”」\"，。；！？,.;!?）)、\s]|$)"
)
_INFLECTING: Final = ("zwan", "nazywan")
_REACH: Final = 120


def other_names(
    text: str, end: int, mentions: Sequence[Mention], lexicon: Lexicon
) -> Iterator[OtherName]:
    """Yield the other names that a sentence gives to what it mentions."""
    for mention in mentions:
        match = _statement(text, mention, min(end, mention.end + _REACH))
        if match is None:
            continue
        alias = match["alias"].strip(" .’'")
        if match.group().lstrip(", (").startswith(_INFLECTING):
            alias = " ".join(_nominative(word, mention, lexicon) for word in alias.split(" "))
        if alias and fold(alias) != fold(mention.canonical):
            yield OtherName(canonical=mention.canonical, alias=alias)


def _statement(text: str, mention: Mention, end: int) -> re.Match[str] | None:
    for pattern in (_AFTER, _SHORT, _HAN):
        match = pattern.match(text, mention.end, end)
        if match:
            return match
    match = _BRACKET.match(text, mention.end, end)
    return match if match and _are_initials(match["alias"], mention.name) else None


def _are_initials(short: str, name: str) -> bool:
    initials = "".join(word[0] for word in re.split(r"[ \-]", name) if word[:1].isupper())
    return len(initials) > 1 and fold(initials) == fold(short)


def _nominative(word: str, mention: Mention, lexicon: Lexicon) -> str:
    """After "called" a name stands in the instrumental."""
    from loomem.text.entities.people import known_name

    plain = fold(word)
    lemmas = lexicon.lemmas(plain)
    if plain in lemmas or mention.entity_type is not EntityType.PERSON:
        return word
    stem = plain.removesuffix("iem").removesuffix("em")
    guesses = [*lemmas, stem] if stem == plain else [_with_e(stem), *lemmas]
    known = next((name for guess in guesses if (name := known_name(guess))), None)
    return known or (respell(word, lemmas[-1]) if lemmas else word)


def _with_e(stem: str) -> str:
    """Jank- is Janek."""
    return stem[:-1] + "e" + stem[-1] if stem[-1:] == "k" else stem
