"""Wordings that imitate the frame of a prompt: its labels, tags, tokens and turns."""

import re
from typing import Final

from loomem.text.injection.model import InjectionKind as Kind
from loomem.text.injection.model import wording

_MAX_LOOK_BACK: Final = 20_000


def _is_unopened(closing: re.Match[str]) -> bool:
    """A closing mark that nothing opened tries to end the data it stands in."""
    name = re.sub(r"\W", "", closing.group())
    start = closing.start()
    before = closing.string[max(0, start - _MAX_LOOK_BACK) : start]
    return f"<{name}" not in before and f"[{name}" not in before


_SYSTEM: Final = (
    wording(
        Kind.SYSTEM_LABEL,
        "system",
        r"^[ \t>*#\-]{0,8}(?:#{2,4}\s?(?:system|instruction)(?:\s(?:prompt|message))?\s?:"
        r"|system\s(?:prompt|override|instructions?)\s?\*{0,2}:"
        r"|system\s?(?:message)?\*{0,2}:\s{0,4}(?:you|ignore|disregard|always|never|from now"
        r"|override|the (?:user|assistant)|assistant|do not|act|respond|all previous|forget)\b)",
    ),
    wording(
        Kind.SYSTEM_LABEL,
        "system",
        r"^[ \t>*#\-]{0,8}(?:(?:prompt systemowy|instrukcja systemowa|polecenie systemowe)\s?:"
        r"|(?:system|komunikat systemowy|wiadomosc systemowa)\s?:\s{0,4}(?:jestes|zignoruj|ignoruj"
        r"|od teraz|od tej|zapomnij|asystent|wykonuj|odpowiadaj)\b)",
    ),
    wording(
        Kind.SYSTEM_LABEL,
        "系统",
        r"^[ \t>*#\-]{0,8}(?:系统(?:提示词|指令)\s?:"
        r"|系统(?:消息|提示|信息)?\s?:\s{0,4}(?:你是|你现在|忽略|无视|从现在|忘记|你必须))",
    ),
    wording(
        Kind.SYSTEM_TAG,
        "sys;系统",
        r"(?:</?(?:system|sys|system[_-](?:prompt|message|reminder|instructions?)|prompt[_-]systemowy)>"
        r"|<</?sys>>|\[/(?:system|sys)\]"
        r"|\[(?:system[\s_](?:prompt|message|override|instructions?)|prompt\ssystemowy"
        r"|polecenie\ssystemowe|instrukcja\ssystemowa|systemprompt)\](?![(\[:])"
        r"|\[(?:system|sys)\]:?\s{0,4}(?:you|ignore|disregard|override|jestes|zignoruj|你|忽略)"
        r"|[【\[]系统(?:提示词?|指令|消息)?[】\]])",
    ),
    wording(
        Kind.PROMPT_EXTRACTION,
        "prompt;instructions;system message;above",
        r"(?:\b(?<!not\s)(?<!never\s)(?:reveal|print|show|repeat|output|display|tell|give|leak|dump"
        r"|write out|what (?:is|are|was|were)) (?:me )?~your ~(?:(?:system|initial|hidden|original"
        r"|secret|exact|full|internal) (?:prompt|instructions|message)|prompt verbatim"
        r"|instructions (?:verbatim|word for word))\b"
        r"|\b(?:repeat|print|output) (?:everything|all|the (?:words|text|content)) (?:text )?above\b)",
    ),
    wording(
        Kind.PROMPT_EXTRACTION,
        "prompt;instrukcj;powyzej",
        r"\b(?<!nie\s)(?:ujawnij|pokaz|wypisz|wyswietl|powtorz|podaj|zdradz|wydrukuj) (?:mi )?~"
        r"(?:(?:swoj|twoj)\w{0,2} (?:\w{1,20} )?(?:prompt\w{0,3} systemow\w{1,3}"
        r"|(?:systemow|ukryt|poczatkow|pierwotn|wewnetrzn)\w{1,3} (?:prompt|instrukcj))"
        r"|(?:wszystko|caly tekst|cala tresc|slowa),? (?:co jest )?powyzej)",
    ),
    wording(
        Kind.PROMPT_EXTRACTION,
        "提示;指令;设定;prompt;以上;上面",
        r"(?:(?:显示|输出|告诉我|打印|重复|泄露|展示|透露|说出|复述|公开|给我看)[^。\n]{0,6}?你的?"
        r"(?:系统|初始|原始|隐藏|内部|完整)的?(?:提示词?|指令|prompt|设定)"
        r"|(?:重复|输出|复述|打印)(?:一遍)?(?:以上|上面|上述)(?:的)?(?:所有|全部)?的?(?:内容|文字|文本))",
    ),
)

_TOKENS: Final = (
    wording(
        Kind.CHAT_TOKEN,
        "<|;_of_turn>",
        r"(?:<\|(?:im_start|im_end|im_sep|system|user|assistant|human|tool\w{0,20}|start_header_id"
        r"|end_header_id|begin_of_text|begin_of_sentence|begin_of_sequence|start_of_role"
        r"|startoftext|start|channel|message|call)\|>"
        r"|<(?:start|end)_of_turn>)",
    ),
    wording(
        Kind.END_OF_SEQUENCE,
        "<|e;<eo;[eos]",
        r"(?:<\|(?:end_?of_?text|endofprompt|eot_id|eom_id|end_of_sentence|end_of_sequence|eos|end)"
        r"\|>|<(?:eos|eot)>|\[eos\])",
    ),
    wording(Kind.END_OF_SEQUENCE, "</s>", r"</s>", _is_unopened),
    wording(
        Kind.DATA_BOUNDARY,
        "</;[/",
        r"(?:\[/(?:chunk|memory|memories|data|context|document|source|results?)\]"
        r"|</(?:memory|memories|chunk|context|documents?|data|untrusted|untrusted_data|user_data"
        r"|user_input|search_results?|tool_result|retrieved_\w{1,20})>)",
        _is_unopened,
    ),
    wording(
        Kind.DATA_BOUNDARY,
        "end of ;koniec ;结束;到此为止",
        r"(?:[-=*#]{2,}|[\[【<(])\s?(?:end of (?:the )?(?:memory|memories|context|data|prompt"
        r"|user input|input|system prompt|retrieved \w{1,20})"
        r"|koniec (?:danych|kontekstu|pamieci|promptu|wspomnien|danych uzytkownika)"
        r"|(?:数据|上下文|记忆|提示词?|用户输入|输入)(?:到此)?(?:结束|到此为止))\s?(?:[-=*#]{2,}|[\]】>)])",
    ),
)

_LABEL_LINE: Final = r"(?:\n[ \t]{0,8}\n[ \t]{0,8}\*{0,2}|[.!?。!?]\s{1,3})"
_SAID: Final = (
    r"\*{0,2}\s{0,2}:[ \t]{0,4}(?:[^\s:]{1,40}[ \t]{1,4}\S{1,40}[ \t]{1,4}\S|[一-鿿]{4})"
)
_LABELLED: Final = (
    wording(
        Kind.USER_LABEL,
        "user;human;uzytkownik;czlowiek;用户;人类;使用者",
        rf"{_LABEL_LINE}(?:user|human|uzytkownik|czlowiek|用户|人类|使用者){_SAID}",
    ),
    wording(
        Kind.ASSISTANT_LABEL,
        "assistant;ai;chatgpt;claude;asystent;助手;助理;人工智能",
        rf"{_LABEL_LINE}(?:assistant|ai|chatgpt|claude|asystent(?:ka)?|ai助手|助手|助理|人工智能){_SAID}",
    ),
)

FRAMES: Final = (*_SYSTEM, *_TOKENS, *_LABELLED)
