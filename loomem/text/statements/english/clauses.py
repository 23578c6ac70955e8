"""Cuts an English sentence into clauses: who it is about, and what is said with what verb."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from loomem.text.statements.english.words import (
    DATE,
    NAME,
    NOT_PEOPLE,
    PETS,
    RELATION,
    TECHNOLOGIES,
    UPPER,
    either,
)
from loomem.text.statements.model import USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause. Offsets are characters of the sentence.

    ``text`` has contractions written out and openers ("by the way") gone, ``lead`` is a time that
    stood in front. ``predicate`` begins with the plain verb ("be allergic to …"); empty where the
    subject is not known. ``attribute`` is the noun of a subject like "my main editor".
    ``ended`` says it holds no longer, ``negated`` that it does not, ``lasting`` that it has been going
    on ("have been playing").
    """

    text: str
    start: int
    end: int
    lead: str = ""
    subject: str = USER
    attribute: str = ""
    predicate: str = ""
    negated: bool = False
    ended: bool = False
    lasting: bool = False
    adverbs: frozenset[str] = frozenset()


_CONTINUING: Final = either(
    "works work lives live plays play speaks speak loves likes hates prefers prefer uses "
    "use runs run"
    " joined moved started have has had am is are was go goes teach teaches study studies "
    "drinks drink"
    " decided chose got can't cannot don't doesn't stopped quit adopted bought sold drive "
    "drives own owns"
    " collect collects volunteer volunteers commute commutes cook cooks write writes sing "
    "sings ride rides"
    " swim swims cycle cycles travel travels lost left retired became switched visited "
    "graduated married"
    " divorced eat eats smoke smokes avoid avoids enjoys"
)
"""Verbs with which a clause may go on about the same subject."""
_BORDER: Final = re.compile(
    r"\s*[;—]\s*|\s+[–-]\s+"
    r"|,?\s+(?:but|because|although|though|whereas|while)\s+"
    r"|,\s+(?:so|since|yet|and)\s+(?=\S)"
    r"|\s+(?:and|so)\s+(?=(?:I|we|he|she|they|my|our)\b)"
    r"|,?\s+(?:and|then)\s+(?=(?:(?:now|also|then|recently|still|mostly|currently) )?"
    rf"{_CONTINUING}\b)"
    r"|,\s+(?=(?:I|we|he|she|they|my|our)\b)"
)
_CONTRACTIONS: Final = (
    (re.compile(r"\bI'm\b"), "I am"),
    (re.compile(r"\b(?:[Cc]an't|[Cc]annot)\b"), "can not"),
    (re.compile(r"\b[Ww]on't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"\b(I|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[Ii]t)'d\b"), r"\1 would"),
    (re.compile(r"\b([Hh]e|[Ss]he|[Ii]t|[Tt]hat|[Ww]ho|[Tt]here)'s\b"), r"\1 is"),
)
_OPENER: Final = re.compile(
    "(?:(?:well|so|oh|ah|hey|hi|hello|yes|yeah|yep|ok|okay|also|and|but|btw|by the way"
    "|actually|honestly"
    "|to be honest|tbh|fyi|for the record|just so you know|for what it's worth|fun fact"
    "|correction|update|reminder"
    "|(?:as )?it turns out(?: that)?|turns out(?: that)?|as you know|anyway|plus|besides|in "
    "addition|additionally"
    r"|(?:please )?(?:remember|note|keep in mind|do not forget|be aware)(?: that)?"
    "|i (?:should|forgot to|wanted to|want to) (?:mention|add|say|let you know)(?: that)?"
    "|just to let you know"
    "|one more thing|in case it matters|you should know(?: that)?|since then|in the end"
    "|after all|finally"
    r"|these days|nowadays|currently|right now|at the moment|lately|recently|luckily|fortunately"
    "|unfortunately|sadly|happily|in general|generally|as for me|personally|now|good news"
    "|big news|news|in fact"
    r"|(?:hi|hello|hey) (?:there|all|everyone|everybody|guys|team))(?:\s*[,:!]\s*|\s+(?=\S)))",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    f"(?:(?:in|on|at|since|by|from|after|for|back in|sometime in) )?(?:the )?{DATE},? "
    rf"(?=(?:I|we|my|our|the|[{UPPER}]\w+)\b)"
    r"|(?:in|on|at|after|during|for|as|with|to|before|until|from|when|outside)\b [^,]{2,50}, "
    r"|(?:ever )?(?:since|after|during|before|until) (?:the|my|our|an?) (?:[\w-]+ "
    r"){1,3}(?=(?:I|we|my)\b)"
    r"|on \w+days?(?: \w+s)?,? |in the (?:mornings?|evenings?|afternoons?|summers?|winters?),? "
    r"|in (?:my|our) (?:free|spare) time,? |(?:on|at) weekends,? |(?:every|each) \w+,? ",
    re.IGNORECASE,
)
_SELF: Final = re.compile(r"(?:I|[Ww]e)\b(?!')\s*")
_SOMEBODY: Final = re.compile(rf"(?:new |current )?(?:{RELATION}|{PETS})(?:,? {NAME},?)?")
_RELATIVE: Final = re.compile(
    f"(?:[Mm]y|[Oo]ur) (?:new |current )?(?P<relation>{RELATION}|{PETS})(?:,? "
    rf"(?P<name>{NAME}),?)?(?!\w|'|-)\s*"
)
_PRONOUN: Final = re.compile(r"(?:[Hh]e|[Ss]he|[Tt]hey)\b(?!')\s*")
_PERSON: Final = re.compile(rf"(?P<name>{NAME})(?!'|\w|,)\s+(?=[a-z])")
_ATTRIBUTE: Final = re.compile(
    f"(?:(?:[Mm]y|[Oo]ur) (?P<relation>{RELATION}|{PETS})(?: (?P<relname>{NAME}))?'s?"
    f"|(?P<own>[Mm]y|[Oo]ur)|(?P<name>{NAME})'s?)"
    r" (?P<noun>[\w'/ -]{2,50}?) (?=(?:is|are|was|were|has|have|will|went|got|moved)\b)"
)
_PLURAL_VERB: Final = re.compile(
    "(?:are|were|have|do|love|like|hate|prefer|enjoy|live|work|use|play|speak|eat|drink|run"
    r"|want|need|go|come|make|take)\b"
)
_ADVERB: Final = re.compile(
    "(also|really|actually|just|still|now|currently|finally|mostly|mainly|primarily"
    "|recently|already|absolutely"
    "|definitely|truly|simply|basically|personally|totally|officially|only|both|all|even|so"
    "|very|quite|pretty"
    "|always|usually|often|generally|normally|typically|regularly|rarely|seldom|sometimes"
    "|frequently|never|secretly|happily"
    "|originally|no longer|not|long|ever|severely|badly|deathly|mildly|highly|slightly"
    "|extremely|super|seriously"
    "|proudly|strongly|much|kind of|sort of|since|ultimately|eventually|therefore|newly"
    r"|apparently|genuinely)\s+"
)
_AUXILIARY: Final = re.compile(
    "(used to|am|is|are|was|were|been|being|be|have|has|had|do|does|did|will|would|could"
    "|should|might|may|must"
    r"|can|shall)\b\s*"
)
_ENDED: Final = re.compile(r"\s+(?:any ?more|any longer)\b")
_CONTINUED: Final = re.compile(
    r"\b(?:to (?!the|a|an|my|our|[A-Z])[a-z]+|how|who|you|can|will|would|let|help|make)\b"
)
_MAX_STEPS: Final = 12


def clauses_of(sentence: str) -> Iterator[Clause]:
    """Yield the clauses of a sentence in order."""
    subject, start, lead = "", 0, ""
    for border in [*_BORDER.finditer(sentence), None]:
        end = border.start() if border else len(sentence)
        clause = _clause(sentence, start, end, subject, lead)
        if clause is not None:
            yield clause
            subject = _inheritable(clause, subject)
        start = border.end() if border else end


def _inheritable(clause: Clause, subject: str) -> str:
    """Return the subject that a following clause without one has; none after an infinitive, whose
    verb it may continue ("to tell stories and teach").
    """
    if _CONTINUED.search(clause.text):
        return ""
    if not clause.predicate or (clause.attribute and clause.subject == USER):
        return subject
    return clause.subject


def _clause(sentence: str, start: int, end: int, inherited: str, lead: str) -> Clause | None:
    text = _written_out(sentence[start:end].strip(" \t\n\"'“”.!…"))
    text, lead = _without_openers(text)
    if not text:
        return None
    plain = Clause(text=text, start=start, end=end, lead=lead)
    return _about_attribute(plain) or _about_somebody(plain, inherited) or plain


def _written_out(text: str) -> str:
    text = text.replace("’", "'")
    for pattern, plain in _CONTRACTIONS:
        text = pattern.sub(plain, text)
    return text


def _without_openers(text: str) -> tuple[str, str]:
    lead = ""
    for _ in range(_MAX_STEPS):
        opener = _OPENER.match(text)
        if opener is not None:
            text = text[opener.end() :]
            continue
        front = None if lead else _LEAD.match(text)
        if front is None:
            break
        lead, text = front.group().strip(" ,"), text[front.end() :]
    return text, lead


def _about_attribute(clause: Clause) -> Clause | None:
    match = _ATTRIBUTE.match(clause.text)
    if match is None or (match["own"] and _SOMEBODY.fullmatch(match["noun"])):
        return None
    if match["name"] and _is_no_person(match["name"]):
        return None
    owner = USER if match["own"] else match["relname"] or match["name"] or match["relation"]
    return _with_predicate(clause, owner, clause.text[match.end() :], match["noun"])


def _about_somebody(clause: Clause, inherited: str) -> Clause | None:
    text = clause.text
    if match := _SELF.match(text):
        return _with_predicate(clause, USER, text[match.end() :])
    if match := _RELATIVE.match(text):
        return _with_predicate(clause, match["name"] or match["relation"], text[match.end() :])
    if inherited and (match := _PRONOUN.match(text)):
        return (
            _with_predicate(clause, inherited, text[match.end() :]) if inherited != USER else None
        )
    if match := _PERSON.match(text):
        if _is_no_person(match["name"]) or _PLURAL_VERB.match(text, match.end()):
            return None
        return _with_predicate(clause, match["name"], text[match.end() :])
    if inherited and text[0].islower():
        return _with_predicate(clause, inherited, text)
    return None


def _is_no_person(name: str) -> bool:
    first = name.split()[0].casefold()
    return first in NOT_PEOPLE or TECHNOLOGIES.fullmatch(first) is not None


def _with_predicate(clause: Clause, subject: str, rest: str, attribute: str = "") -> Clause:
    """Take the adverbs, negations and auxiliaries off the front of a predicate."""
    adverbs: set[str] = set()
    verbs: list[str] = []
    rest, times = _ENDED.subn("", rest)
    for _ in range(_MAX_STEPS):
        if match := _ADVERB.match(rest):
            adverbs.add(match[1])
        elif match := _AUXILIARY.match(rest):
            verbs.append(match[1])
        else:
            break
        rest = rest[match.end() :]
    ended = bool(times) or "no longer" in adverbs or verbs[:1] == ["used to"]
    return Clause(
        text=clause.text,
        start=clause.start,
        end=clause.end,
        lead=clause.lead,
        subject=subject,
        attribute=attribute,
        predicate=f"{_plain_verb(verbs, is_negated='not' in adverbs)}{rest}".strip(),
        negated="not" in adverbs or "never" in adverbs,
        ended=ended,
        lasting=verbs[:2] in (["have", "been"], ["has", "been"]),
        adverbs=frozenset(adverbs),
    )


_PLAIN: Final = {
    "am": "be", "is": "be", "are": "be", "be": "be", "been": "be", "being": "be", "was": "was",
    "were": "was", "has": "have", "does": "do",
}  # fmt: skip


def _plain_verb(verbs: list[str], *, is_negated: bool) -> str:
    """Return the auxiliaries as one plain verb and a space, or nothing where they add nothing."""
    plain = [_PLAIN.get(verb, verb) for verb in verbs]
    if plain[:1] == ["used to"]:
        plain = plain[1:]
    if plain[:2] == ["have", "be"]:
        plain = plain[1:]
    if is_negated and plain[:1] == ["do"]:
        plain = plain[1:]
    return " ".join(plain) + " " if plain else ""
