"""What clients hold survives a restart of the server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from loomem.clock import FixedClock
from tests.support.fakes import NOW, WordEncoder, make_services, open_test_stores
from tests.support.oauth_client import OAuthClient, authorization, new_verifier
from tests.support.serving import serving
from tests.web.oauth.conftest import KEY


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[OAuthClient]:
    encoder = WordEncoder()
    stores = open_test_stores(folder, encoder)
    services = make_services(stores, encoder, FixedClock(NOW))
    async with serving(services, KEY) as (session, address):
        yield OAuthClient(session, address, KEY)
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
