"""What clients hold survives a restart of the server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import aiohttp.web

from loomem.clock import FixedClock
from loomem.operations.table import OPERATIONS
from loomem.web.app import build_app, make_runner
from loomem.web.auth import Access
from loomem.web.health import Readiness
from loomem.web.rest.routes import REST_ROUTES
from tests.support.fakes import NOW, WordEncoder, make_services, open_test_stores
from tests.support.oauth_client import OAuthClient, authorization, new_verifier
from tests.web.oauth.conftest import KEY


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[OAuthClient]:
    encoder = WordEncoder()
    stores = open_test_stores(folder, encoder)
    services = make_services(stores, encoder, FixedClock(NOW))
    access, readiness = Access(KEY), Readiness("ok")
    app = build_app(services, OPERATIONS, REST_ROUTES, access=access, readiness=readiness)
    runner = make_runner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield OAuthClient(session, f"http://127.0.0.1:{runner.addresses[0][1]}", KEY)
    await runner.cleanup()
    await services.jobs.close()
    stores.close()


async def test_tokens_clients_and_codes_survive_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as oauth:
        tokens = await oauth.log_in()
        client_id, verifier = await oauth.client_id(), new_verifier()
        code = await oauth.code(authorization(client_id, verifier))
    async with running(tmp_path) as oauth:
        assert (await oauth.ping(tokens["access_token"])).status == 200
        renewed = await oauth.refresh(tokens["client_id"], tokens["refresh_token"])
        assert (await oauth.ping(renewed.json["access_token"])).status == 200
        assert (await oauth.exchange(client_id, code, verifier)).status == 200
