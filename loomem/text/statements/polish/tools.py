"""Programs and devices that everybody knows by name, and what kind of thing each is.

Two of one kind replace each other; of unknown kinds a list grows.
"""

import re
from typing import Final

from loomem.text.statements.polish.words import any_of, plain

_KINDS: Final = {
    "edytor": r"vs ?code|visual studio(?: code)?|vim|neovim|nvim|emacs|cursor|zed|intellij|pycharm|webstorm|sublime(?: text)?"
    r"|helix|android studio|xcode|goland|eclipse|netbeans|windsurf|notepad\+\+|rider",
    "system": r"windows|linux|linuks|ubuntu|fedor|debian|arch[au]?(?![a-z])|mac ?os|nixos|mint|manjaro|opensuse",
    "przeglądarka": r"chrome|firefox|firefoks|safari|brave|edge(?![a-z])|vivaldi|chromium|oper(?:a|y|e|ze)(?![a-z])",
    "telefon": r"i?phone|ajfon|iphon|samsung|pixel|xiaomi|oneplus|huawei|motorol|galaxy|redmi|fairphone",
    "laptop": r"macbook|thinkpad|della?|asus|lenovo|chromebook",
    "samochód": r"skod|toyot|volkswagen|passat|audi|bmw|mercedes|opel|opla|oplem|fiat|renault|peugeot|citroen|ki[aei](?![a-z])|hyundai"
    r"|mazd|volvo|tesl|daci|ford|hond|nissan|seat|suzuki|subaru|jeep|lexus|fabi|octavi|corolla"
    r"|corolli",
    "notatki": r"notion|obsidian|evernote|onenote|logseq|joplin|roam",
    "menedżer haseł": r"bitwarden|keepass\w*|1password|lastpass",
}
_TOOLS: Final = tuple(
    (kind, re.compile(rf"\b(?:{names})(?:['’]?[a-z]{{0,3}})?(?![a-z])"))
    for kind, names in _KINDS.items()
)
_LANGUAGES: Final = re.compile(
    r"\b(?:python|pythoni|rust|ruscie|java|jav|javascript|typescript|go|golang|kotlin|swift|php"
    r"|ruby|rubi|scal|elixir|haskell"
    r"|clojur|c\+\+|c#|juli|lua|perl|sql|zig|dart|fortran|cobol)(?:['’]?[a-z]{0,2}(?:ie"
    r"|u)?)?(?![\w+#])"
)
_NAMES: Final = """
    slack mattermost teams discord signal whatsapp telegram zoom jir docker kubernetes podman
    git github gitlab jenkins figm trello asan linear postgres postgresql mysql sqlite mongo
    mongodb redis kafk terraform ansible react vue svelte angular django flask fastapi rails
    next nuxt excel word gmail proton spotify netflix kindle todoist chatgpt claude copilot
    gemini llam loomem
    """
_KNOWN: Final = re.compile(rf"\b(?:{any_of(_NAMES)})")


def kind_of_tool(value: str) -> str | None:
    """Return what kind of program or device a value names, None where that is not known."""
    lowered = plain(value)
    return next((kind for kind, names in _TOOLS if names.search(lowered)), None)


def is_programming_language(value: str) -> bool:
    """Say whether a value is the name of a programming language, in any case."""
    return value.split()[0] in {"C", "R"} or _LANGUAGES.match(plain(value)) is not None


_COMPANIES: Final = frozenset({"telefon", "laptop", "samochód"})
_PROGRAMS: Final = re.compile(
    r"\b(?:excel|word|gmail|outlook|jir|figm|photoshop|powerpoint|blender|autocad|wordpress"
    r"|terminal|docker"
    r"|kubernetes|git|postgres|mysql|react|vue|angular|django|scrum|agile|chatgpt|claude"
    r"|copilot|sap\b|corel)"
)


def is_program(value: str) -> bool:
    """Say whether a value is something one works *in*, not *for*; makers of cars are both."""
    kind = kind_of_tool(value)
    is_known = kind is not None and kind not in _COMPANIES
    return is_known or is_programming_language(value) or bool(_PROGRAMS.search(plain(value)))


def is_tool(value: str) -> bool:
    """Say whether a value names a known tool of any kind."""
    lowered = plain(value)
    return bool(kind_of_tool(value) or _KNOWN.search(lowered) or is_programming_language(value))


_PURPOSES: Final = {
    "edytor": r"edytor|ide\b|kodowani|pisania kodu|programowani",
    "system": r"system",
    "przeglądarka": r"przegladar",
    "telefon": r"telefon|komork|smartfon",
    "laptop": r"laptop|komputer",
    "samochód": r"samoch|aut[oa]\b",
    "notatki": r"notat|notowani",
    "menedżer haseł": r"hasel|hasl",
}


def kind_of_purpose(words: str) -> str:
    """Return the kind of tool that the name of a purpose or kind asks for; the words where unknown."""
    lowered = plain(words)
    return next(
        (k for k, names in _PURPOSES.items() if re.search(rf"\b(?:{names})", lowered)), words
    )
