"""The bodies of ``/chat/completions``, both ways. Of an answer nothing is trusted."""

import re
from typing import Any

import msgspec

from loomem.llm.budget import Usage
from loomem.llm.endpoints import Endpoint

# They think before they answer, and refuse the usual names of these settings.
_REASONING = re.compile(r"(?:^|/)(?:o\d|gpt-5)")
_THINKING_TOKENS = 2_000
_BYTES_AROUND = 256
_BYTES_PER_TOKEN = 4
_MAX_TOKENS = 10_000_000


class Message(msgspec.Struct, frozen=True):
    """One side of the conversation."""

    role: str
    content: str


class Request(msgspec.Struct, frozen=True):
    """A body ready to be sent, and the most tokens it can come to."""

    body: bytes
    most_in: int
    most_out: int

    def usage_after(self, *, was_billed: bool) -> Usage:
        """Return what a call that failed is thought to have used."""
        if not was_billed:
            return Usage()
        return Usage(tokens_in=self.most_in // _BYTES_PER_TOKEN, is_estimated=True)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a service said. ``text`` is None where there is none."""

    text: str | None
    usage: Usage
    is_cut: bool
    error_status: int | None = None


class _Part(msgspec.Struct):
    text: str | None = None


class _Said(msgspec.Struct):
    content: str | list[_Part] | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | float | None = None
    completion_tokens: int | float | None = None


class _Reply(msgspec.Struct):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: Any = None


_decoder = msgspec.json.Decoder(_Reply, strict=False)


def build_request(endpoint: Endpoint, messages: list[Message], max_tokens: int) -> Request:
    """Return the body of a call. No token is shorter than a byte, which bounds the cost."""
    body: dict[str, Any] = {"model": endpoint.model, "messages": messages}
    if _REASONING.search(endpoint.model):
        max_tokens += _THINKING_TOKENS
        body["max_completion_tokens"] = max_tokens
    else:
        body["max_tokens"] = max_tokens
        body["temperature"] = 0
    size = sum(len(message.content.encode()) for message in messages)
    return Request(msgspec.json.encode(body), size + _BYTES_AROUND, max_tokens)


def read_answer(body: bytes, request: Request) -> Answer | None:
    """Return what a body says, None where it is no answer of this kind at all."""
    try:
        reply = _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None
    if reply.error and not reply.choices:
        return Answer(text=None, usage=Usage(), is_cut=False, error_status=_status_in(reply.error))
    if not reply.choices:
        return None
    choice = reply.choices[0]
    text = _text(choice.message.content)
    return Answer(
        text=text,
        usage=_usage(reply.usage, request, text or ""),
        is_cut=choice.finish_reason == "length",
    )


def _text(content: str | list[_Part] | None) -> str | None:
    if isinstance(content, list):
        content = "".join(part.text or "" for part in content)
    return content if content and content.strip() else None


def _usage(told: _Usage | None, request: Request, text: str) -> Usage:
    if told is None or told.prompt_tokens is None or told.completion_tokens is None:
        return Usage(
            tokens_in=request.most_in // _BYTES_PER_TOKEN,
            tokens_out=len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN + 1,
            is_estimated=True,
        )
    return Usage(tokens_in=_count(told.prompt_tokens), tokens_out=_count(told.completion_tokens))


def _count(tokens: float) -> int:
    return int(min(max(tokens, 0), _MAX_TOKENS))


def _status_in(error: Any) -> int:
    """Some gateways answer 200 and put the real status into the body."""
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code <= 599 else 500
