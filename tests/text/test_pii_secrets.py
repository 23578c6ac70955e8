"""Keys, tokens and passwords go; talk about them stays. All secrets here are made up."""

import pytest

from loomem.text.pii import PiiKind, RedactionOptions, Redactor

REDACTOR = Redactor(RedactionOptions())
BODY = "abcdefghijklmnopqrstuvwxyz0123456789"


def mixed(length: int) -> str:
    return ("aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA" * 3)[:length]


JWT = f"eyJ{mixed(20)}.eyJ{mixed(40)}.{mixed(43)}"
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{mixed(64)}\n{mixed(64)}\n-----END RSA PRIVATE KEY-----"

SECRETS = (
    (f"sk-{mixed(48)}", "[REDACTED]"),
    (f"key sk-proj-{mixed(60)}.", "key [REDACTED]."),
    (f"sk-ant-api03-{mixed(60)}", "[REDACTED]"),
    (f"sk_live_{mixed(24)}", "[REDACTED]"),
    (f"ghp_{mixed(36)}", "[REDACTED]"),
    (f"github_pat_{mixed(22)}_{mixed(50)}", "[REDACTED]"),
    (f"glpat-{mixed(20)}", "[REDACTED]"),
    ("AKIAIOSFODNN7EXAMPLE", "[REDACTED]"),
    (f"xoxb-123456789012-{mixed(24)}", "[REDACTED]"),
    (f"AIza{mixed(35)}", "[REDACTED]"),
    (f"hf_{mixed(34)}", "[REDACTED]"),
    (f"npm_{mixed(36)}", "[REDACTED]"),
    (f"我的密钥是sk-{mixed(48)}。", "我的密钥是[REDACTED]。"),
    (JWT, "[REDACTED]"),
    (f"Authorization: Bearer {mixed(32)}", "Authorization: Bearer [REDACTED]"),
    (f"-H 'authorization: Basic {mixed(20)}'", "-H 'authorization: Basic [REDACTED]'"),
    ("postgres://app:hunter2@db.example.com/x", "postgres://[REDACTED]@db.example.com/x"),
    ("https://jan:pa55@localhost:8080/", "https://[REDACTED]@localhost:8080/"),
    (f"https://{mixed(30)}@github.com/o/r", "https://[REDACTED]@github.com/o/r"),
    (PEM, "[REDACTED]"),
    (f"key:\n{PEM}\nend", "key:\n[REDACTED]\nend"),
    (f"-----BEGIN PRIVATE KEY-----\n{mixed(64)}\n{mixed(64)}\ncut off here", "[REDACTED]\ncut off here"),
    ("-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----", "[REDACTED]"),
    (f'api_key = "{BODY}"', 'api_key = "[REDACTED]"'),
    (f"API_KEY={BODY}", "API_KEY=[REDACTED]"),
    (f"AWS_SECRET_ACCESS_KEY={mixed(40)}", "AWS_SECRET_ACCESS_KEY=[REDACTED]"),
    (f'{{"client_secret": "{mixed(24)}"}}', '{"client_secret": "[REDACTED]"}'),
    (f"access token: {mixed(32)}", "access token: [REDACTED]"),
    (f"klucz api to {mixed(24)}", "klucz api to [REDACTED]"),
    ('password = "hunter2"', 'password = "[REDACTED]"'),
    ("password: hunter2", "password: [REDACTED]"),
    ("DB_PASSWORD=s3cr3t!x", "DB_PASSWORD=[REDACTED]"),
    ("my password is hunter2, ok", "my password is [REDACTED], ok"),
    ("hasło: Kot123!", "hasło: [REDACTED]"),
    ("Moje hasło to Kot123", "Moje hasło to [REDACTED]"),
    ("密码是abc12345。", "密码是[REDACTED]。"),
    ("密码：abc12345", "密码：[REDACTED]"),
    ("pwd=123456", "pwd=[REDACTED]"),
    ("password='correcthorsebatterystaple'", "password='[REDACTED]'"),
)  # fmt: skip

ORDINARY = (
    "sk-learn is a library",
    "task-management-for-developers-and-teams",
    "risk-assessment-framework-for-everyone",
    "sk-",
    "ghp_short",
    "AKIA is a prefix",
    "the eyJ prefix of a token",
    "bearer of bad news travels far away",
    "Bearer authentication-is-described-here",
    "https://example.org/a:b@c",
    "https://example.org:8080/path",
    "http://localhost:3030/v1",
    "mailto://x",
    "-----BEGIN CERTIFICATE-----",
    "the BEGIN PRIVATE KEY line",
    "password: required",
    "password: string",
    'password: "At least 8 characters!"',
    "password is case-sensitive",
    "the password is 12-characters long",
    "Password must have 8 characters",
    "password = getpass()",
    "password=os.environ['DB_PASSWORD1']",
    "password = config.db.password1",
    "password: ${DB_PASSWORD_1}",
    "password: {{ vault_password_1 }}",
    "password: <your password 1>",
    "password: ********",
    "password: xxxxxxxx",
    "api_key: your_api_key_123456",
    "api_key = YOUR_API_KEY_1234567",
    "api_key=$API_KEY_123456",
    "api_key = os.getenv('KEY1')",
    "token: 12",
    "token limit: 128000",
    "tokens: 128000",
    "max_tokens=4096",
    "token_count = 1234567890123",
    "token expires 2024-01-15T10:00:00Z",
    "token: 2024-01-15T10:00:00Z",
    "secret: /run/secrets/key1-file-name",
    "private_key: ~/.ssh/id_ed25519_work",
    "secret garden, secret santa 2024",
    "the secret is to whisk longer",
    "hasło to 8 znaków",
    "hasło: proszę zmienić",
    "Zapomniałem hasła do komputera.",
    "我忘记了密码。",
    "密码是什么？",
    "key: value",
    "primary key: user_id_12345678",
    "monkey: banana12345678901",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "uuid 550e8400-e29b-41d4-a716-446655440000",
    "has low: abc123456",
)  # fmt: skip


@pytest.mark.parametrize(("text", "redacted"), SECRETS)
def test_a_secret_goes(text: str, redacted: str) -> None:
    result = REDACTOR.redact(text)
    assert result.text == redacted
    assert {finding.kind for finding in result.findings} == {PiiKind.SECRET}


@pytest.mark.parametrize("text", ORDINARY)
def test_talk_about_secrets_stays(text: str) -> None:
    assert REDACTOR.redact(text).text == text


def test_secrets_can_be_left_alone() -> None:
    off = Redactor(RedactionOptions(redact_secrets=False))
    assert off.redact('password = "hunter2"').text == 'password = "hunter2"'
