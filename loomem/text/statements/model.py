"""What a sentence can state about somebody or something, and how a rule recognises it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from loomem.model.chunk import FactType
from loomem.text.language import Language

USER = "user"
"""Subject of what a speaker says of themselves."""


class Slot(StrEnum):
    """The attribute a statement is about."""

    NAME = "name"
    AGE = "age"
    BIRTHDAY = "birthday"
    HOME = "home"
    ORIGIN = "origin"
    EMPLOYER = "employer"
    PROFESSION = "profession"
    EDUCATION = "education"
    MARITAL_STATUS = "marital_status"
    PARTNER = "partner"
    CHILD = "child"
    RELATIVE = "relative"
    PET = "pet"
    ALLERGY = "allergy"
    DIET = "diet"
    HEALTH = "health"
    LANGUAGE = "language"
    LIKES = "likes"
    DISLIKES = "dislikes"
    PREFERENCE = "preference"
    FAVOURITE = "favourite"
    HOBBY = "hobby"
    HABIT = "habit"
    TOOL = "tool"
    POSSESSION = "possession"
    CONTACT = "contact"
    DECISION = "decision"
    PROJECT = "project"
    PROJECT_STATE = "project_state"
    DEADLINE = "deadline"
    MEETING = "meeting"
    PLAN = "plan"
    EVENT = "event"
    EXPERIENCE = "experience"


SINGLE_VALUED = frozenset(
    {
        Slot.NAME,
        Slot.AGE,
        Slot.BIRTHDAY,
        Slot.HOME,
        Slot.ORIGIN,
        Slot.EMPLOYER,
        Slot.PROFESSION,
        Slot.MARITAL_STATUS,
        Slot.PARTNER,
        Slot.DIET,
        Slot.FAVOURITE,
        Slot.CONTACT,
        Slot.PROJECT_STATE,
        Slot.DEADLINE,
    }
)
"""Slots that hold one value at a time for one subject and one qualifier."""

NEEDS_QUALIFIER = frozenset({Slot.TOOL, Slot.PREFERENCE, Slot.DECISION, Slot.HABIT})
"""Slots that hold one value only where a qualifier says of what kind.

The *editor*, the *browser*; a preference among *drinks*; a decision on *the database*; when one *wakes up*. Without a qualifier
lists grow. A preference of X over Y needs none: ``previous`` is Y, and Y over X takes it back.
"""


FACT_TYPES = {
    Slot.LIKES: FactType.PREFERENCE_OR_DECISION,
    Slot.DISLIKES: FactType.PREFERENCE_OR_DECISION,
    Slot.PREFERENCE: FactType.PREFERENCE_OR_DECISION,
    Slot.FAVOURITE: FactType.PREFERENCE_OR_DECISION,
    Slot.DECISION: FactType.PREFERENCE_OR_DECISION,
    Slot.PROJECT: FactType.PROJECT_STATE,
    Slot.PROJECT_STATE: FactType.PROJECT_STATE,
    Slot.DEADLINE: FactType.PROJECT_STATE,
    Slot.MEETING: FactType.EVENT,
    Slot.PLAN: FactType.EVENT,
    Slot.EVENT: FactType.EVENT,
    Slot.EXPERIENCE: FactType.EXPERIENCE,
}
"""The type of fact a slot usually makes; a plain fact where it is not listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing a sentence states. Offsets are characters in the sentence.

    ``subject`` is ``user`` for the speaker, otherwise the words as written. ``qualifier`` tells which one
    (the favourite *colour*, the deadline of *the dashboard*, the *editor*). ``polarity`` False means
    it does not, or no longer, hold. ``previous`` is the value given up in a change ("from X to Y"), or the
    less liked one of two. ``replaces`` and ``adds`` are what the words say of the relation to earlier
    statements: "now", "instead", "moved to"; "also", "another". What adds never updates.
    """

    slot: Slot
    value: str
    subject: str = USER
    qualifier: str | None = None
    polarity: bool = True
    previous: str | None = None
    replaces: bool = False
    adds: bool = False
    fact_type: FactType = FactType.FACT
    confidence: float = 0.65
    start: int = 0
    end: int = 0


def _never(_sentence: str) -> bool:
    return False


Builder = Callable[[re.Match[str]], "Statement | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A pattern with named groups ``value`` and optionally ``subject``, ``qualifier``, ``previous``.

    ``build`` replaces the default reading of the groups; returning None rejects the match.
    """

    slot: Slot
    pattern: re.Pattern[str]
    fact_type: FactType = FactType.FACT
    confidence: float = 0.65
    polarity: bool = True
    qualifier: str | None = None
    replaces: bool = False
    build: Builder | None = field(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The rules of one language, and what makes a sentence say nothing durable.

    ``is_silent`` is asked first: questions, hypotheticals, small talk, commands, reported doubt.
    ``clean_value`` and ``clean_subject`` trim what a group caught beyond the value itself.
    ``replaces`` and ``adds`` look at the sentence for the words that mark a change or a growing list.
    ``canonical`` gives a value or subject the one spelling under which it is compared.
    ``read`` takes the place of the table of rules where a grammar works clause by clause.
    """

    language: Language
    rules: tuple[Rule, ...]
    is_silent: Callable[[str], bool]
    clean_value: Callable[[str], str]
    clean_subject: Callable[[str], str]
    replaces: Callable[[str], bool] = _never
    adds: Callable[[str], bool] = _never
    canonical: Callable[[str], str] = str.strip
    read: Callable[[str], list[Statement]] | None = None
