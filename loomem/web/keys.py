"""Typed keys of what middlewares leave on a request for the handler."""

from aiohttp import web

from loomem.operations.context import Caller

REQUEST_ID = web.RequestKey("request_id", str)
CALLER = web.RequestKey("caller", Caller)
