"""GET and POST /authorize: the owner is asked, shows the key, and the client gets a code.

The key is checked before anything is issued. The answer must come from the page this server gave
to the same browser: a cookie and a hidden field hold the same random value.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from aiohttp import web

from loomem.errors import RateLimitedError
from loomem.oauth.authorization import PARAMETERS, Asked, read_request
from loomem.oauth.clients import Clients
from loomem.oauth.errors import OAuthError, PageError, SentBackError
from loomem.oauth.redirects import is_loopback, target_of
from loomem.oauth.secrets import is_same, new_secret
from loomem.oauth.tokens import Tokens
from loomem.operations.context import Services
from loomem.operations.limits import RateLimiter
from loomem.web.oauth.answers import once_each, read_form
from loomem.web.oauth.page import Consent, consent_page, problem_page, texts_for
from loomem.web.public_origin import PublicOrigin

COOKIE = "loomem_consent"
_COOKIE_SECONDS = 900
_MAX_STREAMS = 200
_MAX_QUERY = 16_000
_TOKEN_CHARS = 43


class AuthorizeEndpoint:
    """Asks the owner. ``key`` is the key of this server."""

    def __init__(
        self,
        services: Services,
        key: str,
        clients: Clients,
        tokens: Tokens,
        origin: PublicOrigin,
        limiter: RateLimiter,
    ) -> None:
        self._services = services
        self._key = key
        self._clients = clients
        self._tokens = tokens
        self._origin = origin
        self._limiter = limiter

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Show the page, or tell the client what is wrong with its request."""
        try:
            params = _query(request)
            asked = await read_request(params, self._clients, self._origin.of(request))
        except PageError as error:
            return _problem(request, error.reason, 400)
        except SentBackError as error:
            return self._send_back(request, error)
        return self._ask(request, asked, params, 200)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Take the owner's answer."""
        try:
            form = await read_form(request)
            params = {name: form[name] for name in PARAMETERS if name in form}
            asked = await read_request(params, self._clients, self._origin.of(request))
        except PageError as error:
            return _problem(request, error.reason, 400)
        except SentBackError as error:
            return self._send_back(request, error)
        except OAuthError:
            return _problem(request, "bad_request", 400)
        if not self._is_from_our_page(request, form):
            return self._ask(request, asked, params, 403, error="stale")
        if form.get("decision") != "allow":
            denied = ("access_denied", "The owner of the memory said no")
            return self._send_back(
                request, SentBackError(*denied, asked.redirect_uri, asked.state)
            )
        return await self._allow(request, asked, params, form)

    async def _allow(
        self, request: web.Request, asked: Asked, params: dict[str, str], form: dict[str, str]
    ) -> web.StreamResponse:
        stream = form.get("stream", "")
        try:
            self._limiter.take(self._origin.client_address(request), "", "consent")
        except RateLimitedError as error:
            refused = _problem(request, "too_many", 429)
            refused.headers["Retry-After"] = str((error.details or {})["retry_after_seconds"])
            return refused
        if not is_same(form.get("key", "").strip(), self._key):
            return self._ask(request, asked, params, 403, chosen=stream, error="wrong_key")
        if stream and stream not in self._streams():
            return self._ask(request, asked, params, 403, error="stale")
        code = await self._tokens.issue_code(asked, stream or None)
        return self._redirect(request, asked.redirect_uri, {"code": code}, asked.state)

    def _ask(
        self,
        request: web.Request,
        asked: Asked,
        params: dict[str, str],
        status: int,
        *,
        chosen: str = "",
        error: str | None = None,
    ) -> web.Response:
        token = request.cookies.get(COOKIE, "")
        if len(token) != _TOKEN_CHARS:
            token = new_secret()
        language, texts = texts_for(request.headers.get("Accept-Language", ""))
        hidden = {name: params[name] for name in PARAMETERS if name in params}
        consent = Consent(
            client_name=asked.client.name,
            target=target_of(asked.redirect_uri),
            form_action=f"'self' {_source(asked.redirect_uri)}",
            hidden={**hidden, "page": token},
            streams=self._streams(),
            chosen=chosen,
            warning=_warning(asked.redirect_uri),
            error=error,
        )
        page = consent_page(language, texts, consent, status)
        page.set_cookie(
            COOKIE,
            token,
            max_age=_COOKIE_SECONDS,
            path="/authorize",
            httponly=True,
            samesite="Strict",
            secure=self._origin.of(request).startswith("https:"),
        )
        return page

    def _is_from_our_page(self, request: web.Request, form: dict[str, str]) -> bool:
        token = request.cookies.get(COOKIE, "")
        foreign = request.headers.get("Sec-Fetch-Site", "") in ("cross-site", "same-site")
        return len(token) == _TOKEN_CHARS and is_same(token, form.get("page", "")) and not foreign

    def _streams(self) -> dict[str, str]:
        """Return the streams to choose from: those with a name, then the others that hold something."""
        stores, named = self._services.stores, self._services.settings.namespaces
        with stores.env.read() as txn:
            held = sorted(stores.counters.streams(txn))[:_MAX_STREAMS]
        return {stream: name for name, stream in named.items()} | {
            stream: "" for stream in held if stream not in named.values()
        }

    def _send_back(self, request: web.Request, error: SentBackError) -> web.Response:
        said = {"error": error.error, "error_description": error.description}
        return self._redirect(request, error.redirect_uri, said, error.state)

    def _redirect(
        self, request: web.Request, uri: str, said: dict[str, str], state: str | None
    ) -> web.Response:
        """Send the browser back, with the issuer, so that no answer is taken for another server's."""
        if state is not None:
            said = {**said, "state": state}
        said = {**said, "iss": self._origin.of(request)}
        parts = urlsplit(uri)
        query = "&".join(filter(None, (parts.query, urlencode(said))))
        return web.Response(
            status=302, headers={"Location": urlunsplit(parts._replace(query=query))}
        )


def _query(request: web.Request) -> dict[str, str]:
    raw = request.rel_url.raw_query_string
    if len(raw) > _MAX_QUERY:
        raise PageError("bad_request")
    try:
        return once_each(parse_qsl(raw, keep_blank_values=True, max_num_fields=50))
    except (OAuthError, ValueError) as error:
        raise PageError("bad_request") from error


def _problem(request: web.Request, reason: str, status: int) -> web.Response:
    language, texts = texts_for(request.headers.get("Accept-Language", ""))
    return problem_page(language, texts, reason, status)


def _warning(redirect_uri: str) -> str | None:
    if is_loopback(redirect_uri):
        return "loopback"
    return None if redirect_uri.startswith("https:") else "program"


def _source(redirect_uri: str) -> str:
    """Return how a content policy names the place: browsers apply it to the redirect as well."""
    parts = urlsplit(redirect_uri)
    if parts.scheme in ("http", "https"):
        return f"{parts.scheme}://{parts.netloc}"
    return f"{parts.scheme}:"
