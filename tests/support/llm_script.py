"""A client for language models that answers from a list, without a socket."""

from collections.abc import Callable
from typing import Any

import msgspec

from loomem.errors import LoomemError
from loomem.llm.client import Completion, Prompt

Answer = str | LoomemError | Callable[[Prompt], str]


class ScriptedLlm:
    """Gives the answers in order, the last one for ever. Keeps the prompts."""

    def __init__(self, *answers: Any) -> None:
        self.answers: list[Answer] = [
            a
            if isinstance(a, str | LoomemError) or callable(a)
            else msgspec.json.encode(a).decode()
            for a in answers
        ]
        self.prompts: list[Prompt] = []
        self.is_cut = False

    async def complete(self, prompt: Prompt) -> Completion:
        answer = self.answers[min(len(self.prompts), len(self.answers) - 1)]
        self.prompts.append(prompt)
        if isinstance(answer, LoomemError):
            raise answer
        text = answer if isinstance(answer, str) else answer(prompt)
        return Completion(text=text, model="scripted", is_cut=self.is_cut)
