"""Finds keys, tokens and passwords: by the form their makers gave them, or by what stands before."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from math import log2
from typing import Final, NamedTuple

from loomem.text.pii.model import PiiKind, Span

_START: Final = r"(?<![0-9A-Za-z_])"


class _Form(NamedTuple):
    """A recognisable form; ``trigger`` must be in the text. Group 1, if any, is what is hidden."""

    trigger: str
    pattern: re.Pattern[str]
    is_likely: Callable[[str], bool]


def _form(
    trigger: str, pattern: str, is_likely: Callable[[str], bool] = lambda _value: True
) -> _Form:
    return _Form(trigger, re.compile(pattern), is_likely)


def _has_digit(value: str) -> bool:
    return any(char.isdigit() for char in value)


def _is_opaque(value: str) -> bool:
    """Say whether no word list would hold it: letters with digits, or a long mix of cases."""
    if not any(char.isalpha() for char in value):
        return False
    is_mixed = any(c.isupper() for c in value) and any(c.islower() for c in value)
    return (_has_digit(value) or (is_mixed and len(value) >= 24)) and entropy(value) >= 3.0


def _is_key(value: str) -> bool:
    return _has_digit(value) or len(value.rpartition("-")[2]) >= 24


_FORMS: Final = (
    _form("sk-", rf"{_START}sk-(?:[A-Za-z0-9]{{1,12}}-){{0,3}}[A-Za-z0-9_-]{{16,}}", _is_key),
    _form("k_", rf"{_START}(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{{16,}}"),
    _form("whsec_", rf"{_START}whsec_[A-Za-z0-9+/=]{{16,}}"),
    _form("gh", rf"{_START}gh[pousr]_[A-Za-z0-9]{{20,}}"),
    _form("github_pat_", rf"{_START}github_pat_[A-Za-z0-9_]{{20,}}"),
    _form("glpat-", rf"{_START}glpat-[A-Za-z0-9_-]{{16,}}"),
    _form("A", rf"{_START}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{16}}(?![A-Za-z0-9])"),
    _form("xox", rf"{_START}xox[abeoprs]-[A-Za-z0-9-]{{10,}}"),
    _form("hooks.slack.com/", r"hooks\.slack\.com/services/([A-Za-z0-9/]{20,})"),
    _form("AIza", rf"{_START}AIza[A-Za-z0-9_-]{{30,}}"),
    _form("ya29.", rf"{_START}ya29\.[A-Za-z0-9_-]{{20,}}"),
    _form("hf_", rf"{_START}hf_[A-Za-z0-9]{{20,}}"),
    _form("npm_", rf"{_START}npm_[A-Za-z0-9]{{30,}}"),
    _form("pypi-", rf"{_START}pypi-[A-Za-z0-9_-]{{40,}}"),
    _form("SG.", rf"{_START}SG\.[A-Za-z0-9_-]{{16,}}\.[A-Za-z0-9_-]{{16,}}"),
    _form("dop_v1_", rf"{_START}dop_v1_[0-9a-f]{{40,}}"),
    _form(":AA", rf"{_START}[0-9]{{8,10}}:AA[A-Za-z0-9_-]{{32,}}"),
    _form("AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{40,}"),
    _form(
        "eyJ",
        r"(?<![0-9A-Za-z_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?",
    ),
    _form("earer", r"\b[Bb]earer\s{1,4}([A-Za-z0-9._~+/=-]{16,})", _is_opaque),
    _form(
        "asic", r"(?i)\bauthorization[\"']?\s{0,4}[:=]\s{0,4}[\"']?basic\s{1,4}([a-z0-9+/=]{8,})"
    ),
    _form("://", r"://([^\s/:@\"'<>\[\]]{0,256}:[^\s/@\"'<>\[\]]{1,256})@(?=[\w\[])"),
    _form("://", r"://([A-Za-z0-9_-]{20,256})@(?=\w)", _has_digit),
)

_KEY_BEGIN: Final = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END: Final = re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINES: Final = re.compile(
    r"(?:(?:\s|\\n){0,8}[A-Za-z0-9+/=]{16,})*+(?:\n[A-Za-z0-9+/=]{2,15}(?=\n|$))?"
)

_LOGIN_WORDS: Final = r"passwords?|passwd|passphrase|passcode|pwd|has[lł][oa]|密码|密碼|口令"
_KEY_WORDS: Final = (
    r"api[_ -]?keys?|apikey|access[_ -]?key(?:[_ -]?id)?|secret(?:[_ -]?(?:access[_ -]?)?key)?"
    r"|client[_ -]?secret|private[_ -]?key|encryption[_ -]?key|signing[_ -]?key"
    r"|(?:access|auth|refresh|bearer|session|bot|api)?[_ -]?token|klucz(?: api)?|密钥|金鑰|令牌"
)
_ASSIGNED: Final = re.compile(
    rf"(?:(?P<password>{_LOGIN_WORDS})|(?P<key>{_KEY_WORDS}))(?![a-z0-9\u00c0-\u024f])[\"'`\]]{{0,2}}"
    r"(?:\s{0,4}(?::=|=>|==?|:)\s{0,4}|(?P<prose>\s{1,4}(?:is|to|was|brzmi|jest)\s?:?\s{1,4}|[是为為]:?\s?))"
    r"(?:\"(?P<double>[^\"\n]{4,200})\"|'(?P<single>[^'\n]{4,200})'|`(?P<ticks>[^`\n]{4,200})`"
    r"|(?P<bare>[^\s\"'`,;()\[\]{}<>,。;]{6,200})(?P<call>[(\[{])?)",
    re.IGNORECASE,
)
_TRIGGERS: Final = (
    "pass",
    "pwd",
    "has",
    "key",
    "secret",
    "token",
    "klucz",
    "密",
    "口令",
    "令牌",
    "金鑰",
)
_PLACEHOLDER: Final = re.compile(
    r"(?i)[$%<{].*|(?:your|my|the|some|example|placeholder|change|insert|todo|none|null|env|os)\b.*"
    r"|(?:your|example)[_-].*|.*\*{3}.*|.*\.{3}.*|.*://.*|[~.]{0,2}/.*|[a-z]:\\.*"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9]+-[a-z]+"
)
_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+")
_SYMBOLS: Final = frozenset("!@#$%^&*?+~=|")


def find_secrets(text: str) -> Iterator[Span]:
    """Yield secrets; of an assignment, a header or an address only the secret part."""
    for form in _FORMS:
        if form.trigger in text:
            for found in form.pattern.finditer(text):
                group = 1 if form.pattern.groups else 0
                if form.is_likely(found[group]):
                    yield Span(*found.span(group), PiiKind.SECRET)
    if "PRIVATE KEY" in text:
        yield from _key_blocks(text)
    lower = text.lower()
    if any(trigger in lower for trigger in _TRIGGERS):
        yield from _assigned(text)


def entropy(value: str) -> float:
    """Return Shannon's entropy in bits per character."""
    if not value:
        return 0.0
    total = len(value)
    return -sum(count / total * log2(count / total) for count in Counter(value).values())


def _key_blocks(text: str) -> Iterator[Span]:
    """Yield private keys from their first line to their last, or as far as the lines look so."""
    place = 0
    has_end = True
    while begin := _KEY_BEGIN.search(text, place):
        end = _KEY_END.search(text, begin.end()) if has_end else None
        has_end = end is not None
        if end is None:
            lines = _KEY_LINES.match(text, begin.end())
            place = lines.end() if lines else begin.end()
        else:
            place = end.end()
        yield Span(begin.start(), place, PiiKind.SECRET)


def _assigned(text: str) -> Iterator[Span]:
    for found in _ASSIGNED.finditer(text):
        group = next(
            name for name in ("double", "single", "ticks", "bare") if found[name] is not None
        )
        start, end = found.span(group)
        if group == "bare":
            if found["call"]:
                continue
            end = start + len(found[group].rstrip(".:"))
        value = text[start:end]
        if _PLACEHOLDER.fullmatch(value) or _NAME.fullmatch(value) or len(set(value)) < 3:
            continue
        is_secret = _is_password if found["password"] else _is_long_key
        if is_secret(value, group != "bare", found["prose"] is not None):
            yield Span(start, end, PiiKind.SECRET)


def _is_password(value: str, is_quoted: bool, is_prose: bool) -> bool:  # noqa: FBT001
    if any(char.isspace() for char in value):
        return False
    if value.isdigit():
        return len(value) >= 6
    has_letter = any(char.isalpha() for char in value)
    if has_letter and _has_digit(value):
        return len(value) >= 6
    if has_letter and _SYMBOLS & set(value):
        return len(value) >= 6
    return is_quoted and not is_prose and len(value) >= 16 and entropy(value) >= 3.0


def _is_long_key(value: str, is_quoted: bool, is_prose: bool) -> bool:  # noqa: ARG001, FBT001
    return len(value) >= 12 and not any(char.isspace() for char in value) and _is_opaque(value)
