"""The owner's browser: opens the page, enters the key, allows. As a program: ``consent.py URL``.

The key comes from ``CONSENT_KEY``. Only the standard library, so every client's interpreter runs it.
"""

import html
import http.cookiejar
import os
import re
import sys
import urllib.parse
import urllib.request

HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args, **_more):
        return None


def allow(address: str, key: str) -> str:
    """Return the address that the browser is sent to after the owner allowed."""
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(jar, _Stay)
    page = browser.open(address).read().decode()
    form = {name: html.unescape(value) for name, value in HIDDEN.findall(page)}
    form |= {"key": key, "decision": "allow", "stream": ""}
    target = urllib.parse.urljoin(address, "/authorize")
    try:
        answer = browser.open(target, urllib.parse.urlencode(form).encode())
    except urllib.error.HTTPError as redirect:
        return redirect.headers["Location"]
    raise SystemExit(f"The page answered {answer.status} instead of a redirect")


if __name__ == "__main__":
    urllib.request.urlopen(allow(sys.argv[1], os.environ["CONSENT_KEY"])).read()
