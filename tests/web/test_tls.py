import aiohttp
import pytest
from aiohttp import web
from pydantic import ValidationError

from loomem.config.sections import ServerSettings
from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.web.tls import tls_context
from tests.support.certificates import make_certificate


@pytest.fixture
def files(tmp_path):
    cert, key = make_certificate(tmp_path, "localhost")
    return str(cert), str(key)


def settings(cert, key):
    return Settings(server=ServerSettings(tls_cert=cert, tls_key=key))


async def test_a_client_that_trusts_the_certificate_is_answered_over_tls(files):
    import ssl

    async def hello(request):
        return web.Response(text=request.scheme)

    app = web.Application()
    app.router.add_get("/", hello)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls_context(settings(*files)))
    await site.start()
    port = runner.addresses[0][1]
    trust = ssl.create_default_context(cafile=files[0])
    async with (
        aiohttp.ClientSession() as session,
        session.get(
            f"https://127.0.0.1:{port}/", ssl=trust, server_hostname="localhost"
        ) as answer,
    ):
        assert await answer.text() == "https"
    await runner.cleanup()


def test_without_files_the_server_speaks_plain_http():
    assert tls_context(Settings()) is None


def test_a_certificate_without_a_key_is_refused():
    with pytest.raises(ValidationError, match="set both or none"):
        ServerSettings(tls_cert="cert.pem")


def test_files_that_cannot_be_used_are_named_by_their_settings(files, tmp_path):
    with pytest.raises(ConfigError, match=r"server\.tls_cert"):
        tls_context(settings(str(tmp_path / "missing"), files[1]))
    with pytest.raises(ConfigError, match=r"server\.tls_cert"):
        tls_context(settings(files[0], files[0]))
