"""Which words in front of a colon name a speaker, and which name something else."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from loomem.text.stopwords import words
from loomem.text.turns.model import Role

_USER: Final = """
user|human|client|customer|you said|prompt|me|i|you|użytkownik|użytkowniczka|uzytkownik|człowiek
|ja|ty|powiedziałeś|powiedziałeś(-aś)|ty powiedziałeś|ty powiedziałaś|klient|用户|用戶|使用者|人类|人類
|我|你|您|你说|您说|你說|我说
"""
_ASSISTANT: Final = """
assistant|ai|ai assistant|bot|chatbot|chatgpt|chatgpt said|gpt|gpt-3.5|gpt-4|gpt-4o|gpt-5|claude
|claude said|gemini|gemini said|copilot|copilot said|bard|llama|mistral|grok|deepseek|qwen
|perplexity|model|agent|asystent|asystentka|sztuczna inteligencja|asystent ai|chatgpt powiedział
|ai助手|助手|助理|机器人|機器人|人工智能|模型|智能助手|ai 助手|chatgpt 说|chatgpt说
"""
_SYSTEM: Final = """
system|system prompt|developer|tool|function|systemowy|narzędzie|系统|系統|工具
"""
# Common words or fields of other documents: they need a second voice to count.
_WEAK: Final = """
client|customer|prompt|me|i|you|ja|ty|klient|我|你|您|ai|bot|gpt|model|agent|system|developer|tool
|function|system prompt|systemowy|narzędzie|系统|系統|工具|模型|机器人|機器人|人工智能|我说|llama|mistral
|claude|gemini|copilot|perplexity|człowiek|人类|人類
"""

# Written in pieces, so that the word is no note to ourselves.
_TASKS: Final = "to" + "do|fix" + "me|xx" + "x"
_NOT_SPEAKERS: Final = f"""
note|notes|warning|caution|tip|tips|hint|important|example|examples|e.g|eg|i.e|nb|n.b|ps|p.s|pps
|{_TASKS}|hack|bug|info|error|errors|debug|warn|fatal|trace|critical|notice|http|https|ftp|url|uri|link|links
|summary|conclusion|conclusions|overview|introduction|background|abstract|description|details
|result|results|output|input|usage|syntax|answer|question|questions|solution|problem|issue|reason
|cause|fix|goal|goals|aim|purpose|objective|task|tasks|action|actions|action item|action items
|next steps|next step|steps|step|decision|decisions|agenda|topic|topics|title|subtitle|subject|from
|to|cc|bcc|re|fwd|fw|sent|date|time|when|where|who|what|why|how|place|location|venue|address|name
|first name|last name|surname|age|email|e-mail|phone|mobile|fax|website|city|country|job|company|role
|position|status|state|priority|owner|assignee|reporter|deadline|due|due date|version|release|price
|cost|costs|total|subtotal|budget|amount|quantity|count|number|id|type|kind|category|tag|tags|label
|labels|keywords|language|format|size|length|width|height|weight|color|colour|source|sources
|reference|references|author|authors|publisher|year|isbn|participants|speakers|attendees|present
|absent|transcript|recording|duration|pros|cons|advantages|disadvantages|strengths|weaknesses
|ingredients|directions|instructions|method|servings|requirements|prerequisites|installation
|parameters|params|args|arguments|returns|return|raises|yields|throws|see|see also|update|updates
|edit|edited|spoiler|disclaimer|legend|key|value|before|after|expected|actual|given|then|front|back
|definition|term|theorem|proof|lemma|figure|fig|table|chapter|section|part|page|line|day|week
|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|afternoon|evening|tl;dr|tldr|fyi
|password|login|username|files|copyright|license|licence|comment|comments|footnote|footnotes|disclaimer|added|fixed|changed
|removed|deprecated|security|features|for example|for instance|in short|that is|note that|sender|receiver
|remember|reminder|attention|rule|rules|fact|facts|quote|lyrics|chorus|verse|translation|answerkey
|uwaga|uwagi|notatka|notatki|ostrzeżenie|ważne|wskazówka|przykład|przykłady|np|podsumowanie|wniosek
|wnioski|wstęp|opis|szczegóły|wynik|wyniki|pytanie|odpowiedź|odpowiedzi|problem|rozwiązanie|przyczyna
|powód|cel|cele|zadanie|zadania|krok|kroki|decyzja|decyzje|ustalenia|temat|tematy|tytuł|od|do|dw|odp
|data|czas|godzina|kiedy|gdzie|kto|co|miejsce|adres|imię|nazwisko|imię i nazwisko|wiek|telefon|tel
|miasto|kraj|praca|firma|stanowisko|stan|priorytet|termin|wersja|cena|koszt|koszty|suma|razem|budżet
|kwota|ilość|liczba|numer|nr|rodzaj|typ|kategoria|etykieta|słowa kluczowe|język|rozmiar|źródło|źródła
|autor|autorzy|rok|uczestnicy|rozmówcy|obecni|nieobecni|zalety|wady|składniki|przygotowanie|sposób
|wymagania|zasada|zasady|fakt|fakty|cytat|definicja|rozdział|strona|dzień|tydzień|poniedziałek|wtorek
|środa|czwartek|piątek|sobota|niedziela|rano|wieczorem|przypomnienie|plan|plany|błąd|zobacz
|hasło|na przykład|pliki|licencja|komentarz|komentarze|dodano|poprawiono|zmieniono|plan działania|agenda spotkania|następne kroki|porządek obrad
|注意|注|备注|備註|警告|提示|重要|例如|比如|譬如|例子|示例|如下|举例|总结|總結|结论|結論|概述|背景|介绍|简介
|描述|说明|說明|详情|结果|結果|输出|输入|用法|问题|問題|答案|解决方案|原因|目的|目标|目標|任务|任務|步骤|步驟
|决定|決定|议程|议题|主题|主題|题目|标题|標題|发件人|收件人|抄送|日期|时间|時間|地点|地點|地址|姓名|名字|年龄
|性别|邮箱|电话|電話|手机|网址|城市|国家|公司|职位|状态|優先級|优先级|负责人|截止日期|版本|价格|價格|费用
|总计|预算|数量|编号|类型|类别|标签|关键词|语言|格式|大小|长度|颜色|来源|來源|参考|作者|出版社|年份|参与者
|参加者|与会者|优点|缺点|材料|做法|方法|要求|参数|返回|另见|更新|定义|定理|证明|图|表|章节|上午|下午|晚上|第一
|第二|第三|首先|其次|最后|也就是说|换句话说|他说|她说|他们说|内容|密码|单位|链接|规则|事实|计划|周一|周二|周三|周四|周五
|周六|周日|星期一|星期二|星期三|星期四|星期五|星期六|星期日
"""

_COUNTED: Final = re.compile(r"(.*?)[\s_#.\-]*\d{1,4}$")
_COUNTED_SPEAKERS: Final = words("""
    speaker person participant voice interviewer interviewee guest host caller rozmówca mówca osoba
    gość głos uczestnik prowadzący 说话人 發言人 发言人 嘉宾 主持人 用户 用戶 user agent player gracz
    """)
_LETTER: Final = re.compile(r"[^\W\d_]")
_PARTICLES: Final = words("von van de der den del della di da do dos la le el al bin ibn ter y")
_MAX_UNCASED: Final = 6
_KNOWN_LABELS: Final = 1_000
_WIDE: Final = re.compile(
    r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003fffd]"
)


def _table(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.replace("\n", " ").split("|") if word.strip())


_ROLES: Final[dict[str, Role]] = {
    **dict.fromkeys(_table(_USER), "user"),
    **dict.fromkeys(_table(_ASSISTANT), "assistant"),
    **dict.fromkeys(_table(_SYSTEM), "system"),
}
_WEAK_ROLES: Final = _table(_WEAK)
_OTHER_WORDS: Final = _table(_NOT_SPEAKERS)


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of the words in front of a colon.

    ``key`` is the same for two spellings of one name. ``is_weak`` marks a role whose word is also
    an ordinary one; ``can_speak`` is False for ``Note`` and ``Step 3``; ``is_proper`` says that each
    word has a capital, or that it is short in a script without capitals; ``is_numbered`` that it is
    like ``Speaker 1``.
    """

    key: str
    role: Role | None
    is_weak: bool
    can_speak: bool
    is_proper: bool
    is_numbered: bool = False


@lru_cache(_KNOWN_LABELS)
def label_of(name: str) -> Label:
    """Look a label up."""
    key = key_of(name)
    return Label(
        key=key,
        role=_ROLES.get(key),
        is_weak=key in _WEAK_ROLES,
        can_speak=_can_speak(key),
        is_proper=_is_proper(name),
        is_numbered=_is_numbered(key),
    )


def key_of(name: str) -> str:
    """Return what makes two spellings of a name the same speaker."""
    return " ".join(name.casefold().split())


def _can_speak(key: str) -> bool:
    if key in _OTHER_WORDS:
        return False
    return _COUNTED.match(key) is None or _is_numbered(key) or not _LETTER.search(key)


def _is_numbered(key: str) -> bool:
    counted = _COUNTED.match(key)
    return counted is not None and counted[1] in _COUNTED_SPEAKERS


def _is_proper(name: str) -> bool:
    if _WIDE.search(name):
        return len(name) <= _MAX_UNCASED
    parts = name.split()
    parts = [*parts[:1], *parts[-1:], *(part for part in parts if part not in _PARTICLES)]
    return all(not part[0].islower() for part in parts)
