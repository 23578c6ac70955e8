"""Countries, regions and cities in English, Polish and Chinese: the kept name, then other ones.

Cities of Poland are kept under their Polish names, everything else under the English one.
"""

from typing import Final

from loomem.text.stopwords import words

COUNTRIES: Final = """
Poland;Polska;波兰|Germany;Niemcy;德国|France;Francja;法国|Spain;Hiszpania;西班牙|Italy;Włochy;意大利
Portugal;Portugalia;葡萄牙|United Kingdom;UK;Great Britain;Wielka Brytania;英国|England;Anglia;英格兰
Scotland;Szkocja;苏格兰|Wales;Walia;威尔士|Ireland;Irlandia;爱尔兰|Netherlands;Holland;Holandia;Niderlandy;荷兰
Belgium;Belgia;比利时|Luxembourg;Luksemburg;卢森堡|Switzerland;Szwajcaria;瑞士|Austria;奥地利
Czech Republic;Czechia;Czechy;捷克|Slovakia;Słowacja;斯洛伐克|Hungary;Węgry;匈牙利|Romania;Rumunia;罗马尼亚
Bulgaria;Bułgaria;保加利亚|Greece;Grecja;希腊|Croatia;Chorwacja;克罗地亚|Serbia;塞尔维亚|Slovenia;Słowenia;斯洛文尼亚
Bosnia;Bośnia;波斯尼亚|Montenegro;Czarnogóra;黑山|Albania;阿尔巴尼亚|North Macedonia;Macedonia;Macedonia Północna;北马其顿
Ukraine;Ukraina;乌克兰|Belarus;Białoruś;白俄罗斯|Russia;Rosja;俄罗斯|Lithuania;Litwa;立陶宛|Latvia;Łotwa;拉脱维亚
Estonia;爱沙尼亚|Finland;Finlandia;芬兰|Sweden;Szwecja;瑞典|Norway;Norwegia;挪威|Denmark;Dania;丹麦|Iceland;Islandia;冰岛
Moldova;Mołdawia;摩尔多瓦|Malta;马耳他|Cyprus;Cypr;塞浦路斯|United States;USA;U.S.;United States of America;Stany Zjednoczone;美国
Canada;Kanada;加拿大|Mexico;Meksyk;墨西哥|Brazil;Brazylia;巴西|Argentina;Argentyna;阿根廷|Colombia;Kolumbia;哥伦比亚
Peru;秘鲁|Venezuela;Wenezuela;委内瑞拉|Ecuador;Ekwador;厄瓜多尔|Bolivia;Boliwia;玻利维亚|Uruguay;Urugwaj;乌拉圭
Paraguay;Paragwaj;巴拉圭|Cuba;古巴|Jamaica;Jamajka;牙买加|Costa Rica;Kostaryka;哥斯达黎加|Guatemala;Gwatemala;危地马拉
Dominican Republic;Dominikana;多米尼加|China;Chiny;中国|Japan;Japonia;日本|South Korea;Korea;Korea Południowa;韩国
North Korea;Korea Północna;朝鲜|Taiwan;Tajwan;台湾|India;Indie;印度|Pakistan;巴基斯坦|Bangladesh;Bangladesz;孟加拉国
Sri Lanka;斯里兰卡|Nepal;尼泊尔|Thailand;Tajlandia;泰国|Vietnam;Wietnam;越南|Cambodia;Kambodża;柬埔寨|Laos;老挝
Malaysia;Malezja;马来西亚|Indonesia;Indonezja;印度尼西亚;印尼|Philippines;Filipiny;菲律宾|Myanmar;Burma;Birma;缅甸
Mongolia;蒙古|Kazakhstan;Kazachstan;哈萨克斯坦|Uzbekistan;乌兹别克斯坦|Georgia;Gruzja;格鲁吉亚|Armenia;亚美尼亚
Azerbaijan;Azerbejdżan;阿塞拜疆|Israel;Izrael;以色列|Palestine;Palestyna;巴勒斯坦|Jordan;Jordania;约旦|Lebanon;Liban;黎巴嫩
Syria;叙利亚|Iraq;Irak;伊拉克|Iran;伊朗|Saudi Arabia;Arabia Saudyjska;沙特阿拉伯;沙特|Qatar;Katar;卡塔尔|Kuwait;Kuwejt;科威特
United Arab Emirates;UAE;Zjednoczone Emiraty Arabskie;阿联酋|Oman;阿曼|Yemen;Jemen;也门|Afghanistan;Afganistan;阿富汗
Egypt;Egipt;埃及|Morocco;Maroko;摩洛哥|Tunisia;Tunezja;突尼斯|Algeria;Algieria;阿尔及利亚|Libya;Libia;利比亚
South Africa;RPA;南非|Nigeria;尼日利亚|Kenya;Kenia;肯尼亚|Ethiopia;Etiopia;埃塞俄比亚|Tanzania;坦桑尼亚|Ghana;加纳
Senegal;塞内加尔|Uganda;乌干达|Zimbabwe;津巴布韦|Madagascar;Madagaskar;马达加斯加|Australia;澳大利亚;澳洲
New Zealand;Nowa Zelandia;新西兰|Europe;Europa;欧洲|Asia;Azja;亚洲|Africa;Afryka;非洲|Scandinavia;Skandynawia;北欧
North America;Ameryka Północna;北美|South America;Ameryka Południowa;南美|Balkans;Bałkany;巴尔干|Turkey;Turcja;土耳其
Sicily;Sycylia;西西里|Crete;Kreta;克里特|Tuscany;Toskania;托斯卡纳|Bavaria;Bawaria;巴伐利亚|Catalonia;Katalonia|Provence;Prowansja
California;Kalifornia;加州;加利福尼亚|Texas;Teksas;得克萨斯;德州|Florida;Floryda;佛罗里达|Alaska;阿拉斯加|Hawaii;Hawaje;夏威夷
Oregon;俄勒冈|Colorado;Kolorado;科罗拉多|Arizona;亚利桑那|Nevada;内华达|Utah;犹他|Montana;蒙大拿|Michigan;密歇根|Ohio;俄亥俄
Massachusetts;马萨诸塞|Pennsylvania;Pensylwania;宾夕法尼亚|Illinois;伊利诺伊|Minnesota;明尼苏达|New Jersey;新泽西|Vermont
Tennessee;田纳西|Kentucky;肯塔基|Louisiana;Luizjana|Alabama|Oklahoma|Kansas|Idaho|Iowa|Indiana|North Carolina|South Carolina
Connecticut|Wyoming|New Mexico|New Hampshire|Mississippi|Missouri|Nebraska|Wisconsin|Arkansas|Delaware|Maryland|Rhode Island
Ontario;安大略|Quebec;魁北克|British Columbia|Alberta|Queensland|Tasmania|Normandy;Normandia|Brittany;Bretania|Corsica;Korsyka
Sardinia;Sardynia|Mallorca;Majorka|Ibiza|Tenerife;Teneryfa|Bali;巴厘岛|Silesia;Śląsk|Mazovia;Mazowsze|Masuria;Mazury|Podlasie
Podhale|Małopolska|Wielkopolska|Pomorze|Bieszczady|Tatry|Karkonosze|Kaszuby|Beskidy|Silicon Valley;Dolina Krzemowa;硅谷|Tibet;Tybet;西藏
Xinjiang;新疆|Inner Mongolia;内蒙古|Hainan;海南|Yunnan;云南|Sichuan;四川|Guangdong;广东|Zhejiang;浙江|Jiangsu;江苏|Shandong;山东
Fujian;福建|Hunan;湖南|Hubei;湖北|Henan;河南|Hebei;河北|Liaoning;辽宁|Jilin;吉林省|Heilongjiang;黑龙江|Shaanxi;陕西|Shanxi;山西
Anhui;安徽|Jiangxi;江西|Guangxi;广西|Guizhou;贵州|Gansu;甘肃|Qinghai;青海|Ningxia;宁夏
"""

CITIES: Final = """
Warszawa;Warsaw;华沙|Kraków;Krakow;Cracow;克拉科夫|Łódź;Lodz;罗兹|Wrocław;Wroclaw;弗罗茨瓦夫|Poznań;Poznan;波兹南
Gdańsk;Gdansk;格但斯克|Gdynia|Sopot|Szczecin;什切青|Bydgoszcz|Lublin;卢布林|Białystok|Katowice;卡托维兹|Toruń|Rzeszów|Kielce
Olsztyn|Opole|Gliwice|Zabrze|Bytom|Częstochowa|Radom|Sosnowiec|Tychy|Bielsko-Biała|Zakopane|Zielona Góra|Gorzów|Koszalin|Słupsk
Elbląg|Płock|Tarnów|Nowy Sącz|Legnica|Wałbrzych|Jelenia Góra|Kalisz|Konin|Piła|Siedlce|Suwałki|Zamość|Przemyśl|Sandomierz
Nowa Huta|Kołobrzeg|Świnoujście|Ustka|Łeba|Karpacz|Szklarska Poręba|Wieliczka|Pruszków|Piaseczno|Otwock|Żoliborz|Mokotów|Ursynów
Wilanów|Śródmieście|Ochota|Bemowo|Kazimierz Dolny|Hel|Giżycko|Mikołajki|Ełk|Augustów|Żywiec|Cieszyn|Wisła|Nałęczów|Ciechocinek
London;Londyn;伦敦|Paris;Paryż;巴黎|Berlin;柏林|Madrid;Madryt;马德里|Barcelona;巴塞罗那|Rome;Rzym;罗马|Milan;Mediolan;米兰
Naples;Neapol;那不勒斯|Venice;Wenecja;威尼斯|Florence;Florencja;佛罗伦萨|Turin;Turyn;都灵|Bologna;Bolonia|Verona;Werona
Vienna;Wiedeń;维也纳|Salzburg;萨尔茨堡|Prague;Praga;布拉格|Brno|Bratislava;Bratysława|Budapest;Budapeszt;布达佩斯|Lisbon;Lizbona;里斯本
Porto;波尔图|Amsterdam;阿姆斯特丹|Rotterdam;鹿特丹|The Hague;Haga;海牙|Utrecht|Brussels;Bruksela;布鲁塞尔|Antwerp;Antwerpia
Munich;Monachium;慕尼黑|Hamburg;汉堡市|Cologne;Kolonia|Frankfurt;法兰克福|Stuttgart;斯图加特|Dresden;Drezno|Leipzig;Lipsk
Düsseldorf;杜塞尔多夫|Nuremberg;Norymberga|Bremen;Brema|Hanover;Hanower|Heidelberg|Zurich;Zürich;Zurych;苏黎世|Geneva;Genewa;日内瓦
Basel;Bazylea|Bern;Berno|Lausanne;Lozanna|Copenhagen;Kopenhaga;哥本哈根|Stockholm;Sztokholm;斯德哥尔摩|Gothenburg;Göteborg
Malmö|Oslo;奥斯陆|Bergen|Helsinki;赫尔辛基|Reykjavik;Reykjavík;Rejkiawik|Tallinn|Riga;Ryga;里加|Vilnius;Wilno;维尔纽斯|Kaunas;Kowno
Kyiv;Kiev;Kijów;基辅|Lviv;Lwów;利沃夫|Odesa;Odessa;敖德萨|Kharkiv;Charków|Minsk;Mińsk;明斯克|Moscow;Moskwa;莫斯科
Saint Petersburg;Petersburg;圣彼得堡|Athens;Ateny;雅典|Thessaloniki;Saloniki|Istanbul;Stambuł;伊斯坦布尔|Ankara;安卡拉
Bucharest;Bukareszt|Sofia;Sofia|Belgrade;Belgrad|Zagreb;Zagrzeb|Ljubljana;Lublana|Sarajevo;Sarajewo|Dubrovnik;Dubrownik|Split
Dublin;都柏林|Cork|Edinburgh;Edynburg;爱丁堡|Glasgow;格拉斯哥|Manchester;曼彻斯特|Liverpool;利物浦|Birmingham;伯明翰|Leeds|Bristol
Oxford;Oksford;牛津|Cambridge;剑桥|Brighton|Sheffield|Nottingham|Cardiff|Belfast|Lyon;里昂|Marseille;Marsylia;马赛|Nice;Nicea;尼斯
Bordeaux|Toulouse;Tuluza|Lille|Strasbourg;Strasburg|Nantes|Grenoble|Seville;Sewilla;塞维利亚|Valencia;Walencja;瓦伦西亚
Malaga;Málaga|Granada|Bilbao|Zaragoza|New York;Nowy Jork;NYC;New York City;纽约|Los Angeles;洛杉矶|San Francisco;旧金山
Chicago;芝加哥|Boston;波士顿|Seattle;西雅图|Washington;华盛顿|Miami;迈阿密|Austin;奥斯汀|Denver;丹佛|Portland|Dallas;达拉斯
Houston;休斯顿|Philadelphia;Filadelfia;费城|Atlanta;亚特兰大|Detroit;底特律|San Diego;圣地亚哥|Las Vegas;拉斯维加斯|Phoenix
San Jose|Oakland|Sacramento|Minneapolis|Nashville|New Orleans;Nowy Orlean|Pittsburgh|Baltimore|Cleveland|Salt Lake City|Brooklyn
Manhattan;曼哈顿|Queens|Toronto;多伦多|Vancouver;温哥华|Montreal;蒙特利尔|Ottawa;渥太华|Calgary|Mexico City;墨西哥城
São Paulo;Sao Paulo;圣保罗|Rio de Janeiro;里约热内卢;里约|Buenos Aires;布宜诺斯艾利斯|Santiago|Bogotá;Bogota;波哥大|Lima;利马
Havana;Hawana;哈瓦那|Tokyo;Tokio;东京|Kyoto;Kioto;京都|Osaka;大阪|Nagoya|Hiroshima;Hiroszima;广岛|Sapporo;札幌|Fukuoka;福冈|Seoul;Seul;首尔
Busan;釜山|Taipei;Tajpej;台北|Kaohsiung;高雄|Hong Kong;Hongkong;香港|Macau;Makau;澳门|Singapore;Singapur;新加坡|Bangkok;曼谷
Chiang Mai;清迈|Phuket;普吉岛|Hanoi;河内|Ho Chi Minh City;Saigon;胡志明市|Kuala Lumpur;吉隆坡|Jakarta;Dżakarta;雅加达|Manila;马尼拉
Delhi;New Delhi;德里;新德里|Mumbai;Bombaj;孟买|Bangalore;Bengaluru;班加罗尔|Chennai|Kolkata|Hyderabad|Kathmandu;加德满都
Dubai;Dubaj;迪拜|Abu Dhabi;Abu Zabi;阿布扎比|Doha;多哈|Tel Aviv;Tel Awiw;特拉维夫|Jerusalem;Jerozolima;耶路撒冷|Haifa;Hajfa
Cairo;Kair;开罗|Marrakesh;Marrakesz|Casablanca|Tunis|Nairobi;内罗毕|Lagos|Cape Town;Kapsztad;开普敦|Johannesburg;约翰内斯堡
Sydney;悉尼|Melbourne;墨尔本|Brisbane;布里斯班|Perth;珀斯|Adelaide|Canberra;堪培拉|Auckland;奥克兰|Wellington;惠灵顿
Beijing;Pekin;北京|Shanghai;Szanghaj;上海|Guangzhou;Kanton;广州|Shenzhen;深圳|Hangzhou;杭州|Nanjing;Nankin;南京|Suzhou;苏州
Chengdu;成都|Chongqing;重庆|Wuhan;武汉|Xi'an;西安|Tianjin;天津|Qingdao;青岛|Dalian;大连|Xiamen;厦门|Ningbo;宁波|Changsha;长沙
Zhengzhou;郑州|Jinan;济南|Harbin;哈尔滨|Shenyang;沈阳|Changchun;长春|Kunming;昆明|Guiyang;贵阳|Nanning;南宁|Fuzhou;福州
Hefei;合肥|Nanchang;南昌|Taiyuan;太原|Lanzhou;兰州|Urumqi;乌鲁木齐|Lhasa;拉萨|Haikou;海口|Sanya;三亚|Wuxi;无锡|Foshan;佛山
Dongguan;东莞|Zhuhai;珠海|Wenzhou;温州|Shijiazhuang;石家庄|Hohhot;呼和浩特|Yinchuan;银川|Xining;西宁|Guilin;桂林|Lijiang;丽江
Dali;大理|Yangzhou;扬州|Shaoxing;绍兴|Jiaxing;嘉兴|Luoyang;洛阳|Kaifeng;开封|Quanzhou;泉州|Shantou;汕头|Yantai;烟台|Weihai;威海
Haidian;海淀区;海淀|Chaoyang;朝阳区|Nanshan;南山区|Pudong;浦东;浦东新区|Futian;福田区|Tianhe;天河区|Xuhui;徐汇区;徐汇|Xicheng;西城区
Dongcheng;东城区|Minhang;闵行区|Binjiang;滨江区|Yuhang;余杭区|Xihu;西湖区|Luohu;罗湖区|Bao'an;宝安区|Longgang;龙岗区|Zhongguancun;中关村
"""

WORDS_TOO: Final = words("""
    nice split cork hel wisla pila phoenix jordan georgia austin florence sofia turkey chad malta
    santiago verona victoria sydney brooklyn queens madison washington perth bali lima peru cologne
    dallas hannover odessa praga anglia bern berno haga indie radom konin essen bergen bristol dali
    granada ochota oman iran bonn kair leeds lille montana indiana vienna wilno chelsea salem paris
    milan cordoba adelaide charlotte
    """)
"""Folded names that are also words or names of people: only where they cannot begin a sentence."""
