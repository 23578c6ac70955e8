"""Words that carry no topic, in folded spelling. Dropped from queries, kept in documents."""

from typing import Final

from loomem.text.folding import fold


def words(text: str) -> frozenset[str]:
    """Return the words of a list written with spaces."""
    return frozenset(text.split())


ENGLISH: Final = words("""
    a about above after again against all am an and any are arent as at be because been before
    being below between both but by can cannot cant could couldnt did didnt do does doesnt doing
    dont down during each else ever few for from further get gets got had hadnt has hasnt have
    havent having he her here hers herself him himself his how however i if in into is isnt it its
    itself just let lets may me might more much must my myself neither no nor not of off on once
    only or other our ours ourselves out over own please rather really shall she should shouldnt
    since so some such than that the their theirs them themselves then there these they this those
    through till to too under until up upon us very was wasnt we were werent what when where
    whether which while who whom whose why will with within without wont would wouldnt yet you
    your yours yourself yourselves
    """)

POLISH: Final = words("""
    a aby albo ale ani az bardzo bez bo bowiem by byc byl byla bylam bylem bylo byly bym bys
    byscie bysmy chyba ci cie co cos czego czemu czy czyli czym dla dlaczego do dokad dosc dzis
    gdy gdyby gdyz gdzie go i ich ile im inne inny innych itd itp iz ja jak jaka jaki jakich
    jakie jakiej jakim jako je jeden jednak jego jej jemu jesli jest jestem jestes jestesmy
    jeszcze jezeli juz kazda kazdy kiedy kim kogo komu kto ktora ktore ktorego ktorej ktorych
    ktory ktorym ktorzy lecz lub ma maja mam mamy masz mi mial miala mialam mialem mna mnie moga
    moge moi moich moim moj moja moje mojego mojej mojemu mozna moze moze mu my na nad nam nami
    nas nasz nasza nasze naszego naszej nawet nia nich nic nie niego niej niemu nim nimi niz no o
    od ode on ona one oni ono oraz po pod podczas poniewaz ponad poza przed przede przez przy
    raczej sa sam sama sami sie skad soba sobie ta tak taka taki takich takie takze tam te tego
    tej temu ten tez to toba tobie trzeba tu twoi twoja twoje twojego twojej twoj tych tylko tym
    tymi u w wam wami was wasz wasza wasze we wiec wszystko wtedy wy z za zaden zadna ze zeby znow
    znowu
    """)

CHINESE: Final = words("""
    的 了 着 过 吗 呢 吧 啊 呀 嘛 是 在 有 和 与 及 或 而 但 就 也 都 还 又 很 太 被 把 给 对 从 到 向 于 以
    之 其 这 那 哪 个 我 你 您 他 她 它 们 什 么 谁 怎 我们 你们 他们 她们 它们 我的 你的 他的 她的 什么
    怎么 怎样 为什 这个 那个 哪个 这些 那些 哪些 哪里 这里 那里 多少 可以 因为 所以 但是 如果 还是 或者
    已经 没有 不是 就是 的是 是在 了吗 的吗 是不 是什 是谁 在哪 有什 有没 請 请 嗎 麼 這 個 們 還 沒有
    什麼 怎麼 這個 為什
    """)

_TOPIC_ELSEWHERE: Final = words("ale but by cos may more most one pod sam same ten will")
"""Empty in one language, a topic in the other (Polish ``but``: a shoe; English ``ten``, ``ale``)."""

EITHER: Final = (ENGLISH | POLISH) - _TOPIC_ELSEWHERE
"""What may be dropped when the language is not known."""


def is_stop_word(word: str) -> bool:
    """Say whether a written word carries no topic in English or Polish; sign by sign for Chinese."""
    plain = fold(word)
    return plain in EITHER or plain in CHINESE
