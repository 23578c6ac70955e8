"""What makes a Chinese sentence say nothing durable, whatever words it has."""

import re
from typing import Final

_ASKS: Final = re.compile(
    r"[?？]|吗[\s。！~]*$|吗[，,]|呢[\s。！~]*$|是不是|有没有|能不能|要不要|"
    r"可不可以|会不会|好不好|对不对|什么|怎么|怎样|为何|为啥|如何|哪[里个儿些种家位]|"
    r"谁"
    r"|多少|几[岁点个月号]|来着|还是[^，。]{1,20}(?:好|呢)[\s。]*$|啥"
)
_DOUBTS: Final = re.compile(
    r"如果|要是|假如|假设|假装|倘若|万一|的话|就好了|该多好|想象|比如|例如|"
    r"譬如|举例|举个例子|可能|也许|或许|大概(?!率)|好像|似乎|仿佛|听说|据说"
    r"|传说|不知道|不确定|不记得|记不清|说不定|考虑|纠结|犹豫|应该|恐怕|估计|"
    r"怀疑|打个比方|说不准|看样子|看起来|差点|恨不得|巴不得"
    r"|开玩笑|哈哈|呵呵|嘻嘻|笑死|才怪|狗头|doge|😂|🤣|😉|梦里|梦见|做梦|小说里|"
    r"电影里|游戏里|书里|故事里|歌里|剧里|这几天|暂时|临时"
)
_COMMANDS: Final = re.compile(
    r"^(?:[你您]?(?:请|麻烦|帮我(?!记)|帮忙|给我|替我|别|不要|让我们|我们来|"
    r"咱们来|来，|记得|写[一个篇段封]|翻译(?![了是官家])|总结(?!一下就)|解释|"
    r"推荐(?=[一几点些个我下])|列出|生成|分析|检查"
    r"|修改|修复|润色|改写|把(?:这|下面|上面|它|代码|文件)|告诉我|试试|试着|"
    r"看看|想一想|提醒我|查一?下|设置|打开|关闭|运行|安装|添加|删除|创建|用一句话"
    r"|扮演|下面是|以下是|这是|画[一个]|做一个表|计算(?!机)|比较(?!喜|爱|偏)|继续))(?!住)"
)
_REMEMBER: Final = re.compile(r"^请?(?:帮我)?(?:记[住一下得]+|备注|注意)[：:，,\s]")
_ADVISES: Final = re.compile(
    r"[你您](?:可以(?!就?(?:叫|喊|称呼)我)|应|最好|不妨|得|需要|要|试)|建议|"
    r"最好(?!的)|推荐你|不如|大家(?!都?[叫喊好])|人们|很多人|大多数|多数人|"
    r"每个人|有些人|有的人"
)
_REPORTS: Final = re.compile(
    r"(?:[他她]们?|人家|有人|书上|网上|新闻|老师|主角|作者|报道|专家|客户|同事|"
    r"朋友|[小老阿]\w|妈妈?|爸爸?|经理|老板)(?:昨天|今天|刚才|还|也|常|总|又|"
    r"曾)?"
    r"(?:说|问|写道|喊|告诉我|认为|觉得|声称|说过|表示|回答|提到)|说道|写道|"
    r"[说问喊]：|[说问喊]:|原文|范文|翻译[：:]|台词|歌词"
)
_MACHINE: Final = re.compile(
    r"作为(?:一[个名款])?(?:AI|人工智能|语言模型|助手)|我[是只](?:一?[个名款])"
    r"?(?:是)?(?:AI|人工智能|大?语言模型|虚拟助手|聊天机器人|智能助手|助手|"
    r"机器人)",
    re.IGNORECASE,
)


def is_silent(sentence: str) -> bool:
    """Say whether a sentence asks, doubts, imagines, commands, jokes or reports the words of others."""
    text = sentence.strip(' \t\n"“”‘’「」*-')
    if any(p.search(text) for p in (_ASKS, _DOUBTS, _ADVISES, _REPORTS, _MACHINE)):
        return True
    return _COMMANDS.match(text) is not None and _REMEMBER.match(text) is None
