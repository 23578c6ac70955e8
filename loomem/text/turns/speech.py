"""Tells what people say to each other from what stands in the fields of a record."""

import re
from collections.abc import Collection
from typing import Final

_WORDS: Final = (
    # English
    "(?-i:I)|i'm|i've|i'll|i'd|im|you|your|you're|we|we're|me|my|our|us|yes|yeah|yep|nope|no|ok|okay|hi|hello"
    "|hey|thanks|thank|sure|bye|oh|wow|great|please|sorry|let's|welcome|haha|lol"
    # Polish
    "|ja|ty|my|wy|mnie|mi|ci|cię|tobie|nam|wam|nas|was|tak|nie|no|cześć|hej|dzięki|dziękuję|dobrze|jestem"
    "|jesteś|mam|masz|mój|moja|moje|mojego|mojej|twój|twoja|nasz|nasza|pa|proszę|przepraszam|świetnie|super"
    r"|[^\W\d_]{2,20}(?:łem|łam|łeś|łaś|liśmy|łyśmy|uję|ię|szę|czę|dę|gę|chcę|ślę|emy|imy|amy)"
    # German, French, Spanish, Italian
    "|ich|du|wir|mir|dir|ja|nein|danke|je|tu|nous|vous|moi|oui|merci|yo|tú|nosotros|sí|gracias|io|grazie"
)
_SPEECH: Final = re.compile(
    rf"[?!？！～]|(?<!\w)(?:{_WORDS})(?!\w)"
    r"|[我你您咱嗯哦啊吗呢吧哈]|^[好是对行不]"
    # No such words are known of other scripts.
    r"|[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7a3]{2}",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(
    r"(?<!\S)\S++\s++\S++\s++\S|[.!?…。！？～~](?:\W|$)|[\u3040-\u30ff\u3400-\u9fff]{4}"
)
# Even a stiff conversation has this share of persons, greetings, questions.
_SPEECH_SHARE: Final = 5
_SENTENCE_SHARE: Final = 2


def is_sentence(words: str) -> bool:
    """Say whether words are three or more, or end like a sentence."""
    return _SENTENCE.search(words) is not None


def are_sentences(said: Collection[str]) -> bool:
    """Say whether half of the beginnings of what is said read like sentences."""
    return sum(map(is_sentence, said)) * _SENTENCE_SHARE >= len(said)


def is_speech(said: Collection[str]) -> bool:
    """Say whether what stands behind the marks is addressed by somebody to somebody."""
    found = sum(1 for words in said if _SPEECH.search(words))
    return found * _SPEECH_SHARE >= len(said)
