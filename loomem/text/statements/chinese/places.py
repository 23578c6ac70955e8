"""Places that Chinese speakers name most: to tell where somebody works from whom they work for."""

import re
from typing import Final

from loomem.text.statements.chinese.words import any_of

_COUNTRIES: Final = any_of("""
    中国 美国 英国 法国 德国 日本 韩国 俄罗斯 加拿大 澳大利亚 澳洲 新西兰 意大利 西班牙 葡萄牙
    荷兰 比利时 瑞士 瑞典 挪威 芬兰 丹麦 冰岛 波兰 奥地利 希腊 土耳其 印度 泰国 越南 马来西亚
    印尼 菲律宾 巴西 阿根廷 智利 墨西哥 埃及 南非 以色列 爱尔兰 乌克兰 尼泊尔 蒙古 柬埔寨 老挝
    缅甸 捷克 匈牙利 迪拜 阿联酋 沙特 秘鲁 古巴 肯尼亚 摩洛哥
    """)
_CITIES: Final = any_of("""
    北京 上海 广州 深圳 天津 重庆 成都 杭州 南京 武汉 西安 苏州 长沙 郑州 青岛 大连 厦门 宁波
    无锡 佛山 东莞 合肥 福州 济南 昆明 沈阳 哈尔滨 长春 石家庄 太原 南昌 南宁 贵阳 兰州 银川
    西宁 乌鲁木齐 拉萨 呼和浩特 海口 三亚 珠海 中山 惠州 温州 绍兴 嘉兴 金华 台州 常州 南通
    扬州 徐州 镇江 洛阳 开封 桂林 大理 丽江 泉州 烟台 威海 潍坊 衡阳 株洲 岳阳 绵阳 唐山 保定
    襄阳 宜昌 香港 澳门 台北 高雄 台中 新竹 台南 东京 大阪 京都 首尔 釜山 新加坡 曼谷 清迈
    吉隆坡 纽约 洛杉矶 旧金山 西雅图 波士顿 芝加哥 硅谷 多伦多 温哥华 悉尼 墨尔本 伦敦 巴黎
    柏林 慕尼黑 法兰克福 罗马 米兰 马德里 巴塞罗那 阿姆斯特丹 莫斯科 苏黎世 维也纳 都柏林 迪拜
    里斯本 布拉格 爱丁堡 曼彻斯特 横滨 名古屋 札幌 福冈 胡志明市 河内 奥克兰 赣州 义乌 汕头
    湛江 芜湖 大同 鞍山 淄博 临沂 漳州 柳州 遵义 雄安 景德镇
    """)
_REGIONS: Final = any_of("""
    河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州
    云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆 东北 西北 华南 江南 南方 北方 潮汕 闽南
    加州 欧洲 北美 东南亚 香港 澳门 非洲
    """)
_PLACE: Final = re.compile(rf"(?:{_COUNTRIES}|{_CITIES}|{_REGIONS})")
_COUNTRY: Final = re.compile(rf"(?:{_COUNTRIES})$")
_REGION: Final = re.compile(rf"(?:{_REGIONS})省?$")
_DISTRICT: Final = re.compile(
    r"[^市省]{1,5}(?:区|街道|街|路|小区|花园|宿舍|公寓|附近|边|广场|胡同|弄)(?:附近|旁边|边上)?$"
)
_OFFICIAL: Final = re.compile(r"[\u4e00-\u9fff]{2,6}(?:市|省|县|镇|村|区|州|岛)$")
_NO_PLACE: Final = re.compile(
    r"一起|隔壁|楼[上下]|这|那|哪|酒店|宾馆|医院|里面|外面|一楼|很|太|人|真|"
    r"压力|都|心里|梦|是|不|好|旁边$|民宿|旅馆|^新|朋友家|[，,]|时"
)


def names_place(value: str) -> bool:
    """Say whether a value begins with the name of a place or has the form of one."""
    return _PLACE.match(value) is not None or _OFFICIAL.match(value) is not None


def can_be_home(value: str) -> bool:
    """Say whether somebody can live there for long, as far as the words tell."""
    return 2 <= len(value) <= 18 and _NO_PLACE.search(_PLACE.sub("", value)) is None


def grain_of(value: str) -> str | None:
    """Return how exact a place is: a country, a region, a district; None for cities and the rest."""
    if _COUNTRY.match(value):
        return "国家"
    if _REGION.match(value):
        return "地区"
    return "街区" if _DISTRICT.match(value) and not _PLACE.match(value) else None
