"""Numbers of persons and accounts go only with the right check digits; e-mail addresses go."""

import pytest

from loomem.text.pii import PiiKind, RedactionOptions, Redactor
from loomem.text.pii.identity import is_pesel

REDACTOR = Redactor(RedactionOptions())

IDS = (
    ("44051401359", "[ID]", PiiKind.PESEL),
    ("PESEL: 44051401359.", "PESEL: [ID].", PiiKind.PESEL),
    ("PESEL44051401359", "PESEL[ID]", PiiKind.PESEL),
    ("pesel=02070803628", "pesel=[ID]", PiiKind.PESEL),
    ("身份44051401359号", "身份[ID]号", PiiKind.PESEL),
    ("90090515836 i nic", "[ID] i nic", PiiKind.PESEL),
    ("02270812350", "[ID]", PiiKind.PESEL),
    ("4111 1111 1111 1111", "[ID]", PiiKind.CARD),
    ("4111-1111-1111-1111", "[ID]", PiiKind.CARD),
    ("4111111111111111", "[ID]", PiiKind.CARD),
    ("5555 5555 5555 4444", "[ID]", PiiKind.CARD),
    ("2223003122003222", "[ID]", PiiKind.CARD),
    ("3782 822463 10005", "[ID]", PiiKind.CARD),
    ("378282246310005", "[ID]", PiiKind.CARD),
    ("6011111111111117", "[ID]", PiiKind.CARD),
    ("3530111333300000", "[ID]", PiiKind.CARD),
    ("karta 30569309025904", "karta [ID]", PiiKind.CARD),
    ("6212345678901232", "[ID]", PiiKind.CARD),
    ("4111 1111 1111 1111 12/25 123", "[ID] 12/25 123", PiiKind.CARD),
    ("卡号4111111111111111", "卡号[ID]", PiiKind.CARD),
    ("card id 4111111111111111", "card id [ID]", PiiKind.CARD),
    ("PL61 1090 1014 0000 0712 1981 2874", "[ID]", PiiKind.IBAN),
    ("PL61109010140000071219812874", "[ID]", PiiKind.IBAN),
    ("pl61109010140000071219812874", "[ID]", PiiKind.IBAN),
    ("konto 61 1090 1014 0000 0712 1981 2874", "konto [ID]", PiiKind.IBAN),
    ("61109010140000071219812874", "[ID]", PiiKind.IBAN),
    ("GB82 WEST 1234 5698 7654 32 is mine", "[ID] is mine", PiiKind.IBAN),
    ("IBAN:DE89370400440532013000.", "IBAN:[ID].", PiiKind.IBAN),
    ("FR14 2004 1010 0505 0001 3M02 606", "[ID]", PiiKind.IBAN),
    ("账户DE89370400440532013000。", "账户[ID]。", PiiKind.IBAN),
)

OTHERS = (
    "44051401358",
    "44053201353",
    "44134401350",
    "12345678901",
    "id 144051401359",
    "44051401359a",
    "x44051401359",
    "440514-01359",
    "44051401359-1",
    "https://example.org/44051401359",
    "4111 1111 1111 1112",
    "4111111111111112",
    "order 4111111111111111",
    "tracking: 4111111111111111",
    "订单4111111111111111",
    "1111 1111 1111 1117",
    "9999 9999 9999 9995",
    "4111 1111 1111-1111",
    "411 1111 1111 11111",
    "30569309025904",
    "a4111111111111111",
    "4111111111111111.55",
    "0.4111111111111111",
    "4111111111111111-abc",
    "1700000000000000",
    "ISBN 9788324012345",
    "5901234123457",
    "PL61 1090 1014 0000 0712 1981 2875",
    "PL6110901014000007121981287",
    "XX61109010140000071219812874",
    "61 1090 1014 0000 0712 1981 2875",
    "00000000000000000000000000",
    "DE12 is a room",
    "NO15 PL28 GB22",
    "NIP 5260250274",
    "REGON 123456785",
    "550e8400-e29b-41d4-a716-446655440000",
    "52.2296756, 21.0122287",
    "v1.2.3.4.5",
    "2024-01-15T12:30:45.123456789Z",
)

EMAILS = (
    ("jan.kowalski@example.com", "[EMAIL]"),
    ("jan+tag@mail.example.co.uk.", "[EMAIL]."),
    ("<jan@example.org>", "<[EMAIL]>"),
    ("mailto:jan@example.org", "mailto:[EMAIL]"),
    ("email=jan@example.org&x=1", "email=[EMAIL]&x=1"),
    ("żółw@przykład.pl", "[EMAIL]"),
    ("邮箱是foo@bar.com谢谢", "邮箱是[EMAIL]谢谢"),
    ("用户@例子.公司", "[EMAIL]"),
    ("jan＠example.com", "[EMAIL]"),
    ("a@x.pl,b@y.pl;c@z.pl", "[EMAIL],[EMAIL];[EMAIL]"),
    ("o'neil@example.ie", "[EMAIL]"),
    ("see jan@example.com…", "see [EMAIL]…"),
    ("jan@xn--przykad-rjb.pl", "[EMAIL]"),
    ("600700800@example.com", "[EMAIL]"),
    ("'jan@example.com'", "'[EMAIL]'"),
)

NO_EMAILS = (
    "foo@bar",
    "@jan",
    "jan@",
    "a @ b.pl",
    "git@github.com:owner/name.git",
    "git@github.com:owner/name",
    "ssh://git@github.com/owner/name",
    "https://user@example.com/path",
    "logo@2x.png",
    "left-pad@1.3.0",
    "@scope/package",
    "@app.route('/')",
    "5 @ 3.50",
    "jan@localhost",
    "jan@10.0.0.1",
    "@@ -1,3 +1,4 @@",
)


@pytest.mark.parametrize(("text", "redacted", "kind"), IDS)
def test_a_number_with_right_check_digits_goes(text: str, redacted: str, kind: PiiKind) -> None:
    result = REDACTOR.redact(text)
    assert result.text == redacted
    assert [finding.kind for finding in result.findings] == [kind]


@pytest.mark.parametrize("text", OTHERS)
def test_any_other_number_stays(text: str) -> None:
    assert REDACTOR.redact(text).text == text


@pytest.mark.parametrize(("text", "redacted"), EMAILS)
def test_an_address_goes(text: str, redacted: str) -> None:
    result = REDACTOR.redact(text)
    assert result.text == redacted
    assert {finding.kind for finding in result.findings} == {PiiKind.EMAIL}


@pytest.mark.parametrize("text", NO_EMAILS)
def test_what_only_has_an_at_sign_stays(text: str) -> None:
    assert REDACTOR.redact(text).text == text


def test_few_numbers_of_eleven_digits_are_personal() -> None:
    numbers = [f"{seed * 7_919_777_773 % 100_000_000_000:011d}" for seed in range(1, 20_001)]
    assert sum(map(is_pesel, numbers)) / len(numbers) < 0.01


@pytest.mark.parametrize(
    ("switch", "text"),
    [
        ("redact_ids", "44051401359"),
        ("redact_cards", "4111 1111 1111 1111"),
        ("redact_ibans", "PL61109010140000071219812874"),
        ("redact_emails", "jan@example.com"),
    ],
)
def test_a_kind_can_be_left_alone(switch: str, text: str) -> None:
    assert REDACTOR.redact(text).text != text
    assert Redactor(RedactionOptions(**{switch: False})).redact(text).text == text
