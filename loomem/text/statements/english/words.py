"""Word lists of the English grammar, and patterns made of them."""

import re
from typing import Final

from loomem.text.stopwords import words


def either(listed: str) -> str:
    """Return a pattern for any of the words of a list, longest first; ``_`` stands for a space."""
    ordered = sorted(set(listed.split()), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(word.replace("_", " ") for word in ordered) + ")"


UPPER: Final = "A-ZÀ-ÖØ-ÞĄĆĘŁŃŚŹŻČŠŽŘĎŤŇĐİŞĞŐŰ"
NAME_WORD: Final = (
    r"(?:(?:St|Mr|Mrs|Ms|Dr|Prof)\. |O'|Mc|Mac|de |van |von "
    rf")?[{UPPER}][\w-]*(?:'[a-rt-z]\w*)?"
)
NAME: Final = rf"{NAME_WORD}(?: {NAME_WORD}){{0,2}}"
PLACE: Final = (
    "(?:(?:the|downtown|central|northern|southern|eastern|western|north|south|east|west"
    "|rural|upstate"
    r"|suburban|greater|inner|old) ){0,2}"
    rf"(?:St\. )?[{UPPER}][\w'.-]*"
    "(?:,? (?:(?:de|del|da|do|dos|la|le|les|of|the|on|am|an der|upon|sur|near|outside|in) "
    rf"){{0,2}}(?:St\. )?[{UPPER}][\w'.-]*){{0,5}}"
)

_RELATIONS: Final = (
    "wife husband spouse partner girlfriend boyfriend fiancé fiancée fiance fiancee mother "
    "father mom"
    " mum mommy dad daddy mama papa parents sister brother sisters brothers sibling siblings"
    " twin twins triplets son daughter sons daughters kid kids child children stepson "
    "stepdaughter stepmother"
    " stepmom stepfather stepdad stepbrother stepsister grandmother grandfather grandma grandpa"
    " grandparents granddad gran nana grandson granddaughter aunt uncle cousin nephew niece"
    " mother-in-law father-in-law sister-in-law brother-in-law friend roommate flatmate housemate"
    " neighbor neighbour boss manager colleague coworker co-worker teammate mentor therapist"
    " godmother godfather godson goddaughter landlord team company"
)
RELATION: Final = (
    "(?:(?:older|younger|little|big|twin|ex|ex-|late|best|eldest|youngest|oldest|middle"
    "|second|first"
    r"|half|only|dear|baby|elder)[ -]?){0,2}" + either(_RELATIONS)
)
SPOUSES: Final = either(
    "wife husband spouse partner girlfriend boyfriend fiancé fiancée fiance fiancee"
)
CHILDREN: Final = either(
    "son daughter sons daughters kid kids child children stepson stepdaughter twins boys girls"
    " twin_boys twin_girls toddler baby"
)
KIN: Final = either(
    "sister brother sisters brothers sibling siblings mother father mom mum dad cousin cousins"
    " nephew niece nephews nieces aunt uncle grandmother grandfather grandma grandpa stepsister"
    " stepbrother half-sister half-brother grandson granddaughter grandchildren grandkids"
)
PETS: Final = either(
    "dog dogs cat cats puppy puppies kitten kittens rabbit rabbits bunny hamster hamsters parrot"
    " parrots budgie cockatiel canary turtle tortoise goldfish fish snake gecko ferret guinea_pig"
    " guinea_pigs horse pony chickens goat goats retriever labrador poodle corgi beagle dachshund"
    " terrier terriers greyhound whippet rottweiler doberman schnauzer chihuahua dalmatian "
    "pitbull malamute corgis pony ponies duck ducks hens sheep donkey parakeets lovebird "
    "cockatoo finches canaries hedgehog husky shepherd spaniel collie bulldog tabby pug "
    "chinchilla lizard iguana "
    "parakeet rat rats"
    " chameleon axolotl"
)
PROFESSIONS: Final = either(
    "engineer developer programmer designer manager nurse teacher doctor physician surgeon dentist"
    " lawyer attorney paralegal judge accountant auditor bookkeeper architect carpenter plumber"
    " electrician mechanic welder bricklayer builder contractor baker chef cook waiter waitress"
    " bartender barista librarian journalist reporter editor writer author poet novelist "
    "translator"
    " interpreter photographer videographer filmmaker director producer actor actress musician"
    " singer composer pianist violinist guitarist drummer dj dancer painter sculptor illustrator"
    " animator artist potter tailor hairdresser barber beautician pharmacist chemist biologist"
    " physicist mathematician statistician scientist researcher economist historian linguist"
    " archaeologist geologist astronomer psychologist psychiatrist therapist physiotherapist"
    " counselor counsellor midwife paramedic firefighter policeman policewoman officer detective"
    " soldier sailor pilot captain driver courier postman conductor farmer gardener florist"
    " veterinarian vet zookeeper forester fisherman butcher cashier clerk secretary receptionist"
    " assistant administrator analyst consultant advisor adviser strategist marketer recruiter"
    " salesman saleswoman salesperson realtor broker banker trader investor entrepreneur founder"
    " co-founder cofounder ceo cto cfo coo cmo cio vp president chairman technician "
    "sysadmin tester"
    " planner inspector surveyor coach trainer instructor tutor lecturer professor principal dean"
    " student undergraduate postdoc intern apprentice freelancer contractor nanny babysitter"
    " caregiver carer cleaner janitor housekeeper concierge guard diplomat politician mayor priest"
    " pastor rabbi monk nun optician optometrist radiologist cardiologist pediatrician"
    " anesthesiologist anaesthetist dermatologist nutritionist dietitian sommelier"
    " brewer winemaker curator copywriter blogger youtuber streamer podcaster sre devops"
    " technologist specialist lead supervisor foreman cartographer actuary notary optometrist"
    " paediatrician solicitor barrister joiner roofer glazier upholsterer blacksmith "
    "jeweller jeweler"
    " watchmaker locksmith beekeeper retiree stay-at-home_mom stay-at-home_dad homemaker housewife"
)
NUMBER: Final = (
    r"(?:[1-9]\d{0,2}|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    "(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six"
    "|seven|eight"
    r"|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen))"
)

MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?"
)
_DAY_NUMBER = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
)
WEEKDAY: Final = (
    "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Tues|Wed|Thu|Thur"
    r"|Thurs|Fri|Sat|Sun)\b"
)
CALENDAR_DAY: Final = (
    rf"(?:{MONTH} {_DAY_NUMBER}\b(?:,? \d{{4}}\b)?"
    rf"|(?:the )?{_DAY_NUMBER} (?:of )?{MONTH}(?:,? \d{{4}}\b)?"
    r"|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?)"
)
_SEASON = (
    "(?:spring|summer|autumn|fall|winter|Christmas|Easter|Thanksgiving|New Year'?s?(?: Eve| Day)?)"
)
_UNIT = r"(?:day|week|month|year|hour|weekend|quarter|semester|term|decade)s?"
DATE: Final = (
    r"(?:"
    rf"(?:(?:early|late|mid|the end of|the beginning of|the middle of|end of)[ -])?"
    rf"(?:{CALENDAR_DAY}|{MONTH}(?:,? (?:of )?\d{{4}}\b)?"
    f"|(?:this|next|last|the following|the coming|this coming|this past)? ?(?:{WEEKDAY}"
    rf"|{_SEASON}\b)(?: (?:\d{{4}}|morning|afternoon|evening|night))?"
    rf"|(?:this|next|last|the|every other) (?:{_UNIT}\b|morning|afternoon|evening|night)"
    r"|the \d{1,2}(?:st|nd|rd|th)"
    "|tomorrow(?: morning| afternoon| evening| night)?|yesterday|today|tonight|(?:19"
    r"|20)\d\d\b|Q[1-4](?: \d{4})?"
    f"|(?:a|an|one|a couple of|a few|{NUMBER}) {_UNIT} (?:ago|from now)|(?:in )?(?:a"
    rf"|{NUMBER}|a couple of|a few) {_UNIT}(?:' time)?\b)"
    r"(?:,? (?:at|by|around) (?:noon|midnight|\d{1,2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?"
    r"|\d{1,2} o'clock))?"
    r"(?:,? (?:at|on|the) (?:noon|" + CALENDAR_DAY + r"))?"
    r")"
)
"""A day, month, season or year, as written. Says nothing about which one it is."""

TECHNOLOGIES: Final = re.compile(
    either(
        "python java javascript typescript rust go golang ruby php swift kotlin scala perl haskell"
        " elixir clojure react angular vue svelte django flask rails spring laravel node deno bun"
        " docker kubernetes terraform pulumi ansible jenkins git github gitlab bitbucket jira "
        "linear"
        " notion obsidian evernote slack teams discord zoom skype figma sketch photoshop blender"
        " postgres postgresql mysql sqlite mongodb redis kafka rabbitmq elasticsearch cassandra"
        " dynamodb aurora snowflake bigquery aws azure gcp heroku vercel netlify cloudflare linux"
        " ubuntu debian fedora arch windows macos android ios chrome firefox safari edge brave "
        "vivaldi"
        " opera vim neovim emacs helix zed sublime atom vscode vs_code intellij pycharm xcode"
        " pandas numpy pytorch tensorflow keras excel word powerpoint outlook gmail protonmail "
        "trello"
        " asana airtable confluence prometheus grafana datadog sentry nginx apache graphql rest "
        "grpc"
        " npm yarn pnpm pip poetry uv cargo maven gradle bash zsh fish tmux iterm alacritty "
        "copilot"
        " chatgpt claude gemini whatsapp signal telegram spotify netflix tidal bitwarden"
        " wordpress shopify stripe paypal webpack vite bazel cmake airflow spark hadoop dbt"
        " tailwind bootstrap jquery nextjs next.js nuxt nixos nix freebsd css html sql json yaml"
    ).replace(".", r"\.")
    + r"\b",
    re.IGNORECASE,
)
NOT_PEOPLE: Final = words(
    "i we you he she it they this that these those there here everyone everybody someone somebody"
    " anyone anybody nobody people most many some all both each every another other others one"
    " who what when where why how which the a an my our your his her its their google amazon"
    " microsoft apple facebook meta netflix nasa nature science today tomorrow yesterday life"
    " love work time money god hope please thanks thank congratulations happy good nice great"
    " gonna wanna gotta kinda hopefully luckily honestly additionally currently recently "
    "lately finally eventually usually mostly looking trying going thinking having being "
    "using getting glad cool wow yeah yes no not sorry guess hey hi hello well ok okay oh "
    "ah btw ps fyi sounds seems looks feels hope hoping wish same really otherwise instead "
    "meanwhile however therefore still also plus then now later soon since because while "
    "after before during without with from for at in on of to by as if or so but and dont "
    "somebody tons lots plenty half part just let lets make sure maybe perhaps never always "
    "sometimes usually often god"
    " monday tuesday wednesday thursday friday saturday sunday january february march"
    " june july august september october november december europe asia africa america"
    " paris london berlin rome tokyo france germany england spain italy poland china japan"
    " two three four five six seven eight nine ten once twice many few india russia canada "
    "mexico brazil australia water nothing something everything anything"
)
COUNTRIES: Final = words(
        "poland germany france spain italy portugal netherlands belgium austria switzerland sweden"
        " norway denmark finland iceland ireland england scotland wales uk britain"
        " usa us america canada mexico brazil argentina chile peru colombia china japan"
        " korea taiwan vietnam thailand indonesia malaysia philippines india pakistan"
        " bangladesh nepal turkey greece bulgaria romania hungary slovakia czechia"
        " ukraine belarus russia lithuania latvia estonia croatia serbia slovenia bosnia "
"albania israel"
        " egypt morocco tunisia algeria nigeria kenya ghana ethiopia uganda tanzania australia"
        " iran iraq jordan lebanon uae qatar cuba venezuela ecuador bolivia uruguay europe asia "
"africa"
) | {
    "united kingdom", "united states", "great britain", "czech republic", "south korea", "new zealand",
    "south africa", "hong kong", "costa rica", "saudi arabia", "sri lanka", "united arab emirates",
    "california", "texas", "florida", "bavaria", "ontario", "quebec", "oregon", "scandinavia",
}  # fmt: skip
NATIONALITIES: Final = either(
    "Polish German French Spanish Italian Portuguese Dutch Belgian Austrian Swiss Swedish "
    "Norwegian"
    " Danish Finnish Icelandic Irish English Scottish Welsh British American Canadian Mexican"
    " Brazilian Argentinian Argentine Chilean Peruvian Colombian Chinese Japanese Korean Taiwanese"
    " Vietnamese Thai Indonesian Malaysian Filipino Filipina Indian Pakistani Bangladeshi "
    "Nepali Turkish"
    " Greek Bulgarian Romanian Hungarian Slovak Czech Ukrainian Belarusian Russian Lithuanian"
    " Latvian Estonian Croatian Serbian Slovenian Bosnian Albanian Israeli Egyptian Moroccan"
    " Tunisian Algerian Nigerian Kenyan Ghanaian Ethiopian Australian South_African Iranian "
    "Persian"
    " Iraqi Lebanese Syrian Cuban Venezuelan Ecuadorian Kiwi Singaporean"
)
LANGUAGES: Final = either(
    "English Polish German French Spanish Italian Portuguese Dutch Flemish Swedish "
    "Norwegian Danish"
    " Finnish Icelandic Irish Gaelic Welsh Chinese Mandarin Cantonese Japanese Korean "
    "Vietnamese Thai"
    " Indonesian Malay Tagalog Hindi Urdu Bengali Punjabi Tamil Telugu Nepali Turkish Greek"
    " Bulgarian Romanian Hungarian Slovak Czech Ukrainian Belarusian Russian Lithuanian "
    "Latvian Estonian"
    " Croatian Serbian Slovene Slovenian Albanian Hebrew Yiddish Arabic Farsi Persian "
    "Catalan Basque"
    " Galician Swahili Amharic Yoruba Afrikaans Latin Esperanto Georgian Armenian Kazakh"
    " ASL Braille Silesian Kashubian sign_language"
)
NOT_BUT: Final = rf"(?:,? (?:and )?not (?P<previous>{NAME}))?"
"""A name that a correction takes back."""
