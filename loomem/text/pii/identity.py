"""Finds numbers that name a person or an account, by their check digits: PESEL, cards, IBAN."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import Final

from loomem.text.pii.borders import is_free, is_free_after, is_free_before
from loomem.text.pii.model import PiiKind, Span

_PESEL: Final = re.compile(r"(?<![0-9])[0-9]{11}(?![0-9])")
_PESEL_WORD: Final = re.compile(r"pesel(?=[0-9])", re.IGNORECASE)
_PESEL_WEIGHTS: Final = (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)
_CENTURIES: Final = {0: 1900, 20: 2000}
"""What is added to the month of birth. Nobody of the other centuries is alive or born."""

_RUN: Final = re.compile(r"[0-9]++(?:[ .-][0-9]++)*+")
_GROUP: Final = re.compile(r"[0-9]+")
_CARD_SHAPES: Final = (
    (4, 4, 4, 4, 3),
    (4, 4, 4, 4, 2),
    (4, 4, 4, 4),
    (4, 6, 5),
    (4, 6, 4),
    *((length,) for length in range(13, 20)),
)
_MOST_GROUPS: Final = 7
_ISSUERS: Final = re.compile(
    r"4(?:.{12}|.{15}|.{18})"  # Visa
    r"|(?:5[1-5]..|222[1-9]|22[3-9].|2[3-6]..|27[01].|2720).{12}"  # Mastercard
    r"|3[47].{13}"  # American Express
    r"|(?:30[0-5]|36.|3[89].).{11}"  # Diners Club
    r"|(?:6011|64[4-9].|65..).{12}"  # Discover
    r"|35(?:2[89]|[3-8].).{12}"  # JCB
    r"|62.{14,17}"  # UnionPay
    r"|(?:5018|5020|5038|5893|6304|6759|676[1-3]).{12,15}"  # Maestro
    r"|220[0-4].{12}"  # Mir
)
_USUAL_LENGTHS: Final = (15, 16)
_CARD_WORD: Final = re.compile(
    r"(?i)\b(?:card|visa|master ?card|amex|maestro|kart\w{1,3}|cc)\b|卡|银联"
)
_OTHER_NUMBER: Final = re.compile(
    r"(?i)(?<![^\W\d_])(?:id|ids|uid|order|tracking|ref|reference|invoice|ticket|serial|sku|imei"
    r"|account|zam[oó]wieni\w{1,3}|faktur\w{1,2}|przesy[lł]k\w|paczk\w|seryjn\w{1,3})"
    r"(?![^\W\d_])|订单|单号|编号|快递"
)
_NEAR: Final = 30

_ACCOUNT_SHAPES: Final = ((2, 4, 4, 4, 4, 4, 4), (26,))
_LETTER: Final = re.compile(r"[A-Z]")
_IBAN_START: Final = re.compile(r"(?<![0-9A-Za-z])[A-Za-z]{2}[0-9]{2}(?=[ -]?[0-9A-Za-z])")
_COUNTRIES: Final = (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27"
    " DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28"
    " IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22"
    " MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24"
    " SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
)
_IBAN_LENGTHS: Final = {
    country: int(length) for country, length in re.findall(r"([A-Z]{2})([0-9]{2})", _COUNTRIES)
}


def find_pesels(text: str) -> Iterator[Span]:
    """Yield Polish personal numbers with a right check digit and a date of birth that exists."""
    for found in _PESEL.finditer(text):
        if is_pesel(found.group()) and (
            is_free(text, *found.span())
            or (
                _PESEL_WORD.match(text, max(0, found.start() - 5))
                and is_free_after(text, found.end())
            )
        ):
            yield Span(*found.span(), PiiKind.PESEL)


def is_pesel(number: str) -> bool:
    """Say whether eleven digits are a PESEL of somebody born between 1900 and 2099."""
    digits = [int(char) for char in number]
    total = sum(weight * digit for weight, digit in zip(_PESEL_WEIGHTS, digits, strict=False))
    if (10 - total % 10) % 10 != digits[10]:
        return False
    month = int(number[2:4])
    century = _CENTURIES.get(month // 20 * 20)
    if century is None:
        return False
    try:
        date(century + int(number[:2]), month % 20, int(number[4:6]))
    except ValueError:
        return False
    return True


def find_cards(text: str) -> Iterator[Span]:
    """Yield payment cards: the ranges of known issuers, with Luhn's check digit."""
    for start, end in _shaped(text, _CARD_SHAPES, _is_card):
        if not is_free(text, start, end):
            continue
        is_bare = text[start:end].isdigit()
        if not is_bare or _may_be_bare(text[start:end], text[max(0, start - _NEAR) : start]):
            yield Span(start, end, PiiKind.CARD)


def find_ibans(text: str) -> Iterator[Span]:
    """Yield bank accounts, international ones and Polish ones without their country."""
    for found in _IBAN_START.finditer(text):
        end = _account_end(text, found.start())
        if end is not None and is_free_before(text, found.start()):
            yield Span(found.start(), end, PiiKind.IBAN)
    for start, end in _shaped(text, _ACCOUNT_SHAPES, _is_polish_account):
        if is_free(text, start, end):
            yield Span(start, end, PiiKind.IBAN)


def _shaped(
    text: str, shapes: Sequence[tuple[int, ...]], is_right: Callable[[str], bool]
) -> Iterator[tuple[int, int]]:
    """Yield start and end of runs of digits that are grouped like a shape and are right."""
    least = min(map(sum, shapes))
    first_lengths = {shape[0] for shape in shapes}
    for run in _RUN.finditer(text):
        if run.end() - run.start() < least:
            continue
        groups = [group.span() for group in _GROUP.finditer(text, *run.span())]
        taken = 0
        for index, (start, end) in enumerate(groups):
            if start < taken or end - start not in first_lengths:
                continue
            fitting = _fitting_end(text, groups[index : index + _MOST_GROUPS], shapes, is_right)
            if fitting is not None:
                yield start, fitting
                taken = fitting


def _fitting_end(
    text: str,
    groups: list[tuple[int, int]],
    shapes: Sequence[tuple[int, ...]],
    is_right: Callable[[str], bool],
) -> int | None:
    """Return where the first shape ends that the groups begin with, evenly and right."""
    lengths = tuple(end - start for start, end in groups)
    for shape in shapes:
        size = len(shape)
        if lengths[:size] != shape:
            continue
        number = "".join(text[start:end] for start, end in groups[:size])
        is_even = len({text[end] for _, end in groups[: size - 1]}) <= 1
        if is_even and is_right(number):
            return groups[size - 1][1]
    return None


def _is_card(number: str) -> bool:
    return _ISSUERS.fullmatch(number) is not None and _passes_luhn(number)


def _is_polish_account(number: str) -> bool:
    return _remainder("PL" + number) == 1


def _may_be_bare(number: str, before: str) -> bool:
    if _CARD_WORD.search(before):
        return True
    is_usual = len(number) in _USUAL_LENGTHS or number.startswith("62")
    return is_usual and not _OTHER_NUMBER.search(before)


def _passes_luhn(number: str) -> bool:
    total = 0
    for place, char in enumerate(reversed(number)):
        digit = int(char) * (1 + place % 2)
        total += digit - 9 if digit > 9 else digit
    return total % 10 == 0


def _account_end(text: str, start: int) -> int | None:
    country = text[start : start + 2].upper()
    length = _IBAN_LENGTHS.get(country)
    if length is None:
        return None
    found = _account_form(length).match(text, start)
    if found is None or not is_free_after(text, found.end()):
        return None
    number = re.sub(r"[ -]", "", found.group()).upper()
    return found.end() if _remainder(number) == 1 else None


@cache
def _account_form(length: int) -> re.Pattern[str]:
    return re.compile(rf"[0-9A-Za-z](?:[ -]?[0-9A-Za-z]){{{length - 1}}}")


def _remainder(account: str) -> int:
    """Return what ISO 13616 computes: 1 for a right account."""
    turned = account[4:] + account[:4]
    return int(_LETTER.sub(lambda letter: str(ord(letter.group()) - 55), turned)) % 97
