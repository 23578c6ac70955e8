"""The validator's complaints in our words, with the path of the field. Pure text in, error out."""

import re

import msgspec

from loomem.errors import InvalidRequestError, TooLargeError

_WHERE = re.compile(r" - at `(?:key` in `)?\$(?P<path>[^`]*)`\Z")
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`\Z", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`\Z", re.DOTALL)
_OVER_LENGTH = re.compile(r"Expected `[^`]+` of length <= \d+\Z")
_MAX_NAME = 100


def invalid_request(violation: msgspec.ValidationError) -> InvalidRequestError:
    """Return the error to raise; ``details.path`` is like ``ratings[0].usefulness``.

    A value longer than its documented maximum becomes a TooLargeError.
    """
    text, path = _split(str(violation))
    if match := _MISSING.fullmatch(text):
        path = _join(path, match["name"])
        return InvalidRequestError(f"{path} is required", {"path": path})
    if match := _UNKNOWN.fullmatch(text):
        path = _join(path, match["name"][:_MAX_NAME])
        return InvalidRequestError(f"There is no field {path}; leave it out", {"path": path})
    if not path:
        return InvalidRequestError(text)
    kind = TooLargeError if _OVER_LENGTH.fullmatch(text) else InvalidRequestError
    return kind(f"{path}: {text[0].lower()}{text[1:]}", {"path": path})


def _split(text: str) -> tuple[str, str]:
    match = _WHERE.search(text)
    if match is None:
        return text, ""
    return text[: match.start()], match["path"].lstrip(".")


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
