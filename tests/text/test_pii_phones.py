"""Telephone numbers go; numbers that only resemble them stay."""

import pytest

from loomem.text.pii import PiiKind, RedactionOptions, Redactor

REDACTOR = Redactor(RedactionOptions())

PHONES = (
    ("Mój numer to 600 700 800.", "Mój numer to [PHONE]."),
    ("600-700-800", "[PHONE]"),
    ("600\u00a0700\u00a0800", "[PHONE]"),
    ("600‑700‑800", "[PHONE]"),
    ("biuro 22 123 45 67", "biuro [PHONE]"),
    ("biuro (22) 123 45 67", "biuro [PHONE]"),
    ("(22) 123-45-67", "[PHONE]"),
    ("22 123-45-67", "[PHONE]"),
    ("48 600 700 800", "[PHONE]"),
    ("0048 600 700 800", "[PHONE]"),
    ("0048600700800", "[PHONE]"),
    ("+48600700800", "[PHONE]"),
    ("+48 600-700-800", "[PHONE]"),
    ("(+48) 600 700 800", "[PHONE]"),
    ("Call+48600700800", "Call[PHONE]"),
    ("+48 22 123 45 67, +48 600 700 801", "[PHONE], [PHONE]"),
    ("+1 (415) 555-2671", "[PHONE]"),
    ("+1-555-123-4567", "[PHONE]"),
    ("415-555-2671", "[PHONE]"),
    ("415.555.2671", "[PHONE]"),
    ("(415) 555-2671", "[PHONE]"),
    ("1-800-555-0199", "[PHONE]"),
    ("+44 20 7946 0958", "[PHONE]"),
    ("+44 (0)20 7946 0958", "[PHONE]"),
    ("+44 7700 900123", "[PHONE]"),
    ("020 7946 0958", "[PHONE]"),
    ("+86 138 1234 5678", "[PHONE]"),
    ("+8613812345678", "[PHONE]"),
    ("138 1234 5678", "[PHONE]"),
    ("138-1234-5678", "[PHONE]"),
    ("+49 30 12345678", "[PHONE]"),
    ("+380 44 123 4567", "[PHONE]"),
    ("Zadzwoń: 600700800", "Zadzwoń: [PHONE]"),
    ("zadzwoń do mnie jutro po południu 600700800", "zadzwoń do mnie jutro po południu [PHONE]"),
    ("tel.600700800", "tel.[PHONE]"),
    ("tel:600700800", "tel:[PHONE]"),
    ("kom. 600700800", "kom. [PHONE]"),
    ("kontakt: Jan, 600700800", "kontakt: Jan, [PHONE]"),
    ("600700800 to mój numer", "[PHONE] to mój numer"),
    ("600700800 (tel.)", "[PHONE] (tel.)"),
    ("tel. 111222333", "tel. [PHONE]"),
    ("call me at 600700800", "call me at [PHONE]"),
    ("my new number is 600700800", "my new number is [PHONE]"),
    ("call 4155552671", "call [PHONE]"),
    ("call 555-0199", "call [PHONE]"),
    ("phone: 030 12345678", "phone: [PHONE]"),
    ("WhatsApp 07700900123", "WhatsApp [PHONE]"),
    ("phone=600700800", "phone=[PHONE]"),
    ('{"phone":"600700800"}', '{"phone":"[PHONE]"}'),
    ("我的手机号是13812345678。", "我的手机号是[PHONE]。"),
    ("手机：１３８１２３４５６７８", "手机：[PHONE]"),
    ("请打给我 13812345678", "请打给我 [PHONE]"),
    ("电话 010-65529988", "电话 [PHONE]"),
    ("13812345678是我的电话", "[PHONE]是我的电话"),
    ("tel. 600 700 800, 601701801 lub 602 702 802", "tel. [PHONE], [PHONE] lub [PHONE]"),
    ("tel. 600 700 800 601 701 801", "tel. [PHONE] [PHONE]"),
    ("1. 600 700 800\n2. 601 701 801", "1. [PHONE]\n2. [PHONE]"),
    ("Zamówienie 12345, tel. 600700800", "Zamówienie 12345, tel. [PHONE]"),
)

OTHERS = (
    "600700800",
    "123456789",
    "Zamówienie 600700800",
    "Nr zamówienia: 600 700 800",
    "zadzwoń w sprawie zamówienia 600700800",
    "order 600700800",
    "Order #600-700-800",
    "ticket id 600700800",
    "id=600700800",
    "#600700800",
    "订单号码600700800",
    "订单编号：13812345678",
    "budżet 600 700 800 zł",
    "600 700 800 PLN",
    "$600 700 800",
    "EUR 600 700 800",
    "600 700 800,50",
    "500 000 000",
    "population of 331 000 000",
    "600 700 800 people",
    "收入13812345678元",
    "telefon kosztuje 2 499 000 w rublach",
    "100 200 300",
    "500 600 700 800",
    "100, 200, 300",
    "NIP 123-456-78-19",
    "NIP: 1234567819",
    "REGON 123456785",
    "KRS 0000123456",
    "ISBN 978-83-240-1234-5",
    "ISBN 0-306-40615-2",
    "EAN 5901234123457",
    "550e8400-e29b-41d4-a716-446655440000",
    "deadbeef600700800cafe",
    "commit 600700800abc",
    "abc600700800",
    "a_600700800",
    "600700800x",
    "file-600-700-800-b.txt",
    "https://example.org/item/600700800",
    "https://example.org/?id=600700800",
    "user600700800@example",
    "192.168.100.200",
    "call 192.168.1.10",
    "10.0.0.1:60070",
    "2024-01-15",
    "2024-01-15 12:30:45",
    "call on 2024-01-15",
    "call on 15.01.2024",
    "zadzwoń 20240115",
    "20240115123045",
    "1700000000",
    "1700000000000",
    "timestamp 1700000000",
    "52.229676, 21.012229",
    "52.229676 21.012229",
    "version 12.345.678",
    "phone os 12.1.2",
    "600.700.800",
    "3.141592653",
    "0.600700800",
    "600700800.5",
    "5+48600700800",
    "x = 5 + 48600700800",
    "Zm9vYmFyZm9vYmFyZm9v+48600700800==",
    "+250 000 000 zł",
    "+100 people",
    "00-950 Warszawa",
    "PESEL 44051401358",
    "61 1090 1014 0000 0712 1981 2875",
    "4111 1111 1111 1112",
    "SN 600-700-800",
    "numer seryjny 600700800",
    "I called him. The batch has 600700800 rows.",
    "api call 600700800 failed",
    "callback 600700800",
    "12 34 56",
    "5 x 600",
    "room 1204, seat 34",
    "2-3-2-2",
    "1 600 700 800",
)


@pytest.mark.parametrize(("text", "redacted"), PHONES)
def test_a_telephone_number_goes(text: str, redacted: str) -> None:
    result = REDACTOR.redact(text)
    assert result.text == redacted
    assert {finding.kind for finding in result.findings} == {PiiKind.PHONE}


@pytest.mark.parametrize("text", OTHERS)
def test_another_number_stays(text: str) -> None:
    assert REDACTOR.redact(text).text == text


def test_the_default_region_decides_what_needs_no_country_code() -> None:
    germany = Redactor(RedactionOptions(default_region="DE"))
    assert germany.redact("030 123456").text == "[PHONE]"
    assert germany.redact("600 700 800").text == "600 700 800"
    assert REDACTOR.redact("030 123456").text == "030 123456"


def test_an_unknown_region_leaves_the_international_numbers() -> None:
    nowhere = Redactor(RedactionOptions(default_region="XX"))
    assert nowhere.redact("600 700 800, +48 600 700 800").text == "600 700 800, [PHONE]"


def test_telephones_can_be_left_alone() -> None:
    off = Redactor(RedactionOptions(redact_phones=False))
    assert off.redact("tel. +48 600 700 800").text == "tel. +48 600 700 800"
