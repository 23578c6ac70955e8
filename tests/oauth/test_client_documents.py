"""A client's own document is fetched with care, over real TLS to a server of the test."""

import json
import ssl
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from loomem.clock import FixedClock
from loomem.oauth.client_documents import (
    KNOWN,
    MAX_BYTES,
    ClientDocuments,
    is_document_address,
    is_public,
)
from loomem.oauth.errors import OAuthError
from tests.support.certificates import make_certificate

HOST = "client.example"


class Site:
    """A host of client documents; ``answers`` maps a path to what is sent."""

    def __init__(self, clock: FixedClock, tls: ssl.SSLContext) -> None:
        self.tls = tls
        self.answers: dict[str, Callable[[], web.Response]] = {}
        self.asked: list[str] = []
        self.port = 0
        self.places = ["127.0.0.1"]
        self.documents = ClientDocuments(clock, self.resolve, lambda _place: True, tls)

    async def resolve(self, _host: str, _port: int) -> list[str]:
        return self.places

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        return self.answers[request.path]()

    def address(self, path: str) -> str:
        return f"https://{HOST}:{self.port}{path}"

    def serve(self, path: str, said: Any = None, **options: Any) -> str:
        """Serve a document about itself, with changes; returns its address."""
        address = self.address(path)
        document = {
            "client_id": address,
            "client_name": "Tester",
            "redirect_uris": ["http://localhost/callback"],
            "token_endpoint_auth_method": "none",
        } | (said or {})
        options.setdefault("text", json.dumps(document))
        options.setdefault("content_type", "application/json")
        self.answers[path] = partial(web.Response, **options)
        return address


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(1_700_000_000)


@pytest.fixture
async def site(clock: FixedClock, tmp_path: Path) -> AsyncIterator[Site]:
    certificate, key = make_certificate(tmp_path, HOST)
    trusting = ssl.create_default_context(cafile=str(certificate))
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate, key)
    made = Site(clock, trusting)
    app = web.Application()
    app.router.add_get("/{path:.*}", made.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=serving).start()
    made.port = runner.addresses[0][1]
    yield made
    await runner.cleanup()


async def test_a_document_is_read_and_remembered_as_long_as_it_says(
    site: Site, clock: FixedClock
) -> None:
    headers = {"Cache-Control": "public, max-age=300"}
    address = site.serve("/client.json", headers=headers)
    client = await site.documents.client(address)
    assert client.id == address
    assert client.name == "Tester"
    assert client.auth_method == "none"
    await site.documents.client(address)
    assert len(site.asked) == 1
    site.serve("/client.json", {"client_name": "Renamed"})
    clock.advance(301)
    assert (await site.documents.client(address)).name == "Renamed"


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ({"client_id": "https://client.example/other"}, {}),
        ({"redirect_uris": ["http://evil.example/"]}, {}),
        ({"redirect_uris": []}, {}),
        ({"token_endpoint_auth_method": "client_secret_post"}, {}),
        ({"client_secret": "x"}, {}),
        (None, {"status": 404}),
        (None, {"status": 302, "headers": {"Location": "https://client.example/real"}}),
        (None, {"content_type": "text/html"}),
        (None, {"text": "<html>"}),
        (None, {"text": "[]"}),
        ({"pad": "x" * MAX_BYTES}, {}),
    ],
)
async def test_a_document_that_is_not_in_order_makes_no_client(
    site: Site, said: Any, options: dict[str, Any]
) -> None:
    address = site.serve("/client.json", said, **options)
    with pytest.raises(OAuthError) as caught:
        await site.documents.client(address)
    assert caught.value.error == "invalid_client"
    assert site.asked == ["/client.json"]


async def test_nothing_is_asked_of_an_address_inside(clock: FixedClock, site: Site) -> None:
    for places in (["127.0.0.1"], ["203.0.114.7", "10.0.0.1"], []):

        async def resolve(_host: str, _port: int, found: list[str] = places) -> list[str]:
            return found

        documents = ClientDocuments(clock, resolve)
        with pytest.raises(OAuthError):
            await documents.client(site.serve("/client.json"))
    assert site.asked == []


async def test_the_address_that_was_checked_is_the_one_that_is_asked(
    clock: FixedClock, site: Site
) -> None:
    """A name that means something else a moment later (rebinding) is not looked up again."""
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])

    async def resolve(_host: str, _port: int) -> list[str]:
        return next(answers)

    documents = ClientDocuments(clock, resolve, lambda place: place == "127.0.0.1", site.tls)
    assert (await documents.client(site.serve("/client.json"))).name == "Tester"


async def test_a_certificate_of_another_is_not_trusted(clock: FixedClock, site: Site) -> None:
    documents = ClientDocuments(clock, site.resolve, lambda _place: True)
    with pytest.raises(OAuthError):
        await documents.client(site.serve("/client.json"))


@pytest.mark.parametrize("address", KNOWN)
async def test_known_clients_work_where_their_documents_cannot_be_fetched(
    clock: FixedClock, address: str
) -> None:
    async def nowhere(_host: str, _port: int) -> list[str]:
        return []

    client = await ClientDocuments(clock, nowhere).client(address)
    assert client.name.startswith("Claude")


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "192.168.1.1",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:0001::",
        "2002:0a00:0001::1",
        "64:ff9b::7f00:1",
    ],
)
def test_an_address_inside_is_known_in_every_form(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "160.79.104.10", "2606:4700::1111"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("client_id", "is_one"),
    [
        ("https://claude.ai/oauth/x", True),
        ("https://claude.ai", False),
        ("https://claude.ai/", False),
        ("http://claude.ai/x", False),
        ("https://user@claude.ai/x", False),
        ("https://claude.ai/a/../x", False),
        ("https://claude.ai/./x", False),
        ("https://claude.ai/x#y", False),
        ("https:///x", False),
        ("https://claude.ai:99999/x", False),
        ("https://[::1/x", False),
        ("https://claude.ai/" + "x" * 600, False),
        ("2f38273eebb74a6a8f6a0eec0d31ec5f", False),
    ],
)
def test_only_a_clean_https_address_names_a_document(client_id: str, is_one: bool) -> None:
    assert is_document_address(client_id) == is_one
