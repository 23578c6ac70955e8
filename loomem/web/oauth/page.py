"""The consent page: plain HTML without scripts, in the reader's language, everything escaped."""

import base64
import hashlib
import tomllib
from collections.abc import Mapping
from html import escape
from pathlib import Path

import msgspec
from aiohttp import web

from loomem.model.ids import DEFAULT_STREAM

_HERE = Path(__file__).parent
_TEXTS: dict[str, dict[str, str]] = tomllib.loads(
    (_HERE / "texts.toml").read_text(encoding="utf-8")
)
_STYLE = (_HERE / "page.css").read_text(encoding="utf-8")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_DEFAULT = "en"
_MAX_HEADER = 200

Texts = Mapping[str, str]


class Consent(msgspec.Struct, kw_only=True, frozen=True):
    """What the page shows. ``hidden`` comes back with the answer; ``warning`` names a text.

    ``streams`` are ids with the names that the owner gave them, or none.
    """

    client_name: str
    target: str
    form_action: str
    hidden: Mapping[str, str]
    streams: Mapping[str, str]
    chosen: str = ""
    warning: str | None = None
    error: str | None = None


def texts_for(accept_language: str) -> tuple[str, Texts]:
    """Return the language that a browser prefers among those of the page, and its texts."""
    ranked: list[tuple[float, int, str]] = []
    for place, entry in enumerate(accept_language[:_MAX_HEADER].split(",")):
        name, _, quality = entry.strip().partition(";q=")
        language = name.split("-")[0].lower()
        if language in _TEXTS:
            ranked.append((-_number(quality), place, language))
    best = min(ranked)[2] if ranked else _DEFAULT
    return best, _TEXTS[best]


def consent_page(language: str, texts: Texts, consent: Consent, status: int) -> web.Response:
    """Return the page that asks for the key and an answer."""
    name, target = escape(consent.client_name), escape(consent.target)
    parts = [f"<h1>{texts['title']}</h1>", f"<p><strong>{name}</strong> {texts['asks']}</p>"]
    parts.append(f"<p>{texts['returns']} <strong>{target}</strong></p>")
    if consent.warning:
        parts.append(f'<p class="warn">{texts[consent.warning]}</p>')
    if consent.error:
        parts.append(f'<p class="error" role="alert">{texts[consent.error]}</p>')
    parts.append(_form(texts, consent))
    return _page(language, texts["title"], "\n".join(parts), status, consent.form_action)


def problem_page(language: str, texts: Texts, reason: str, status: int) -> web.Response:
    """Return a page that says why nothing can be asked."""
    body = f'<h1>{texts["problem"]}</h1>\n<p class="error" role="alert">{texts[reason]}</p>'
    return _page(language, texts["problem"], body, status, "'none'")


def _form(texts: Texts, consent: Consent) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in consent.hidden.items()
    )
    options = "".join(
        f'<option value="{escape(stream)}"{" selected" if stream == consent.chosen else ""}>'
        f"{escape(name or (texts['own_stream'] if stream == DEFAULT_STREAM else stream))}</option>"
        for stream, name in consent.streams.items()
    )
    return (
        f'<form method="post" action="/authorize" autocomplete="off">{hidden}'
        f'<label for="key">{texts["key"]}</label>'
        '<input id="key" name="key" type="password" autocomplete="current-password" autofocus '
        'aria-describedby="hint">'
        f'<small id="hint">{texts["key_hint"]}</small>'
        f'<label for="stream">{texts["stream"]}</label>'
        f'<select id="stream" name="stream"><option value="">{texts["all_streams"]}</option>'
        f"{options}</select>"
        f'<button name="decision" value="allow">{texts["allow"]}</button>'
        f'<button name="decision" value="deny">{texts["deny"]}</button></form>'
    )


def _page(language: str, title: str, body: str, status: int, form_action: str) -> web.Response:
    policy = (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action {form_action}; "
        "frame-ancestors 'none'; base-uri 'none'"
    )
    html = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} · Loomem</title><style>{_STYLE}</style></head>"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )
    return web.Response(
        text=html,
        status=status,
        content_type="text/html",
        headers={
            "Content-Security-Policy": policy,
            "Referrer-Policy": "same-origin",
            "X-Frame-Options": "DENY",
            "Vary": "Accept-Language",
        },
    )


def _number(quality: str) -> float:
    try:
        return float(quality) if quality else 1.0
    except ValueError:
        return 0.0
