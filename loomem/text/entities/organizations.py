"""Organisations that people write of without saying what they are: the kept name, then other ones."""

from typing import Final

from loomem.text.stopwords import words

KNOWN: Final = """
Google;谷歌|Microsoft;微软|OpenAI|Anthropic|DeepMind|Facebook;脸书|Netflix;奈飞|Nvidia;英伟达|Intel;英特尔|AMD|IBM|Oracle;甲骨文
Samsung;三星|Sony;索尼|Toyota;丰田|Honda;本田|Volkswagen;大众汽车|BMW;宝马|Mercedes-Benz;Mercedes|Audi|Porsche|Siemens;西门子|Bosch;博世|SAP
Spotify|Uber;优步|Lyft|Airbnb;爱彼迎|Booking.com|Stripe|PayPal|Revolut|Klarna|Tesla;特斯拉|SpaceX|Boeing;波音|Airbus;空中客车;空客
Deloitte;德勤|PwC;普华永道|KPMG;毕马威|Ernst & Young;EY;安永|McKinsey;麦肯锡|Accenture;埃森哲|Capgemini|Infosys|Cognizant|EPAM
Goldman Sachs;高盛|JPMorgan;JP Morgan;摩根大通|Morgan Stanley;摩根士丹利|Citibank;Citi;花旗银行|HSBC;汇丰银行;汇丰|Barclays|Santander|ING
BNP Paribas|Credit Suisse|UBS|Deutsche Bank|mBank|PKO BP|PKO|Pekao|Alior Bank|Millennium Bank|Ikea;IKEA;宜家|Lidl|Tesco|Walmart;沃尔玛|Costco
Starbucks;星巴克|McDonald's;McDonalds;麦当劳|Coca-Cola;可口可乐|Pepsi;百事|Nestlé;Nestle;雀巢|Unilever;联合利华|Pfizer;辉瑞|Moderna|Roche|Novartis
AstraZeneca|Bayer|Philips;飞利浦|Ericsson;爱立信|Nokia;诺基亚|Huawei;华为|Xiaomi;小米公司|Lenovo;联想|Alibaba;阿里巴巴;阿里|Tencent;腾讯
Baidu;百度|ByteDance;字节跳动;字节|JD.com;京东|Meituan;美团|Pinduoduo;拼多多|NetEase;网易|Didi;滴滴|Kuaishou;快手|Ant Group;蚂蚁集团
BYD;比亚迪|NIO;蔚来|SMIC;中芯国际|TSMC;台积电|Foxconn;富士康|DJI;大疆|Haier;海尔|Gree;格力|Midea;美的集团|China Mobile;中国移动|China Telecom;中国电信
Bank of China;中国银行|ICBC;工商银行|China Construction Bank;建设银行|China Merchants Bank;招商银行|Ping An;平安银行;中国平安
Tsinghua University;清华大学;清华|Peking University;北京大学;北大|Fudan University;复旦大学;复旦|Zhejiang University;浙江大学;浙大
Shanghai Jiao Tong University;上海交通大学;上海交大|Nanjing University;南京大学|Wuhan University;武汉大学|Sun Yat-sen University;中山大学
USTC;中国科学技术大学;中科大|Peking Union Medical College Hospital;协和医院|Chinese Academy of Sciences;中国科学院;中科院|Harvard;Harvard University;哈佛大学;哈佛|Stanford;Stanford University;斯坦福大学;斯坦福
MIT;麻省理工学院;麻省理工|Yale;Yale University;耶鲁大学|Princeton;Princeton University;普林斯顿大学|Columbia University;哥伦比亚大学|Caltech
UC Berkeley;加州大学伯克利分校|UCLA|Oxford University;University of Oxford;牛津大学|Cambridge University;University of Cambridge;剑桥大学
ETH Zurich;ETH|EPFL|Imperial College;Imperial College London;帝国理工学院|UCL|LSE|NASA;美国宇航局|ESA|CERN|NATO;北约|UNESCO|UNICEF|WHO;世界卫生组织;世卫组织
European Union;Unia Europejska;欧盟|United Nations;ONZ;联合国|European Commission;Komisja Europejska;欧盟委员会|IMF|World Bank;Bank Światowy;世界银行
Red Cross;Czerwony Krzyż;红十字会|Greenpeace|Mozilla|Wikimedia|Apache Software Foundation|Linux Foundation|FBI|CIA|NHS|BBC|CNN|Reuters
New York Times;纽约时报|Guardian|TVN|TVP|Polsat|Gazeta Wyborcza|Allegro;Allegro.pl|CD Projekt;CD Projekt Red|InPost|Orlen;PKN Orlen|PGNiG|KGHM
Comarch|Asseco|Żabka|Biedronka|Empik|Rossmann|Leroy Merlin|Castorama|Decathlon|PKP|PKP Intercity|LOT|Wizz Air|Ryanair|Lufthansa|Emirates
ZUS|NFZ|GUS|NBP;Narodowy Bank Polski|UOKiK|Polska Akademia Nauk;PAN|AGH;Akademia Górniczo-Hutnicza|Uniwersytet Jagielloński;UJ|Uniwersytet Warszawski;UW
SGH|SWPS|Politechnika Warszawska;PW|UAM|Politechnika Wrocławska|Politechnika Gdańska|Politechnika Łódzka|Politechnika Śląska|Uniwersytet Wrocławski
Uniwersytet Gdański|Uniwersytet Łódzki|Uniwersytet Śląski|WOŚP|Orange Polska|T-Mobile|Vodafone|Verizon|AT&T|Disney;迪士尼|Pixar
Warner Bros|Universal Pictures|Adidas|Nike|Puma|Zara|H&M|Uniqlo;优衣库|Louis Vuitton|Dell|HP|Hewlett-Packard|Cisco;思科|VMware|Qualcomm;高通|Broadcom
Palantir|Databricks|Hugging Face|Mistral AI|Cohere|DeepSeek;深度求索|Moonshot AI;月之暗面|Zhipu AI;智谱AI;智谱|SenseTime;商汤|Megvii;旷视
Cloudflare|DigitalOcean|Hetzner|OVH|Red Hat|SUSE|JetBrains|Atlassian|Shopify|Salesforce|ServiceNow|Workday|HubSpot
Twilio|Okta|Y Combinator|Sequoia|Andreessen Horowitz|SoftBank;软银|Rakuten;乐天|Nintendo;任天堂|Ubisoft|Electronic Arts
Blizzard|Valve|Epic Games|Riot Games|Bloomberg;彭博社|Nasdaq|Mastercard;万事达|American Express|DHL|FedEx|UPS|Maersk|ExxonMobil
Xinhua;新华社|CCTV;央视;中央电视台|Apple;苹果公司|Amazon;亚马逊;Amazon.com
"""

CUED: Final = """
Meta|Visa|Shell|Target|Gap|Play|Plus|Orange|Wise|Square|Block|Elastic|Canonical|Snowflake
"""
"""Names that are words as well: organisations only beside words that go with organisations."""

SUFFIXES: Final = words("""
    inc ltd llc llp gmbh ag corp corporation company plc pty foundation institute university college
    academy hospital clinic bank group holdings partners ventures capital labs laboratories
    technologies systems solutions software consulting studios studio pictures records press
    airlines airways railways motors pharmaceuticals pharma therapeutics robotics dynamics museum
    gallery theatre theater orchestra association society federation union council committee
    ministry department agency authority school
    """)
"""Last words of names of organisations, in English."""

HEADS: Final = {
    "uniwersytet": "Uniwersytet",
    "politechnika": "Politechnika",
    "akademia": "Akademia",
    "fundacja": "Fundacja",
    "instytut": "Instytut",
    "muzeum": "Muzeum",
    "teatr": "Teatr",
    "szpital": "Szpital",
    "ministerstwo": "Ministerstwo",
    "stowarzyszenie": "Stowarzyszenie",
    "filharmonia": "Filharmonia",
    "wydawnictwo": "Wydawnictwo",
    "bank": "Bank",
}
"""First words of names of organisations, in Polish, by folded base form."""

HAN_SUFFIXES: Final = tuple(
    words(
        "有限责任公司 股份有限公司 有限公司 公司 大学 学院 研究院 研究所 研究中心 银行 集团 医院 基金会 协会 出版社 "
        "中学 小学 幼儿园 科技 博物馆 图书馆 事务所 电视台 俱乐部 工作室"
    )
)
"""How names of organisations end in Chinese."""

HAN_GENERIC: Final = words("""
    我们 你们 他们 她们 这家 那家 一家 这个 那个 一个 某家 某个 本 贵 我 你 他 她 大 小 新 老 旧 上市 互联网
    外资 国有 私人 私立 公立 民营 创业 初创 科技 软件 硬件 保险 投资 物流 贸易 广告 咨询 外企 国企 母 子 分 总
    市 县 区 省 乡 镇 社区 儿童 妇产 中医 重点 名牌 普通 同一 另 另一 另一家 几家 两家 三家 每家 哪家 哪个 所有 人民
    中心 附近 家 商业 投资 中央 高 高等 现代 高科技 新科技 黑 理 工 数字 信息 人工智能 前 原 现在 各 多 知名 著名
    顶尖 本地 当地 一所 这所 那所 一流 游戏 建筑 装修 搬家 快递 外贸 医药 制药 设计 传媒 电商 美国 中国 日本 国外
    国内 海外 外国 外国语 北京的 上海的 律师 会计师 会计 健身 足球 篮球 羽毛球 读书 摄影
    """)
"""What stands before those endings where no name is meant."""
