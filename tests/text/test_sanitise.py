"""Only HTML goes; code, mathematics and placeholders stay to the byte."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.sanitise import MAX_PASSES, sanitise

UNTOUCHED = (
    "",
    "plain text",
    "Vec<String>",
    "Map<K, V> and Result<Vec<u8>, Box<dyn Error>>",
    "std::vector<object> v; Array<object> a; Promise<Object>",
    "impl<S> Layer<S> for Stack<A>",
    "List<i> ids",
    "a < b && c > d",
    "if a <b and c> d: pass",
    "for (i = 0; i<s && j>p; i++)",
    "x<y>z",
    "1 < 2 > 0",
    "‹italic› «quoted»",
    "<T>",
    "<a@b.c> wrote",
    "mail <jan.kowalski@example.org>",
    "see <https://example.org/a?b=1>",
    "cp <source> <output>",
    "git commit -m <title>",
    "<custom-tag a='b'>kept</custom-tag>",
    "<Button onClick={() => go()}>Go</Button>",
    "<Link href='/a'>x</Link>",
    "<- <-> -> => <= <3 <<EOF >>",
    "a <",
    "<",
    "<>",
    "</>",
    "< b >not a tag</ b >",
    "<b class=>x",
    "<!-- never closed",
    "AT&T, R&D, Q&A; a && b; &unknown; &amp",
    "https://example.org/?a=1&copy=2&lt=3&section=4",
    "scanf(&n); p = &sum; q = &it;",
    "```html\n<div class='x'>&amp; &lt;b&gt;</div>\n```",
    "```jsx\nreturn <ul>{items.map((i) => <li>{i}</li>)}</ul>;\n```",
    "~~~\n<b>bold</b>\n~~~",
    "- ```\n  <b>x</b>\n  ```",
    "> ```\n> <b>x</b>\n> ```",
    "```\n<b>a fence that is cut off",
    "the `<b>` tag and ``<i> ` </i>`` and `&amp;`",
    "    indented\n\t\tcode   with  spaces\n\n\n\nand lines",
    "   leading and trailing   ",
    "\ud83c <T> \x00",
)

CLEANED = (
    ("<p>Hello</p><p>World</p>", "Hello\nWorld"),
    ("<b>bold</b> and <em class='x'>more</em>", "bold and more"),
    ("one<br>two<BR/>three", "one\ntwo\nthree"),
    ("one<br>\ntwo", "one\ntwo"),
    ("one <p>two", "one two"),
    ("glued<b>word</b>s", "gluedwords"),
    ("你好<b>世界</b>", "你好世界"),
    ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>", "\n  a\n  b\n"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("<img src=x onerror=alert(1)>x", "x"),
    ("<a href=\"https://example.org/?a=1&amp;b=2\" title='t'>link</a>", "link"),
    ("<input type=checkbox checked>yes", "yes"),
    ("<a\nhref='x'\n>link</a\n>", "link"),
    ("a<!-- secret -->b", "ab"),
    ("a<!--> b", "a b"),
    ("<!DOCTYPE html><html><head><title>T</title></head><body>B</body></html>", "T\nB"),
    ("<script>if (a < b) `x`</script>after", "after"),
    ("<ScRiPt src='a'>alert(1)</sCrIpT >after", "after"),
    ("<script>never closed", "never closed"),
    ("a<style>p { color: red }</style>b", "a\nb"),
    ("<title>kept</title>", "kept"),
    ("List<b> and <b>bold</b>", "List and bold"),
    (
        "&lt;3 &amp; &quot;x&quot; &#39;y&#x27; &nbsp;&copy; &zacute;&oacute;",
        "<3 & \"x\" 'y'  © źó",
    ),
    ("Vec&lt;String&gt;", "Vec<String>"),
    ("`<b>` is <b>bold</b>", "`<b>` is bold"),
    ("<b>`<i>`</b>", "`<i>`"),
    ("<b>x</b>\n```\n<b>y</b>\n```\n<b>z</b>", "x\n```\n<b>y</b>\n```\nz"),
    ("a lone ` tick <b>x</b>\n\nand ` another", "a lone ` tick x\n\nand ` another"),
    ("<scr<b>ipt>alert(1)</scr</b>ipt>", ""),
)


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_is_not_html_stays_to_the_byte(text: str) -> None:
    result = sanitise(text)
    assert (result.text, result.passes, result.is_stable) == (text, 1, True)


@pytest.mark.parametrize(("text", "cleaned"), CLEANED)
def test_html_goes_and_its_words_stay(text: str, cleaned: str) -> None:
    result = sanitise(text)
    assert result.is_stable
    assert result.text == cleaned


def test_layers_of_encoding_take_a_pass_each() -> None:
    once = sanitise("&lt;script&gt;alert(1)&lt;/script&gt;x")
    assert (once.text, once.passes, once.is_stable) == ("x", 3, True)
    twice = sanitise("&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;x")
    assert (twice.text, twice.passes, twice.is_stable) == ("x", 4, True)


@pytest.mark.parametrize("layers", [4, 6, 20])
def test_more_layers_than_honest_text_has_are_not_stable(layers: int) -> None:
    result = sanitise("&" + "amp;" * (layers - 1) + "lt;b&gt;")
    assert result.passes == MAX_PASSES
    assert not result.is_stable


def test_a_reference_to_no_character_does_no_harm() -> None:
    text = sanitise("a&#0;b&#xD800;c&#1114112;d&#9999999;").text
    assert text.encode("utf-8")
    assert "\x00" not in text


PIECES = (
    "<b>", "</b>", "<p>", "<br>", "<script>", "</script>", "<!--", "-->", "<", ">", "&", "&lt;",
    "&amp;", "&#96;", "lt;", "amp;", "`", "``", "```", "\n", "\n\n", "~~~", " ", "x", "<T>", "<i",
    " a=1", " a='", "'", '"', "<title>", "</title>", "scr", "ipt>", "<td>", "\u00a0", "ą", "世",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=40))
@settings(deadline=None, max_examples=400)
def test_a_stable_result_is_its_own_result(text: str) -> None:
    result = sanitise(text)
    assert 1 <= result.passes <= MAX_PASSES
    if result.is_stable:
        again = sanitise(result.text)
        assert (again.text, again.passes) == (result.text, 1)


@given(st.text(max_size=60))
@settings(deadline=None)
def test_what_is_in_a_fence_is_never_touched(inside: str) -> None:
    inside = inside.replace("~", "-")
    text = f"<i>x</i>\n~~~\n{inside}\n~~~\n"
    assert sanitise(text).text == text.replace("<i>x</i>", "x", 1)


FLOODS = (
    "<", "&", "&amp;", "&amp;amp;", "<a", "<a ", "</b>", "<b>", "<p>", "<td>x", "` ", "<!--", "<!-->",
    "<script>", "<script></script>", "<a x='<a x=\"", "<a b=\"c\" ", "<a b=\"", "<b a b c ",
    "<title>", "</title>", "```\n", "~~~~ \n```\n", "x<i>", "\n", "<!doctype ", "> ", "- ", "&#",
    "&aaaaaaaaaaaaaaaaaaaaaa", "<a:", "<b a=", "\n\n`", "<b\n", "<b \t", "<style><script>",
)  # fmt: skip


@pytest.mark.parametrize("flood", FLOODS)
def test_a_long_flood_of_anything_is_cleaned(flood: str) -> None:
    text = "<b>&lt;" + (flood * (300_000 // len(flood) + 1))[:300_000]
    assert len(sanitise(text).text) <= len(text)


def test_backticks_of_every_length_are_paired_quickly() -> None:
    text = "".join("x" + "`" * length + "\n\n" for length in range(1, 1_400)) + "<b>"
    assert sanitise(text).text == text[:-3]


@pytest.mark.parametrize("flood", ["<", "&amp;amp;"])
def test_a_megabyte_of_brackets_or_entities_is_cleaned(flood: str) -> None:
    assert sanitise((flood * 1_000_000)[:1_000_000]).is_stable
