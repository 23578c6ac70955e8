"""One spelling for Chinese values that name the same in different words."""

import re
from typing import Final

from loomem.text.dates.han import read_number

_WHOLE: Final = {
    "妈": "妈妈",
    "母亲": "妈妈",
    "老妈": "妈妈",
    "爸": "爸爸",
    "父亲": "爸爸",
    "老爸": "爸爸",
    "爸妈": "父母",
    "妻子": "老婆",
    "太太": "老婆",
    "媳妇": "老婆",
    "丈夫": "老公",
    "先生": "老公",
    "女友": "女朋友",
    "男友": "男朋友",
    "闺女": "女儿",
    "哥": "哥哥",
    "姐": "姐姐",
    "弟": "弟弟",
    "妹": "妹妹",
    "姥姥": "外婆",
    "姥爷": "外公",
    "烟": "抽烟",
    "吸烟": "抽烟",
    "酒": "喝酒",
    "狗狗": "狗",
    "小狗": "狗",
    "猫咪": "猫",
    "小猫": "猫",
    "素": "吃素",
    "素食": "吃素",
    "素食者": "吃素",
    "素食主义者": "吃素",
    "素食主义": "吃素",
    "上司": "老板",
    "领导": "老板",
    "舍友": "室友",
}
_SAME: Final = (
    (re.compile(r"(?:星期|礼拜)(?=[一二三四五六日天])"), "周"),
    (re.compile(r"周天"), "周日"),
    (re.compile(r"已婚|结了婚|领证结婚|领证|成家"), "结婚"),
    (re.compile(r"离了婚|离异"), "离婚"),
    (re.compile(r"手机号码?|电话号码?|电话"), "手机号"),
    (re.compile(r"电子邮箱|电子邮件|邮件地址|邮箱地址|e-?mail", re.IGNORECASE), "邮箱"),
    (re.compile(r"微信号"), "微信"),
    (re.compile(r"deadline|ddl|截止时间|截稿日期?|最后期限|死线", re.IGNORECASE), "截止日期"),
    (re.compile(r"医生"), "大夫"),
    (re.compile(r"visual studio code|vs ?code", re.IGNORECASE), "vscode"),
    (re.compile(r"n(?:eo)?vim", re.IGNORECASE), "neovim"),
    (re.compile(r"(?<=[\d一二三四五六七八九十])号"), "日"),
    (re.compile(r"会议|开会|见面"), "会议"),
    (re.compile(r"的(?=(?:项目|系统|方案)$)"), ""),
)
_NUMBER: Final = re.compile(
    r"(?:[零〇一二两三四五六七八九十]{1,4}|\d{1,4})(?=[岁月日号点个年只条周辆])"
)
_NUMERAL: Final = re.compile(r"[零〇一二两三四五六七八九十]{1,4}")
_CITY: Final = re.compile(r"(?<=[\u4e00-\u9fff]{2})[市省](?=$|[\u4e00-\u9fff]{2})")
_FILLER: Final = re.compile(r"现在|目前|其实|已经|[的了吧啊呀呢嘛我]")


def canonical(value: str) -> str:
    """Return a value or subject as it is compared."""
    value = value.strip()
    value = _WHOLE.get(value, value)
    for pattern, one in _SAME:
        value = pattern.sub(one, value)
    value = _CITY.sub("", _NUMBER.sub(_digits, value))
    if number := _NUMERAL.fullmatch(value):
        value = _digits(number).strip()
    return _FILLER.sub(" ", value).strip() or value


def _digits(match: re.Match[str]) -> str:
    number = read_number(match.group())
    return match.group() if number < 0 else f"{number} "
