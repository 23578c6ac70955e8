"""The judge that asks a language model how a new memory stands to an older one."""

from typing import Literal

import msgspec

from loomem.knowledge.contradiction import Relation, Said, Verdict
from loomem.llm.client import LlmClient, Prompt, Purpose, Untrusted
from loomem.llm.json_reply import parse_reply
from loomem.llm.prompt_files import load_prompt

_MAX_CHARS = 4_000
# A reason is kept in the log and the audit, where no words of a memory may go.
_REASONS = frozenset(
    {
        "home", "work", "name", "family", "health", "taste", "habit", "tool", "plan", "deadline",
        "project", "event", "other",
    }
)  # fmt: skip


class _Reply(msgspec.Struct):
    relation: Literal["updates", "extends", "duplicate", "none"]
    reason: str = ""


class LlmJudge:
    """Raises LoomemError where the model does not answer, or answers something else."""

    def __init__(self, client: LlmClient) -> None:
        self._client = client
        self._prompt = load_prompt("judge_relation")

    async def judge(self, old: Said, new: Said) -> Verdict:
        """Say how ``new`` stands to ``old``."""
        completion = await self._client.complete(
            Prompt(
                purpose=Purpose.GATE,
                instructions=self._prompt,
                data=(Untrusted("1", _shown(old)), Untrusted("2", _shown(new))),
                stream=new.stream,
            )
        )
        reply = parse_reply(completion.text, _Reply)
        words = [
            word for word in reply.reason.lower().replace(",", " ").split() if word in _REASONS
        ]
        reason = f"{reply.relation}: {' '.join(words[:3])}" if words else reply.relation
        return Verdict(relation=Relation(reply.relation), reason=reason)


def _shown(said: Said) -> str:
    about = f"(about: {said.subject})\n" if said.subject else ""
    speaker = f"(said by: {said.speaker})\n" if said.speaker else ""
    return about + speaker + said.content[:_MAX_CHARS]
