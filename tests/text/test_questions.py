"""The kind of a question in three languages."""

import pytest

from loomem.text.questions import QueryClass, query_class

CASES = {
    QueryClass.PROFILE: [
        "What do you know about me?", "who am I", "Co o mnie wiesz?", "co pamiętasz o mnie",
        "你知道我什么？", "我是谁",
    ],
    QueryClass.AGGREGATION: [
        "How many children does Melanie have?", "list all my books", "all the places we visited",
        "Ile mam kotów?", "wymień miasta, w których byłem", "jakie są wszystkie moje hasła do Wi-Fi",
        "我有几个孩子", "列出我读过的书", "我去过哪些城市", "一共花了多少钱",
    ],
    QueryClass.TEMPORAL: [
        "When did I move?", "what year was that", "Kiedy kupiłem rower?", "od kiedy tu pracuję",
        "我什么时候搬家的", "哪年结婚",
    ],
    QueryClass.COMPLEX: [
        "Why did we choose LMDB?", "how did that happen", "Dlaczego wybraliśmy LMDB?", "为什么选它",
    ],
    QueryClass.SIMPLE: [
        "spare key", "Where is the key?", "gdzie jest klucz", "kilka słów o ogrodzie", "钥匙在哪里",
        "smile and file", "whenever", "", "C++",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "question"), [(kind, question) for kind, many in CASES.items() for question in many]
)
def test_the_kind_of_a_question_is_told_by_its_words(kind: QueryClass, question: str) -> None:
    assert query_class(question) is kind
