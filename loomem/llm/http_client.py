"""The client over HTTP. Nothing leaves here that is not redacted, wrapped, paid for and waited for
with patience that ends. Keys, prompts and answers reach no log and no error.
"""

import asyncio
from collections.abc import Mapping

import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError, ModelError, UnavailableError
from loomem.llm.breaker import CircuitBreaker
from loomem.llm.budget import Budget, CallBudget
from loomem.llm.client import Completion, Prompt, Purpose, Redactor
from loomem.llm.endpoints import Endpoint
from loomem.llm.payload import Answer, Message, Request, build_request
from loomem.llm.retry import RetryPolicy
from loomem.llm.transport import Fault, Transport
from loomem.llm.wrap import NOTICE, wrap_untrusted

log = structlog.get_logger(__name__)

_IN_FLIGHT = 8
_LONG_TEXT = 4_000


class HttpLlmClient:
    """Asks OpenAI-compatible services, one endpoint per purpose, a few at a time."""

    def __init__(
        self,
        endpoints: Mapping[Purpose, Endpoint],
        *,
        redactor: Redactor,
        budget: Budget,
        clock: Clock,
        retry: RetryPolicy | None = None,
        transport: Transport | None = None,
    ) -> None:
        self._endpoints = dict(endpoints)
        self._redactor = redactor
        self._budget = budget
        self._retry = retry or RetryPolicy()
        self._transport = transport or Transport(clock)
        self._breakers = {
            endpoint.base_url: CircuitBreaker(clock, endpoint.host)
            for endpoint in self._endpoints.values()
        }
        self._slots = asyncio.Semaphore(_IN_FLIGHT)

    def can(self, purpose: Purpose) -> bool:
        """Say whether there is a model for a purpose."""
        return purpose in self._endpoints

    @property
    def failing_hosts(self) -> list[str]:
        """Hosts that are not asked for now, because they failed several times in a row."""
        open_now = {url for url, breaker in self._breakers.items() if breaker.is_open}
        hosts = {e.host for e in self._endpoints.values() if e.base_url in open_now}
        return sorted(hosts)

    async def complete(self, prompt: Prompt) -> Completion:
        """Ask the model of the prompt's purpose; see ``LlmClient`` for the errors."""
        endpoint = self._endpoints.get(prompt.purpose)
        if endpoint is None:
            raise UnavailableError(f"No language model is configured for {prompt.purpose}.")
        request = await self._request(endpoint, prompt)
        async with self._slots:
            answer = await self._ask_guarded(endpoint, request, prompt)
        if answer.text is None:
            raise ModelError(f"The model {endpoint.model} answered without words.")
        return Completion(text=answer.text, model=endpoint.model, is_cut=answer.is_cut)

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()

    async def _request(self, endpoint: Endpoint, prompt: Prompt) -> Request:
        if sum(len(piece.text) for piece in prompt.data) > _LONG_TEXT:
            messages = await asyncio.to_thread(self._messages, prompt)
        else:
            messages = self._messages(prompt)
        return build_request(endpoint, messages, prompt.instructions.max_tokens)

    def _messages(self, prompt: Prompt) -> list[Message]:
        blocks = [
            wrap_untrusted(self._redactor.redact(piece.text).text, piece.id)
            for piece in prompt.data
        ]
        instructions = prompt.instructions.fill(prompt.fields)
        return [
            Message("system", f"{instructions}\n\n{NOTICE}"),
            Message("user", "\n\n".join(blocks)),
        ]

    async def _ask_guarded(self, endpoint: Endpoint, request: Request, prompt: Prompt) -> Answer:
        breaker = self._breakers[endpoint.base_url]
        breaker.enter()
        try:
            answer = await self._ask(endpoint, request, prompt.stream)
        except Fault as fault:
            if fault.is_the_service:
                breaker.failed()
            else:
                breaker.abandoned()
            self._log(endpoint, prompt, fault)
            raise _error_of(endpoint, fault) from fault
        except BaseException:
            breaker.abandoned()
            raise
        breaker.succeeded()
        return answer

    async def _ask(self, endpoint: Endpoint, request: Request, stream: str | None) -> Answer:
        attempt = 0
        while True:
            attempt += 1
            call = await self._budget.reserve(endpoint, stream, request.most_in, request.most_out)
            try:
                return await self._pay_and_ask(endpoint, request, call)
            except Fault as fault:
                pause = self._retry.pause(attempt, fault.retry_after_s) if fault.may_pass else None
                if pause is None:
                    raise
            await asyncio.sleep(pause)

    async def _pay_and_ask(self, endpoint: Endpoint, request: Request, call: CallBudget) -> Answer:
        try:
            answer = await self._transport.ask(endpoint, request)
        except Fault as fault:
            await call.settle(request.usage_after(was_billed=fault.was_billed), is_failed=True)
            raise
        except BaseException:
            call.settle_soon(request.usage_after(was_billed=True), is_failed=True)
            raise
        await call.settle(answer.usage)
        return answer

    def _log(self, endpoint: Endpoint, prompt: Prompt, fault: Fault) -> None:
        log.warning(
            "llm.failed",
            host=endpoint.host,
            model=endpoint.model,
            purpose=prompt.purpose.value,
            reason=fault.reason,
            status=fault.status,
        )


def _error_of(endpoint: Endpoint, fault: Fault) -> LoomemError:
    status = f" (status {fault.status})" if fault.status else ""
    said = f"The language model at {endpoint.host} {fault.reason}{status}"
    if fault.may_pass or not fault.status:
        return UnavailableError(f"{said}; try again later.")
    if fault.status in (401, 403):
        return ModelError(f"{said}; check the variable that llm.api_key_env names.")
    if not fault.is_the_service:
        return ModelError(f"{said}; it may be too long for {endpoint.model}.")
    return ModelError(f"{said}; check llm.base_url and llm.model.")
