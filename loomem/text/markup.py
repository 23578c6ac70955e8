"""Tells HTML from text that only looks like it, and knows the characters behind entities.

Angle brackets are common in code, mathematics and placeholders; a tag is believed only when its
name, its attributes and its surroundings all speak for HTML.
"""

import html
import re
from html.entities import html5, name2codepoint
from typing import Final


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


BREAK: Final = "br"
CELLS: Final = frozenset({"td", "th"})
RAW: Final = frozenset({"script", "style"})
"""Elements whose content is not for readers."""

BLOCKS: Final = _names(
    "address article aside blockquote body canvas caption center dd details dialog dir div dl dt"
    " fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html"
    " legend li main menu nav noscript ol optgroup option p pre search section select summary table"
    " tbody template tfoot thead title tr ul"
)
_INLINE: Final = _names(
    "a abbr acronym applet area audio b base basefont bdi bdo big br button cite code col colgroup"
    " data datalist del dfn em embed font frame i iframe img input ins kbd label link map mark"
    " marquee math meta meter nobr noframes object output param picture portal progress q rp rt"
    " ruby s samp script slot small source span strike strong style sub sup svg textarea time track"
    " tt u var video wbr"
)
_DRAWING: Final = _names(
    "circle clippath defs ellipse g line lineargradient path pattern polygon polyline"
    " radialgradient rect stop text tspan use"
)
ELEMENTS: Final = BLOCKS | _INLINE | _DRAWING | CELLS

_WORDLIKE: Final = _DRAWING | _names(
    "address area article aside audio base body button canvas caption cite code data details dialog"
    " dir embed fieldset figure footer form frame head header input label legend link main map mark"
    " math menu meta meter nav object option output param pattern picture portal progress search"
    " section select slot source summary template text time title track var video"
)
"""Names that also serve as placeholders (``cp <source> <output>``)."""

_BLOCKS_SEEN_BARE: Final = (BLOCKS - _WORDLIKE) | CELLS | {BREAK}
_ALWAYS: Final = RAW | {"iframe", "embed", "object"}
_BOOLEAN: Final = _names(
    "allowfullscreen async autofocus autoplay checked compact controls default defer disabled"
    " download formnovalidate hidden inert ismap itemscope loop multiple muted nohref nomodule"
    " noshade novalidate nowrap open playsinline readonly required reversed selected"
)

_VALUE: Final = r"\"[^\"<]*+\"|'[^'<]*+'|[^\s\"'=<>`{}]++"
_NAME: Final = r"[a-z_:@][\w.:@-]*+"
TAG: Final = (
    rf"<(?P<closing>/?+)(?P<name>[a-z][a-z0-9]*+)"
    rf"(?P<attributes>(?:\s++{_NAME}(?:\s*+=\s*+(?:{_VALUE}))?+)*+)\s*+(?P<empty>/?+)>"
)
"""A tag by its syntax; ignore case. It never reads over another ``<``, so scans stay linear."""

_ATTRIBUTE: Final = re.compile(
    rf"(?P<name>{_NAME})(?P<value>\s*+=\s*+(?:{_VALUE}))?+", re.IGNORECASE
)
_CLOSING: Final = re.compile(r"</([a-z][a-z0-9]*+)\s*+>", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")

_OPERATORS: Final = _names(
    "and ang cap cong cup empty equiv exist forall image int isin lang lceil lfloor ni not part"
    " perp prod prop rang rceil real rfloor sim sub sube sum sup supe"
)
"""Names that C code writes after its address operator (``&sum;``)."""

_MORE_NAMES: Final = _names(
    "apos lpar rpar lsqb rsqb lcub rcub num excl quest colon semi comma period equals plus ast"
    " lowbar grave commat dollar percnt sol bsol hyphen dash Tab NewLine aogon Aogon cacute Cacute"
    " eogon Eogon lstrok Lstrok nacute Nacute sacute Sacute zacute Zacute zdot Zdot"
)
_NAMED: Final = {
    **{name: chr(code) for name, code in name2codepoint.items() if name not in _OPERATORS},
    **{name: html5[f"{name};"] for name in _MORE_NAMES},
    "nbsp": " ",
}


class Closings:
    """Where each element is closed for the last time in a text; read when first asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last: dict[str, int] | None = None

    def follow(self, name: str, position: int) -> bool:
        """Say whether the element is closed somewhere behind the position."""
        if self._last is None:
            found = _CLOSING.finditer(self._text)
            self._last = {closing[1].lower(): closing.start() for closing in found}
        return self._last.get(name, -1) >= position


def is_real(tag: re.Match[str], closings: Closings) -> bool:
    """Say whether what has the syntax of a tag is HTML."""
    written = tag["name"]
    name = written.lower()
    if name not in ELEMENTS or _is_component(written, name):
        return False
    if tag["closing"]:
        return not tag["attributes"]
    if tag["attributes"]:
        return _are_sane(tag["attributes"])
    if _needs_closing(tag, written, name):
        return closings.follow(name, tag.end())
    return True


def decode_entities(text: str) -> str:
    """Replace each complete entity by its character, once. Unknown names stay."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _is_component(written: str, name: str) -> bool:
    """``<Button>`` is written by programmers; nobody writes HTML that way but to trick a filter."""
    return written[0].isupper() and written[1:].islower() and name not in _ALWAYS


def _are_sane(attributes: str) -> bool:
    """``a <b and c> d`` has the syntax of attributes too."""
    return all(
        found["value"] or found["name"].lower() in _BOOLEAN
        for found in _ATTRIBUTE.finditer(attributes)
    )


def _needs_closing(tag: re.Match[str], written: str, name: str) -> bool:
    start = tag.start()
    before = tag.string[start - 1] if start else " "
    if before.isascii() and (before.isalnum() or before in "_:"):  # Vec<u>, std::vector<object>
        return name not in _BLOCKS_SEEN_BARE
    return name in _WORDLIKE or (len(written) == 1 and written.isupper())


def _character(entity: re.Match[str]) -> str:
    written = entity.group()
    if written[1] == "#":
        return html.unescape(written)
    return _NAMED.get(written[1:-1], written)
