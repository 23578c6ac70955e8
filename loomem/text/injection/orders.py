"""Wordings that give orders: drop the rules, be somebody else, hide it from the user."""

from typing import Final

from loomem.text.injection.model import InjectionKind as Kind
from loomem.text.injection.model import wording

_RULES_EN: Final = (
    r"(?:instructions?|prompts?|rules?|directions|guidelines?|directives?|commands?|orders"
    r"|programming)\b"
)
_RULES_PL: Final = r"(?:instrukcj|polece|zasad|wytyczn|regul|prompt|rozkaz|komend)"
_RULES_ZH: Final = r"(?:指令|指示|提示词|提示|规则|規則|要求|命令|设定|設定|约束)"
_BEFORE_EN: Final = (
    r"(?:previous|prior|above|earlier|preceding|existing|original|initial|foregoing|past|system"
    r"|your)"
)
_BEFORE_PL: Final = (
    r"(?:poprzedni|wczesniejsz|powyzsz|dotychczasow|pierwotn|poczatkow|systemow|swoj|swoi|twoj"
    r"|twoi)\w{0,4}"
)
_BEFORE_ZH: Final = (
    r"(?:之前|以前|先前|上面|上述|以上|前面|此前|所有|一切|原有|原来|原先|你的|系统|任何)"
)
_NOT_TOLD_EN: Final = (
    r"(?<!i\s)(?<!we\s)(?<!they\s)(?<!you\s)(?<!not\s)(?<!n't\s)(?<!never\s)(?<!who\s)"
)
_NOT_TOLD_ZH: Final = r"(?<!不要)(?<!别)(?<!不能)(?<!不可)(?<!请勿)(?<!不会)(?<![我他她们])"
_LIMITS_EN: Final = (
    r"(?:restrictions?|limitations?|limits|rules|filters?|guidelines|guardrails|censorship|ethics"
    r"|ethical|moral|constraints|safeguards)\b"
)
_NOW_PL: Final = r"(?:teraz|od teraz|od tej chwili|od tej pory)"
_AI_EN: Final = (
    r"(?:ai|assistant|bot|chatbot|language model|llm|chatgpt|gpt|claude|dan|hacker|persona|terminal"
    r"|jailbroken|unrestricted|uncensored|unfiltered|evil)\b"
)
_AI_PL: Final = (
    r"(?:asystent\w{0,3}|ai|bot\w{0,3}|chatbot\w{0,3}|model\w{0,3} jezykow\w{1,3}|haker\w{0,3}|dan"
    r"|terminal\w{0,3}|sztuczn\w{1,2} inteligencj\w{1,2}|chatgpt|claude)\b"
)
_LINE: Final = r"(?:^[ \t>*#\-]{0,8}|[.!?。!?]\s{0,3})"

_OVERRIDES: Final = (
    wording(
        Kind.IGNORE_INSTRUCTIONS,
        "ignore;disregard;neglect;overlook;pay no attention",
        rf"\b{_NOT_TOLD_EN}(?:ignore|disregard|neglect|overlook|pay no attention to)"
        rf" (?:~{_BEFORE_EN} ~{_RULES_EN}|(?:all |any |the |these |those ){{0,2}}{_RULES_EN}"
        rf" (?:above|before|so far|(?:that |which )?you (?:were|have been) given))",
    ),
    wording(
        Kind.IGNORE_INSTRUCTIONS,
        "ignoruj;pomin;zlekcewaz;odrzuc;nie zwazaj;nie zwracaj;nie stosuj",
        rf"\b(?<!nie\s)(?:zignoruj|ignoruj|pomin|zlekcewaz|odrzuc|nie zwazaj na"
        rf"|nie zwracaj uwagi na|nie stosuj sie do)(?:cie)? ~{_BEFORE_PL} ~{_RULES_PL}",
    ),
    wording(
        Kind.IGNORE_INSTRUCTIONS,
        "忽略;无视;忽視;無視;理会;跳过;抛开;不理",
        rf"{_NOT_TOLD_ZH}(?:忽略|无视|忽視|無視|不要理会|不用理会|不理会|跳过|抛开)(?!了)掉?"
        rf"[^。!?\n]{{0,6}}?{_BEFORE_ZH}[^。!?\n]{{0,8}}?{_RULES_ZH}",
    ),
    wording(
        Kind.FORGET_INSTRUCTIONS,
        "forget",
        rf"\b{_NOT_TOLD_EN}forget (?:about )?(?:everything|all|anything|what|your|the|any)"
        rf"(?: ~(?:{_BEFORE_EN} ~{_RULES_EN}|{_RULES_EN} (?:above|before|you))"
        rf"| (?:that )?you(?:'ve| have| were)? (?:been )?(?:told|taught|instructed|know\b)"
        rf"| (?:written |said )?above\b)",
    ),
    wording(
        Kind.FORGET_INSTRUCTIONS,
        "zapomnij",
        rf"\b(?<!nie\s)zapomnij(?:cie)? (?:o )?~(?:{_BEFORE_PL} ~{_RULES_PL}"
        rf"|wszystk\w{{1,4}},? (?:co )?(?:ci )?(?:powiedziano|kazano|powyzej|co wiesz)"
        rf"|wszystki\w{{1,3}} {_RULES_PL})",
    ),
    wording(
        Kind.FORGET_INSTRUCTIONS,
        "忘记;忘掉;忘了;清空",
        rf"{_NOT_TOLD_ZH}(?:忘记|忘掉|清空)(?!了)[^。!?\n]{{0,6}}?{_BEFORE_ZH}[^。!?\n]{{0,8}}?"
        rf"(?:{_RULES_ZH}|训练|被告知)",
    ),
    wording(
        Kind.BYPASS_SAFETY,
        "bypass;disable;turn off;override;circumvent;remove;deactivate;switch off;evade;ignore",
        rf"\b{_NOT_TOLD_EN}(?:bypass|disable|turn off|override|circumvent|remove|deactivate"
        rf"|switch off|evade|ignore) (?:(?:all )?(?:of )?(?:your|the (?:model|ai|assistant)'s)"
        rf" ~{_LIMITS_EN}|(?:all |any |the |its ){{0,2}}(?:safety|ethical|moderation|alignment)"
        r" (?:filters?|guidelines?|guardrails?|protocols?|restrictions?|polic(?:y|ies)|rules?"
        r"|checks))",
    ),
    wording(
        Kind.BYPASS_SAFETY,
        "wylacz;omin;obejdz;zdejmij;dezaktywuj;zlam;usun",
        r"\b(?<!nie\s)(?:wylacz|omin|obejdz|zdejmij|dezaktywuj|zlam|usun) (?:wszystkie |wszelkie )?"
        r"(?:(?:swoj|twoj)\w{0,2} ~(?:filtr|zabezpiecze|ogranicze|cenzur|blokad|zasad)"
        r"|(?:filtry|ograniczenia|zasady|blokady|mechanizmy)"
        r" (?:bezpieczenstwa|etyczne|moderacji|tresci))",
    ),
    wording(
        Kind.BYPASS_SAFETY,
        "绕过;关闭;解除;禁用;突破;移除;取消;繞過;關閉",
        rf"{_NOT_TOLD_ZH}(?:绕过|关闭|解除|禁用|突破|移除|取消|繞過|關閉)(?!了)"
        r"(?:你|自己|自身|所有|一切|任何|全部|模型|的){0,4}"
        r"(?:安全|内容|道德|伦理|审查|過濾|内置)(?:上的)?"
        r"(?:限制|过滤器?|机制|策略|规则|防护|审查|准则|约束|措施)",
    ),
    wording(
        Kind.REPLACE_INSTRUCTIONS,
        "your ;supersede;override;replace;from now on;overrides",
        r"(?:\byour (?:new|real|true|actual) (?:system prompt|instructions?|rules?|directives?)"
        r" (?:is|are)\b|\byour (?:real|true|actual|only) (?:task|goal|purpose|objective|mission) is"
        r"|\byour (?:system prompt|instructions|rules) (?:has|have) (?:now )?(?:been )?"
        r"(?:changed|replaced|overridden|updated)"
        rf"|\b(?:supersedes?|overrides?|replaces?) (?:all )?(?:of )?(?:the )?{_BEFORE_EN}"
        rf" (?:system )?{_RULES_EN}"
        r"|\bfrom now on,? (?:you (?:must|will|shall|should|are to|may) )?only (?:obey|follow|listen"
        r"|answer|respond|do))",
    ),
    wording(
        Kind.REPLACE_INSTRUCTIONS,
        "twoje ;od teraz;od tej;zastepuj;uniewazni;pierwszenstwo;nadpisz",
        r"(?:\btwoje (?:nowe|prawdziwe|rzeczywiste|faktyczne) (?:instrukcje|polecenia|zasady|zadanie)"
        r" (?:to|sa|brzmia)\b"
        r"|\bod (?:teraz|tej pory|tej chwili),? (?:masz |bedziesz |musisz )?"
        r"(?:sluchac|sluchaj|wykonuj|wykonywac|odpowiadaj|odpowiadac|stosuj|przestrzegaj)"
        r" (?:sie )?(?:tylko|wylacznie|jedynie)"
        rf"|\b(?:instrukcje|polecenia|zasady) (?:zastepuja|uniewazniaja|maja pierwszenstwo)"
        rf"|\bnadpisz ~(?:{_BEFORE_PL} )?{_RULES_PL})",
    ),
    wording(
        Kind.REPLACE_INSTRUCTIONS,
        "从现在;你的;取代;覆盖;优先",
        r"(?:从现在(?:开始|起),?你?(?:只|必须|只能)(?:能|会|要)?(?:听|服从|执行|遵循|遵守|回答|按)"
        r"|你的?(?:新|真正|真实|实际)的?(?:指令|任务|目标|规则|使命)(?:是|为|如下|:)"
        r"|(?:以下|这些|新的?)(?:指令|规则|指示)(?:将)?(?:取代|覆盖|优先于|高于)"
        r"|覆盖(?:你的|掉)?(?:系统提示词?|之前的指令|系统指令|原有指令))",
    ),
)

_ROLES: Final = (
    wording(
        Kind.ROLE_REASSIGNED,
        "you are now;you are no longer;you're now;you're no longer;you will now be",
        rf"\byou(?: are|'re| will) (?:now be|now|no longer) (?:an? |the |my )?~{_AI_EN}"
        r"(?! (?:manager|professor|coach|director|editor|teacher|engineer))",
    ),
    wording(
        Kind.ROLE_REASSIGNED,
        "jestes;bedziesz",
        rf"(?:\b{_NOW_PL},? (?:jestes|bedziesz)|\b(?:jestes|bedziesz) {_NOW_PL}|\bnie jestes juz)"
        rf" ~{_AI_PL}",
    ),
    wording(
        Kind.ROLE_REASSIGNED,
        "你现在是;现在你是;你就是;你是;你不再是",
        r"(?:你现在(?:就)?是|现在你(?:就)?是|从现在(?:开始|起),?你(?:就)?是|你不再是)"
        r"[^。,\n]{0,14}?(?:助手|ai\b|人工智能|机器人|语言模型|黑客|dan\b|chatgpt|claude|终端)",
    ),
    wording(
        Kind.ROLE_PRETENDED,
        "pretend;act ;behave;respond;answer;imagine;roleplay;role-play;simulate",
        r"\b(?:(?:pretend|act|behave|respond|answer|imagine|roleplay|role-play|simulate)\b"
        rf"[^.\n]{{0,40}}?\b(?:no|without|free of|free from|not bound by|any) ~{_LIMITS_EN}"
        r"|(?:act|behave|respond|pretend)(?: like| as| to be)+ (?:if you were )?(?:an? )?"
        r"(?:dan|(?:unrestricted|uncensored|unfiltered|jailbroken|amoral|evil) ~(?:ai|model|bot"
        r"|assistant))\b"
        r"|pretend (?:that )?you(?:'re| are) (?:not an ai|no longer an ai|an? (?:evil|unrestricted)))",
    ),
    wording(
        Kind.ROLE_PRETENDED,
        "udawaj;zachowuj;dzialaj;odpowiadaj;wciel;graj role;wyobraz",
        r"\b(?<!nie\s)(?:udawaj|zachowuj sie|dzialaj|odpowiadaj|wciel sie|graj role|wyobraz sobie)"
        r"(?:\b[^.\n]{0,50}?\b(?:bez|nie (?:mial\w{0,3}|masz|obowiazywa\w{1,3}|obowiazuja)"
        r"|pozbawion\w{1,3}|wolny od) ~"
        r"(?:ogranicze|zasad|filtr|regul|cenzur|zahamowa|limit)"
        r"|,? ze (?:nie jestes (?:ai|sztuczn|modelem|asystentem|botem)|jestes (?:zlym|nieograniczon)))",
    ),
    wording(
        Kind.ROLE_PRETENDED,
        "假装;假裝;扮演;装作;假设;模拟;充当;作为",
        r"(?:(?:假装|假裝|扮演|装作|假设你|模拟|充当)[^。\n]{0,14}?(?:没有|不受|毫无|无视|不存在)"
        r"[^。\n]{0,8}?(?:限制|约束|规则|审查|过滤|道德|底线)"
        r"|(?:扮演|充当|作为)(?:一个|一名)?(?:不受限制|无限制|未经审查|邪恶|越狱)的)",
    ),
    wording(
        Kind.MODE_UNLOCKED,
        "mode;do anything now;jailbreak",
        r"\b(?:(?:dan|jailbreak|jailbroken|unrestricted|uncensored|unfiltered) mode\b"
        r"|(?:you are|you're|you will be)(?: now)? in (?:developer|debug|god|admin|sudo|maintenance)"
        r" mode|do anything now|(?:respond|answer|act|reply) (?:as|in|with) (?:chatgpt )?(?:with )?"
        r"(?:developer|god|debug|dan) mode|developer mode output)",
    ),
    wording(
        Kind.MODE_UNLOCKED,
        "tryb",
        r"(?:\btryb(?:ie|u|em)? (?:dan|jailbreak\w{0,3}|nieograniczon\w{1,3}|boga"
        r"|bez (?:ogranicze\w{1,3}|cenzury|filtr\w{1,3}))\b"
        r"|\b(?:jestes|dzialasz|odpowiadaj|pracujesz) (?:teraz )?w trybie"
        r" (?:dewelopera|deweloperskim|programisty|debugowania|administratora|serwisowym))",
    ),
    wording(
        Kind.MODE_UNLOCKED,
        "模式",
        r"(?:(?:越狱|dan ?|无限制|不受限制?|上帝|无审查)模式"
        r"|你(?:现在)?已?(?:处于|进入了?|切换到|在)(?:开发者|调试|管理员|维护|超级用户)模式)",
    ),
)

_INSTRUCTIONS: Final = (
    wording(
        Kind.NEW_INSTRUCTIONS,
        "instruction;directive;orders;commands;prompt",
        rf"{_LINE}\W{{0,4}}(?:new|updated|revised|secret|hidden|admin|overriding|developer)"
        r" (?:system )?(?:instructions?|directives?|orders|commands|prompt)\b"
        r"(?: (?:for|to) (?:the )?(?:ai|assistant|model|bot|agent))?\s{0,2}\*{0,2}:",
    ),
    wording(
        Kind.NEW_INSTRUCTIONS,
        "instrukcj;polecen;wytyczn;rozkaz",
        rf"{_LINE}\W{{0,4}}(?:now|zaktualizowan|ukryt|tajn|zmienion|nadrzedn)[aey]"
        r" (?:instrukcj[ae]|poleceni[ae]|wytyczne|rozkazy?)"
        r"(?: systemow[ae])?(?: dla (?:modelu|asystenta|ai|bota))?\s{0,2}\*{0,2}:",
    ),
    wording(
        Kind.NEW_INSTRUCTIONS,
        "指令;指示;命令;提示词",
        rf"{_LINE}\W{{0,4}}(?:最?新|更新|隐藏|秘密|内部)的?(?:系统)?(?:指令|指示|命令|提示词)\s{{0,2}}:",
    ),
    wording(
        Kind.BRACKETED_INSTRUCTIONS,
        "inst;polecen;指令;指示;命令;提示",
        r"(?:\[/?inst\]|\[\[?\s?(?:/|end\s|begin\s|start\s)?(?:(?:new|system|hidden|secret|important"
        r"|admin)\s)?(?:instructions?|instrukcj[ae]|ukryte\sinstrukcje|nowe\sinstrukcje"
        r"|poleceni[ae])\s?\](?![(\[:])"
        r"|<{1,2}/?(?:instructions?|instrukcj[ae]|poleceni[ae])>{1,2}"
        r"|[【\[〔](?:系统|新|新的|隐藏|重要|开始)?(?:指令|指示|命令|提示词)(?:开始|结束)?[】\]〕](?![(]))",
    ),
    wording(
        Kind.CONCEALMENT,
        "user;instructions;prompt",
        r"(?:\b(?:do not|don't|never|must not) (?:tell|inform) the user (?:about |that |of )?"
        r"(?:this|these|you|it|what|anything)\b"
        r"|\b(?:do not|don't|never) (?:mention|reveal|disclose|show) (?:this|it|that|these ~) ?"
        r"to the user|\b(?:do not|don't|never) let the user (?:know|see|notice|find out)"
        r"|\bwithout (?:telling|informing|alerting) the user"
        r"|\bkeep (?:this|it|these ~) ?(?:secret|hidden) from the user"
        r"|\b(?:do not|don't|never) (?:mention|reveal|disclose|repeat) (?:these|this)"
        r" (?:instructions?|prompt))",
    ),
    wording(
        Kind.CONCEALMENT,
        "uzytkownik;instrukcj;polecen",
        r"(?:\bnie (?:mow|wspominaj|ujawniaj|zdradzaj|pokazuj) (?:o tym|tego|niczego|nic) uzytkownikowi"
        r"|\bnie mow uzytkownikowi|\bnie informuj (?:o tym )?uzytkownika"
        r"|\bbez (?:informowania|wiedzy|powiadamiania) uzytkownika"
        r"|\bukryj to przed uzytkownikiem"
        r"|\bnie (?:ujawniaj|wspominaj o|zdradzaj) (?:tych|te|tej) (?:instrukcj|polece|wiadomosci))",
    ),
    wording(
        Kind.CONCEALMENT,
        "用户",
        r"(?:(?:不要|别|请勿|不得|切勿|不准)(?:把(?:这|此)[^。,\n]{0,4})?(?:告诉|告知|透露给)用户"
        r"|(?:不让|别让|不要让|不能让)用户(?:知道|发现|察觉|看到)"
        r"|(?:对用户(?:保密|隐瞒)|向用户隐瞒)|在用户不知情)",
    ),
)


ORDERS: Final = (*_OVERRIDES, *_ROLES, *_INSTRUCTIONS)
