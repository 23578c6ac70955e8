"""Programs and devices that everybody knows by name, and what kind of thing each is, in Chinese."""

import re
from typing import Final

_KINDS: Final = {
    "编辑器": r"vs ?code|visual studio(?: code)?|vim|neovim|nvim|emacs|cursor|zed|intellij|"
    r"idea|pycharm|webstorm|sublime(?: text)?|helix"
    r"|android studio|xcode|goland|eclipse|notepad\+\+|windsurf|trae",
    "操作系统": r"windows(?: ?\d+)?|linux|ubuntu|fedora|debian|arch|mac ?os|nixos|mint|"
    r"deepin|统信|鸿蒙电脑",
    "浏览器": r"chrome|firefox|safari|brave|edge|vivaldi|opera|夸克|谷歌浏览器|火狐|arc",
    "手机": r"iphone|pixel|galaxy|redmi|oneplus|华为(?:mate|p\d|nova)|小米\d|苹果手机|"
    r"安卓手机|安卓|荣耀|oppo|vivo|红米|一加|三星",
    "电脑": r"macbook|thinkpad|联想|戴尔|surface|华硕|拯救者|mac mini|imac",
    "汽车": r"特斯拉|(?:老款|新款)?高尔夫|卡罗拉|雅阁|凯美瑞|思域|比亚迪|丰田|本田|"
    r"大众|宝马|奔驰|奥迪|蔚来|理想|小鹏|吉利|长安|福特|沃尔沃|日产|马自达|"
    r"别克|雷克萨斯|保时捷|五菱|哈弗|红旗"
    r"|极氪|问界|小米su7|现代|起亚|斯巴鲁|model ?[3ysx]|领克|雪佛兰|凯迪拉克|路虎",
    "笔记软件": r"notion|obsidian|evernote|onenote|logseq|joplin|roam|印象笔记|有道云笔记|"
    r"语雀|flomo|思源|石墨|幕布",
    "密码管理器": r"bitwarden|keepass\w*|1password|lastpass",
    "数据库": r"postgres(?:ql)?|mysql|sqlite|mongodb|oracle|mariadb|tidb|clickhouse|达梦",
    "输入法": r"搜狗|讯飞输入法|rime|微信输入法",
}
_TOOLS: Final = tuple(
    (kind, re.compile(rf"(?<![a-z])(?:{names})(?:(?<![a-z])|(?![a-z]))"))
    for kind, names in _KINDS.items()
)
CHINESE_TOOLS: Final = (
    r"(?:印象笔记|一加|荣耀|红米|三星|联想|戴尔|华硕|有道云笔记|语雀|思源笔记|"
    r"石墨文档|幕布|企业微信|微信读书|微信输入法|谷歌浏览器|火狐|夸克|搜狗输入法|"
    r"讯飞输入法|安卓手机|苹果手机|华为手机|小米手机|腾讯会议|腾讯文档|飞书文档|"
    r"微信|钉钉|飞书|企业微信|腾讯|支付宝|抖音|小红书|微博|知乎|淘宝|京东|拼多多|"
    r"美团|百度网盘|网易云|qq音乐|哔哩|b站|豆包|通义|文心|kimi"
    r"|剪映|番茄|滴答清单|高德|快手|iphone|wps|苹果|安卓|华为|小米|鸿蒙)"
)
_CHINESE: Final = re.compile(CHINESE_TOOLS)
_PROGRAM: Final = re.compile(
    r"(?:python|rust|java|javascript|typescript|go|golang|kotlin|swift|php|"
    r"ruby|c\+\+|c#|lua|julia|r|sql|matlab|qq|netflix|spotify|youtube|twitter|"
    r"instagram|slack|teams|discord|telegram|zoom"
    r"|jira|docker|kubernetes|k8s|git|github|gitlab|jenkins|figma|trello|redis|"
    r"kafka|rabbitmq|react|vue|svelte|angular|django|flask|fastapi|spring(?: boot)"
    r"?"
    r"|excel|word|gmail|outlook|kindle|todoist|chatgpt|claude|copilot|gemini|"
    r"photoshop|blender|anki|zotero|latex|typora|postman|tmux|zsh|fish|ios|"
    r"android)(?![a-z])"
)
_PURPOSES: Final = (
    ("编辑器", re.compile(r"编辑器|IDE|写代码|编程|敲代码|开发工具", re.IGNORECASE)),
    ("操作系统", re.compile(r"系统")),
    ("浏览器", re.compile(r"浏览器|上网")),
    ("手机", re.compile(r"手机$|手机(?!号)")),
    ("电脑", re.compile(r"电脑|笔记本$|台式机")),
    ("汽车", re.compile(r"汽?车$|座驾|代步")),
    ("笔记软件", re.compile(r"笔记")),
    ("密码管理器", re.compile(r"密码")),
    ("数据库", re.compile(r"数据库")),
    ("输入法", re.compile(r"输入法")),
)


def kind_of(value: str) -> str | None:
    """Return what kind of program or device a value names, None where that is not known."""
    lowered = value.casefold()
    return next((kind for kind, names in _TOOLS if names.match(lowered)), None)


def kind_of_purpose(words: str) -> str | None:
    """Return the kind of tool that words like "操作系统" or "记笔记" ask for."""
    return next((kind for kind, names in _PURPOSES if names.search(words)), None)


def is_tool(value: str) -> bool:
    """Say whether a value begins with the name of a known tool."""
    lowered = value.casefold()
    return bool(kind_of(value) or _PROGRAM.match(lowered) or _CHINESE.match(lowered))
