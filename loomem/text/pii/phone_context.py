"""Says what the words around a number make of it: a telephone number, another number, an amount.

English, Polish and Chinese. The nearest word decides.
"""

import re
from enum import Enum
from typing import Final

_AFTER: Final = 32
_NEAR: Final = 24
_REACH: Final = 50
_OTHER_REACH: Final = 16

_EDGE: Final = r"(?<![^\W\d_])"
_STOP: Final = r"(?![^\W\d_])"
_OWN_EN: Final = r"(?:my|his|her|our|their|your|new|old|work|home|private|direct)"
_OWN_PL: Final = (
    r"(?:m[oó]j|moim|twój|jej|jego|ich|nasz|nowy|stary|prywatny|s[lł]u[zż]bowy|m[oó]j nowy)"
)
_PHONE_WORDS: Final = (
    rf"(?:{_EDGE}(?=[a-zł])(?:(?:tele|cell ?)?phones?|tel|telef\w*|mobiles?|cell|cellular|contact"
    r"|call|calling|called|dial|dialed|(?:text|texted|ring|reach) (?:me|him|her|us|them)|sms\w{0,4}"
    r"|whats ?app\w{0,2}|viber|telegram|fax|faks\w{0,3}|hotline|helpline|landline"
    rf"|{_OWN_EN} (?:{_OWN_EN} )?(?:number|no)"
    r"|telefon\w{0,4}|kom|kom[oó]r\w{1,5}|zadzwo\w{1,5}|dzwo[nń]\w{0,5}|oddzwo\w{1,5}"
    r"|przedzwo\w{1,4}|kontakt\w{0,6}|infolini\w{1,2}|numer\w{0,2} (?:do|kontaktowy)"
    rf"|{_OWN_PL} (?:numer|nr)){_STOP}"
    r"|(?=[\u4e00-\u9fff])(?:电话|電話|手机|手機|号码|號碼|联系方式|聯繫方式|联系我|致电|拨打|撥打"
    r"|打给|座机|短信|来电|热线))"
)
_OTHER_WORDS: Final = (
    rf"(?:{_EDGE}(?=[a-zł])(?:ids?|uid|uuid|guid|order|orders|invoice|inv|refs?|reference|ticket"
    r"|case|issue|bug|serial|sn|version|ver|commit|hash|build|timestamp|epoch|unix|tracking"
    r"|account|acct|bank|iban|isbn|issn|ean|upc|sku|imei|vat|nip|regon|krs|pesel|price|cost|total"
    r"|amount|population|salary|budget|revenue|size|pid|port|seed"
    r"|(?:api|function|system|procedure) calls?|callback"
    r"|zam[oó]wieni\w{1,3}|zam|faktur\w{1,2}|fv|zg[lł]oszeni\w{1,3}|sygn\w{0,6}|seryjn\w{1,3}"
    r"|przesy[lł]k\w{1,2}|paczk\w{1,2}|kont[oaem]{1,2}|rachun\w{1,5}|cen[aęy]|kwot\w{1,3}"
    r"|sum[aęy]|wersj\w{1,2}|bud[zż]et\w{0,2}|indeks\w{0,2}|dow[oó]d\w{0,2}|paszport\w{0,2}"
    r"|umow\w{1,2}|polis\w{1,2}|bilet\w{0,2}|dzia[lł]k\w{1,2}|nak[lł]ad\w{0,2}"
    rf"|populacj\w{{1,2}}){_STOP}"
    r"|(?=[\u4e00-\u9fff])(?:(?:订单|快递|发票|身份证|账号?|序列|车牌|物流|合同|工单)[号號]?[码碼]?"
    r"|单号|编号|价格|金额|版本|时间戳|总数|人口))"
)
_PHONE_WORD: Final = re.compile(_PHONE_WORDS)
_OTHER_WORD: Final = re.compile(_OTHER_WORDS)
_PHONE_AFTER: Final = re.compile(
    rf"[\s)]{{0,2}}[(\-,]?\s?(?:to |jest |is |是)?(?:{_OWN_EN} |{_OWN_PL} |我的?|他的?|她的?)?"
    rf"(?:new |nowy )?(?:{_PHONE_WORDS}|{_EDGE}(?:number|numer){_STOP})"
)
"""All three see lower-case text."""

_SENTENCE_END: Final = re.compile(r"[!?。]|\.\s+[A-ZĄĆĘŁŃÓŚŹŻ]")
_AMOUNT_AFTER: Final = re.compile(
    r"\s?(?:[%€$£¥₽]|(?:z[lł]|pln|eur|euro|usd|gbp|chf|z[lł]ot\w{2,3}|tys|mln|mld|million|billion"
    r"|os[oó]b|ludzi|mieszka[nń]\w{1,3}|u[zż]ytkownik\w{1,2}|people|users|inhabitants|dollars"
    r"|rows|records|lines|items|votes|tokens|token[oó]w|wierszy|rekord[oó]w|sztuk|szt|bytes|bajt\w{1,2}"
    rf"|kb|mb|gb|km|kg|ms|sek\w{{0,4}}|seconds|times|years|lat){_STOP}"
    r"|[元块人个万亿次年条円]|字节|美元|人民币)",
    re.IGNORECASE,
)
_AMOUNT_BEFORE: Final = re.compile(r"(?:[$€£¥]|(?<![^\W\d_])(?:PLN|EUR|USD|GBP|CHF))\s?$")


class Context(Enum):
    """How near the words are that speak for a telephone number, or that some speak against it."""

    OTHER = 0
    NONE = 1
    FAR = 2
    NEAR = 3


def context_of(text: str, start: int, end: int) -> Context:
    """Read the words on the same line around a number."""
    if is_amount(text, start, end):
        return Context.OTHER
    before = text[max(0, start - _REACH) : start].rpartition("\n")[2]
    lower = before.lower()
    phone = _last(_PHONE_WORD, lower)
    other = _last(_OTHER_WORD, lower)
    if phone >= 0 and other < phone and not _SENTENCE_END.search(before, phone):
        return Context.NEAR if len(lower) - phone <= _NEAR else Context.FAR
    if other >= 0 and len(lower) - other <= _OTHER_REACH:
        return Context.OTHER
    is_named_after = _PHONE_AFTER.match(text[end : end + _AFTER].lower())
    return Context.NEAR if is_named_after else Context.NONE


def is_amount(text: str, start: int, end: int) -> bool:
    """Say whether a currency or a unit makes the number an amount."""
    if _AMOUNT_AFTER.match(text, end):
        return True
    return _AMOUNT_BEFORE.search(text[max(0, start - 6) : start]) is not None


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Return the end of the last match, or -1."""
    end = -1
    for found in pattern.finditer(text):
        end = found.end()
    return end
