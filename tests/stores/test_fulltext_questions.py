"""Whole-sentence questions over a few hundred memories in three languages."""

from collections.abc import Iterator

import pytest

from loomem.inference.means import read_sentences
from loomem.stores.fulltext import TextDocument, TextIndex
from loomem.text.analysis import Analyzer

MEMORIES = {
    "codey": "Codey stopped answering after the last update of the gateway",
    "tea": "Martyna lubi herbatę z cytryną i miodem",
    "lodz": "Łukasz mieszka w Łodzi przy ulicy Piotrkowskiej",
    "dog": "Wczoraj byłem z psem u weterynarza, Figiel ma zapalenie ucha",
    "krakow": "W zeszłym roku spędziliśmy święta w Krakowie u rodziny Zosi",
    "ai": "人工智能技术发展迅速，很多公司都在使用",
    "review": "每日复盘 cron 备份 在凌晨三点运行",
    "invoice": "发票于3月到期，金额是五百元",
    "tokyo": "去年秋天我们去东京看了樱花和寺庙",
    "path": "The build fails in C:\\repo\\src\\main.py because of a missing import",
    "server": "The printer has the address 192.168.1.10 in the office network",
    "cpp": "Marek rewrote the C++ parser and left the C# client alone",
    "mail": "Write to john.doe@example.org about the contract",
    "piano": "The piano tuner charges eighty euros and comes every spring",
    "allergy": "Dziadek ma uczulenie na penicylinę",
    "flight": "My flight to Lisbon leaves on 2026-04-12 from gate B7",
}

QUESTIONS = [
    ("why is Codey not replying", "codey"),
    ("What happened to Codey after the update?", "codey"),
    ("Co Martyna lubi pić, herbatę czy kawę?", "tea"),
    ("Kto tak bardzo lubi herbaty z miodem?", "tea"),
    ("powiedz mi coś o herbacie Martyny", "tea"),
    ("gdzie mieszka lukasz", "lodz"),
    ("Kto z moich znajomych mieszkał w mieście Łódź?", "lodz"),
    ("kto mieszka w lodzi", "lodz"),
    ("Kiedy ostatnio pies był u lekarza weterynarii?", "dog"),
    ("Co dolega Figlowi?", "dog"),
    ("Z czyim psem byłem wczoraj?", "dog"),
    ("Kto był ze mną w święta, gdy odwiedziliśmy Kraków?", "krakow"),
    ("Gdzie mieszka rodzina, którą ma Zosia?", "krakow"),
    ("人工智能现在发展得怎么样？", "ai"),
    ("哪些公司在使用智能技术？", "ai"),
    ("每日复盘的备份是什么时候运行的？", "review"),
    ("when does the cron 备份 run?", "review"),
    ("3月有什么发票要付？", "invoice"),
    ("我们什么时候去的东京？", "tokyo"),
    ("去年我们在哪里看樱花？", "tokyo"),
    ("Why does the build of main.py fail?", "path"),
    ("which error do we have in C:\\repo\\src\\main.py?", "path"),
    ("What is the address of the printer, 192.168.1.10 or another one?", "server"),
    ("Who rewrote the C++ parser?", "cpp"),
    ("What did Marek do with the C# clients?", "cpp"),
    ("To whom do I write about contracts, john.doe@example.org?", "mail"),
    ("How much does tuning the pianos cost?", "piano"),
    ("Na co uczulony jest dziadek, na penicylinę?", "allergy"),
    ("Does my grandfather have an allergy to penicyliny?", "allergy"),
    ("From which gate does the flight on 2026-04-12 leave?", "flight"),
]


@pytest.fixture(scope="module")
def index(analyzer: Analyzer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TextIndex]:
    opened = TextIndex.open(tmp_path_factory.mktemp("questions") / "text", analyzer)
    other = [
        sentence
        for language in ("en", "pl", "zh")
        for side in read_sentences(language).values()
        for sentence in side
    ]
    contents = {**MEMORIES, **{f"other-{n}": sentence for n, sentence in enumerate(other)}}
    opened.apply(
        [
            TextDocument(id=name, stream="me", content=content, level=0, timestamp=0)
            for name, content in contents.items()
        ],
        [],
    )
    opened.commit()
    yield opened
    opened.close()


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
def test_a_whole_sentence_finds_the_memory_it_asks_about(
    index: TextIndex, analyzer: Analyzer, question: str, answer: str
) -> None:
    hits = index.search(analyzer.query_terms(question), streams=["me"], limit=5)
    assert answer in [name for name, _ in hits]
