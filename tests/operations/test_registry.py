from types import SimpleNamespace

import msgspec
import pytest

from loomem.errors import DeniedError
from loomem.operations.context import Caller, Context
from loomem.operations.registry import Operation, by_name


class Question(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    number: int


class Answer(msgspec.Struct, kw_only=True):
    number: int


async def double(context: Context, request: Question) -> Answer:
    return Answer(number=request.number * 2)


def operation(right="read", name="double", request=Question):
    return Operation(
        name=name, summary="Double.", request=request, result=Answer, run=double, right=right
    )


def context_of(caller: Caller) -> Context:
    return Context(caller=caller, services=SimpleNamespace(), request_id="r")


async def test_an_operation_runs_for_a_caller_with_the_right():
    for right in ("read", "write"):
        answer = await operation(right).perform(context_of(Caller("me")), Question(number=2))
        assert answer.number == 4
    admin = context_of(Caller("me", is_admin=True))
    assert (await operation("admin").perform(admin, Question(number=2))).number == 4


async def test_an_admin_operation_is_denied_to_others():
    with pytest.raises(DeniedError):
        await operation("admin").perform(context_of(Caller("me")), Question(number=2))


def test_a_caller_uses_only_streams_of_its_own():
    caller = Caller("me", streams=frozenset({"a"}))
    assert caller.check_stream("a") == "a"
    with pytest.raises(DeniedError):
        caller.check_stream("b")
    assert Caller("owner").check_stream("anything") == "anything"


def test_two_operations_of_one_name_are_refused():
    assert set(by_name(operation(), operation(name="again"))) == {"double", "again"}
    with pytest.raises(ValueError, match="same name"):
        by_name(operation(), operation())


def test_a_request_that_ignores_unknown_fields_is_refused():
    with pytest.raises(TypeError, match="must forbid unknown fields"):
        operation(request=Answer)
