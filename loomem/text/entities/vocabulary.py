"""Words around names: what introduces a person, an organisation, a place or a project, and capitals
that mean no name. Folded, English and Polish together.
"""

from typing import Final

from loomem.text.stopwords import words

TITLES: Final = words(
    """
    mr mrs ms miss dr prof professor sir madam mister doctor sgt capt captain judge senator president
    uncle aunt auntie grandma grandpa coach father sister brother
    pan pani pana panu panem pania panie doktor doktora doktorem doktorze mgr inz ksiadz ksiedza
    dyrektor dyrektora dyrektorem dyrektorka prezes prezesa prezesem burmistrz minister ministra posel
    redaktor trener trenera profesor profesora profesorem profesorowi mecenas mecenasa wujek wujka wujkiem ciocia ciocie
    cioci ciocia babcia babci babcie dziadek dziadka
    """
)
POSSESSIVES: Final = words(
    """
    my our his her their your a the an with
    moj moja moje mojego mojej moim moja mojemu moja nasz nasza naszego naszej naszym nasza naszemu
    jego jej ich twoj twoja twojego twojej swoj swoja swojego swojej swoim swoja swojemu z ze od do dla i
    """
)
ROLES: Final = words(
    """
    friend brother sister wife husband son daughter boss manager colleague coworker co-worker
    neighbour neighbor teacher dentist therapist cousin partner girlfriend boyfriend roommate
    flatmate mentor lawyer landlord landlady client teammate fiance fiancee nephew niece mum mom dad
    mother grandmother grandfather supervisor advisor adviser intern assistant nanny tutor barber
    accountant physio physiotherapist pediatrician doctor stepson stepdaughter roomie buddy
    kolega kolezanka przyjaciel przyjaciolka brat siostra zona maz syn corka szef szefowa kierownik
    kierowniczka sasiad sasiadka nauczyciel nauczycielka dentysta dentystka lekarz lekarka kuzyn
    kuzynka partner partnerka dziewczyna chlopak wspollokator wspollokatorka mentor mentorka prawnik
    prawniczka klient klientka narzeczony narzeczona bratanek siostrzenica siostrzeniec bratanica
    mama tata babcia dziadek ciocia wujek wspolpracownik wspolpracowniczka promotor promotorka
    trener trenerka terapeuta terapeutka opiekunka ksiegowa ksiegowy tesciowa tesc szwagier szwagierka
    """
)
PETS: Final = words(
    """
    dog dogs cat cats puppy kitten hamster parrot rabbit bunny horse fish goldfish pet pets tortoise
    pies psa psem psu kot kota kotem kotka kotke suczka suczke szczeniak szczeniaka chomik chomika
    krolik krolika papuga papuge kon konia zolw zolwia labrador labradora jamnik jamnika
    """
)
NAMING: Final = words("named called name's nazwisku nazwiskiem imieniu imieniem")

PERSON_BEFORE: Final = words(
    """
    with met meet meeting meets called phoned told asked ask asks emailed messaged visited visiting
    invited hired thanked texted married dating hugged helped by and from for see saw
    z ze od dla poznalem poznalam spotkalem spotkalam spotkac zapytac zadzwonic i
    """
)
PERSON_AFTER: Final = words(
    """
    said says told tells asked asks thinks thought wants wanted works worked joined wrote writes
    called calls emailed lives lived moved likes loves hates prefers married bought sold got sent
    recommended suggested suggests promised agreed invited visited arrived leaves left came goes
    went knows plays played studies studied teaches taught manages leads led started will can has
    had gave took made is was helped reviewed approved presented turned works' gets plans needs
    powiedzial powiedziala mowi mowil mowila napisal napisala pisze zadzwonil zadzwonila dzwoni pyta
    zapytal zapytala uwaza mysli chce chcial chciala pracuje pracowal pracowala mieszka mieszkal
    mieszkala lubi kocha woli kupil kupila wyslal wyslala polecil polecila zaproponowal zaproponowala
    obiecal obiecala przyszedl przyszla przyjechal przyjechala pojechal pojechala wraca wrocil wrocila
    zna gra uczy studiuje prowadzi zarzadza jest byl byla ma mial miala zrobil zrobila dostal dostala
    przygotowal przygotowala pomogl pomogla planuje idzie poszedl poszla urodzil urodzila skonczyl
    skonczyla zostal zostala nie tez juz zawsze czesto bedzie
    """
)
STRONG_AFTER: Final = PERSON_AFTER - words(
    "is was will can has had got made left nie tez juz zawsze czesto bedzie jest ma byl byla"
)

ORG_BEFORE: Final = words("at for joined joining joins of by left quit")
ORG_VERBS: Final = words(
    """
    work works worked working job internship intern interned employed career joined joining joins
    position role offer contract interview interviewed interviewing hired consultant freelance
    freelancing engineer developer ceo cto cfo founder cofounder co-founder employee recruiter
    pracuje pracowal pracowala pracowac praca prace staz stazu zatrudniony zatrudniona zatrudnil
    etat kontrakt rozmowe rozmowa
    """
)
ORG_NOUNS: Final = words(
    """
    company startup start-up firm corporation agency nonprofit ngo bank retailer employer
    firma firmy firmie firma firme spolka spolki spolce spolke startup startupie startupu korporacja
    korporacji agencja agencji agencje fundacja fundacji fundacje
    """
)
PROJECT_NOUNS: Final = words(
    "project codename codenamed initiative projekt projektu projekcie projektem projektowi kryptonim"
)
PLACE_VERBS: Final = words(
    """
    live lives lived living move moved moving relocated relocating born grew travel travelled
    traveled travelling flew fly flying drove trip visit visited visiting holiday vacation weekend
    hiking based located stayed staying office
    mieszkam mieszka mieszkamy mieszkaja mieszkal mieszkala mieszkac urodzilem urodzilam urodzil
    urodzila przeprowadzilem przeprowadzilam przeprowadzil przeprowadzila przeprowadzamy przeprowadzam
    pojechalem pojechalam pojechal pojechala jedziemy jade lece lecimy bylem bylam bylismy wyjazd
    wycieczka wycieczke wakacje urlop weekend pochodze pochodzi biuro siedzibe
    """
)
PLACE_BEFORE: Final = words("in from to near around outside w we do z ze kolo nad pod")
PLACE_HEADS: Final = words("lake mount mt river island jezioro gora wyspa ulica ulicy")
PLACE_TAILS: Final = words(
    "river island lake beach park street avenue square road bridge valley mountains bay falls village"
)

NO_NAME: Final = words(
    """
    i i'm i've i'll i'd monday tuesday wednesday thursday friday saturday sunday january february march
    april may june july august september october november december jan feb mar apr jun jul aug sep
    sept oct nov dec mon tue wed thu fri sat sun christmas easter halloween thanksgiving hanukkah
    ramadan diwali english polish chinese german french spanish italian russian japanese korean
    american british european asian african latin greek dutch swedish norwegian danish finnish czech
    ukrainian turkish arabic hebrew hindi mandarin cantonese portuguese irish scottish canadian
    australian mexican indian thai vietnamese catholic christian jewish muslim buddhist hindu orthodox
    god jesus bible internet web ok okay tv pc ceo cto cfo hr pr qa ui ux it id faq asap fyi eta am pm
    the a an and or but so if when then this that these those he she it we you they my our his her
    their its your yes no not hi hello hey dear thanks thank please sorry well oh ah wow lol also maybe
    now today tomorrow yesterday tonight what who where why how which there here just still after
    before since because while although though however anyway actually btw for from with at in on to
    by of as is are was were be been do did does have has had will would can could should may might
    must let let's new old our all some any every each both many much more most other another first
    second last next sprint q1 q2 q3 q4 team meeting manager director engineer professor university
    company project school hospital church north south east west street phd msc bsc mba md level
    poniedzialek wtorek sroda czwartek piatek sobota niedziela polak polka polacy niemiec anglik
    boze narodzenie wielkanoc sylwester wigilia bog jezus tak nie ale bo czy jak gdy kiedy gdzie kto co
    ten ta to te ci tam tu dzis jutro wczoraj moj moja moje nasz nasza ja ty on ona my wy oni one
    mam mamy jest sa byl byla bylo od do na po przed przy przez dla bez nad pod za ze we no ok dzieki
    czesc hej witam pozdrawiam prosze moze chyba wtedy teraz zawsze nigdy juz tez takze wiec zatem
    nowy nowa stary stara ulica miasto firma projekt internet pani pan rodo nip vat pit zus cv
    """
)
"""Capitalised words that name nobody by themselves."""

TIME_WORDS: Final = words(
    "morning afternoon evening night day week month year spring summer autumn winter fall weekend"
)
