"""Languages, tools, products and services: the kept name, then other ones.

SURE names are nothing else in any spelling. CASED ones need their capitals. CUED ones are everyday words
too: they need their capitals and, in the same sentence, a word that goes with tools.
"""

from typing import Final

from loomem.text.stopwords import words

SURE: Final = """
Kubernetes;k8s|Docker|PostgreSQL;Postgres;psql|MySQL|MariaDB|SQLite|MongoDB;Mongo|Redis|Memcached|Elasticsearch|OpenSearch|ClickHouse|DuckDB
BigQuery|DynamoDB|CockroachDB|InfluxDB|Neo4j|RocksDB|LevelDB|LMDB|Qdrant|Weaviate|Milvus|pgvector|FAISS|USearch|Tantivy|Lucene
Typesense|Meilisearch|RabbitMQ|ActiveMQ|ZeroMQ|Apache Kafka|Apache Spark;PySpark|Hadoop|Apache Flink|Apache Airflow
JavaScript;JS;ECMAScript|TypeScript|CoffeeScript|WebAssembly;WASM|Golang|Kotlin|Clojure|Haskell|OCaml|Erlang|F#|C#|C++|Objective-C
Lua|Fortran|COBOL|MATLAB|PowerShell|GraphQL|gRPC|Protobuf;Protocol Buffers|OpenAPI|Swagger UI|WebSocket;WebSockets|OAuth;OAuth2|JWT|OpenTelemetry
HTML;HTML5|CSS;CSS3|Tailwind;Tailwind CSS;TailwindCSS|jQuery|React Native|ReactJS;React.js|Next.js;NextJS|Nuxt;Nuxt.js
Vue.js;VueJS|AngularJS|SvelteKit|SolidJS|Webpack|esbuild|Node.js;NodeJS;Node JS
Express.js|NestJS|Fastify|Django|FastAPI|Pydantic|SQLAlchemy|aiohttp|asyncio|uvicorn|gunicorn|Ruby on Rails;RoR|Laravel|Symfony
Spring Boot|ASP.NET|.NET;dotnet;.NET Core|Blazor|Xamarin|Jetpack Compose|SwiftUI|UIKit|Tauri|NumPy|SciPy|Matplotlib
Scikit-learn;sklearn|PyTorch|TensorFlow|Keras|XGBoost|LightGBM|spaCy|NLTK|LangChain|LlamaIndex|LangGraph|Ollama|vLLM|llama.cpp|CTranslate2|ONNX
ONNX Runtime|cuDNN|OpenCV|YOLOv8|Stable Diffusion|Midjourney|DALL-E;DALL·E|ChatGPT|GPT-3|GPT-3.5|GPT-4|GPT-4o|GPT-5|Claude Code
GitHub Copilot|GitHub Actions|GitHub|GitLab|Bitbucket|Jenkins|CircleCI|Travis CI|Argo CD;ArgoCD|Terraform|Ansible|Pulumi
Grafana|Kibana|Logstash|Datadog|New Relic|PagerDuty|Nagios|Zabbix|nginx|Apache HTTP Server|HAProxy|Traefik
Linux|Ubuntu|Debian|Fedora|CentOS|RHEL|Arch Linux|NixOS|Alpine Linux|FreeBSD|macOS;Mac OS;OSX|iOS|iPadOS|Android;安卓|watchOS|Windows 10|Windows 11|WSL;WSL2
AWS;Amazon Web Services;亚马逊云|EC2|Amazon S3|AWS Lambda|Azure;Microsoft Azure|GCP;Google Cloud;Google Cloud Platform|Firebase|Supabase|Heroku|Vercel|Netlify|Fly.io
Alibaba Cloud;阿里云|Tencent Cloud;腾讯云|Cloudflare Workers|VS Code;VSCode;Visual Studio Code|Visual Studio|IntelliJ;IntelliJ IDEA|PyCharm|WebStorm
CLion|Xcode|Android Studio|Neovim;nvim|Vim|Emacs|Sublime Text|Notepad++|Jupyter;Jupyter Notebook;JupyterLab|Google Colab;Colab|RStudio
Jira|Confluence|Trello|Monday.com|ClickUp|Todoist|Evernote|OneNote|Roam Research|Logseq|Figma|Adobe XD|Photoshop;Adobe Photoshop|Lightroom
Adobe Illustrator|InDesign|Premiere Pro|After Effects|DaVinci Resolve|Final Cut Pro|AutoCAD|SolidWorks|SketchUp|Ableton|Ableton Live|FL Studio|GarageBand|Logic Pro
Microsoft Word|Microsoft Excel|Microsoft Teams;MS Teams|PowerPoint|Google Docs;谷歌文档|Google Sheets|Google Drive|Google Calendar|Google Maps;谷歌地图|Gmail|Outlook
Dropbox|OneDrive|iCloud|SharePoint|WhatsApp|WeChat;微信|DingTalk;钉钉|Feishu;Lark Suite;飞书|WeCom;企业微信|Weibo;微博|TikTok|Douyin;抖音
Bilibili;哔哩哔哩;B站|Xiaohongshu;小红书|Zhihu;知乎|Taobao;淘宝|Tmall;天猫|Alipay;支付宝|Instagram|YouTube|LinkedIn|Reddit|Twitter|Snapchat|Pinterest
Google Meet|FaceTime|iPhone;苹果手机|iPad|MacBook;MacBook Pro;MacBook Air|Apple Watch|AirPods|PlayStation;PS5;PS4|Xbox|Nintendo Switch;任天堂Switch
Raspberry Pi;树莓派|Arduino|ESP32|Home Assistant|HomeKit|Zigbee|MQTT|RTX 4090|RTX 3090|GitHub Pages
Wireshark|Metasploit|Kali Linux|Burp Suite|OpenVPN|WireGuard|Tailscale|ZeroTier|OpenSSL|OpenSSH|BitTorrent|IPFS|Ethereum;以太坊|Bitcoin;比特币|Solidity|MetaMask
Unreal Engine|Three.js|D3.js|OpenGL|WebGL|WebGPU|WebRTC|FFmpeg|OBS Studio|ImageMagick|Overleaf|Pandoc|Zotero|Mendeley
LibreOffice|OpenOffice|WordPress|Drupal|Joomla|WooCommerce|Magento|Shopify Plus|Webflow|Squarespace|Zapier|n8n|IFTTT|Airtable|Power BI;PowerBI|Tableau Desktop|Looker Studio
Metabase|Zendesk|Mailchimp|SendGrid|Google Analytics|Mixpanel|PostHog
pytest|unittest|JUnit|Vitest|ESLint|mypy|Pylint|SonarQube|Gradle|CMake|Bazel|Makefile|npm|pnpm|Homebrew|pip3|Conda;Anaconda
Claude 3;Claude 3.5;Claude 3 Opus;Claude 3.5 Sonnet|Gemini Pro;Gemini 1.5|Llama 2|Llama 3|Mixtral|Qwen;通义千问|Kimi|ERNIE Bot;文心一言|DeepL|Perplexity AI|Hugging Face Transformers
MindSpore|PaddlePaddle;飞桨|HarmonyOS;鸿蒙;鸿蒙系统|MIUI|WPS Office|Baidu Netdisk;百度网盘|NetEase Cloud Music;网易云音乐|Gaode Maps;高德地图;高德|Didi Chuxing;滴滴出行|Ele.me;饿了么
Librus|mObywatel|Vinted|Duolingo;多邻国|Strava|Fitbit|MyFitnessPal|Pocket Casts|SoundCloud
"""

CASED: Final = """
Sass|SCSS|Vite|Svelte|Kindle|Asana|Maven|Shazam|Headspace|Selenium|Puppeteer|Prometheus|Scala|Kafka|Godot|Twitch|LaTeX|Qt|QQ|Anki|Perl|Deno|GTK|JAX|dbt|Skype|Splunk|Garmin|Deezer|Mockito|BLIK|OLX|SSH|CUDA|GPT
Python;CPython|Java|PHP|SQL|NoSQL|Bash|Zsh|React|Vue|Angular|Flask|Rails|Gatsby|Redux|Jenkins|Elixir|Dart|Flutter|Airflow|MLflow|Git
Claude|Gemini|Copilot|Llama|Mistral|Notion|Slack|Zoom|Discord|Steam|Firefox|Chrome|Chromium|Safari|Windows|Excel|JSON|YAML|TOML
LLM|RAG|MCP|Blender|Unity|Obsidian|Thunderbird|Messenger|Tableau|Looker
Tor|Siri|Alexa|Cortana|Bixby|Waze|Tesla Model 3|Tesla Model Y|Roomba|Sonos|Synology|Zigbee2MQTT|Proxmox|Podman|Postman|Terraform Cloud|Pinecone
"""

CUED: Final = """
Go|Rust|Swift|Ruby|R|C|Julia|Crystal|Zig|Nim|Groovy|Spring|Express|Ember|Next|Remix|Astro|Ionic|Electron|Pandas|Celery|Whisper|Cursor|Windsurf|Helm|Istio|Consul|Vault|Nomad|Sentry
Caddy|Apache|Spark|Flink|Snowflake|Prefect|Dagster|Hive|Presto|Trino|Druid|Chroma|Bolt|Linear|Basecamp|Signal|Telegram|Word|Teams|Access|Pages|Numbers|Keynote|Sketch
Canva|Illustrator|Edge|Opera|Brave|Arc|Vivaldi|Fish|Make|Yarn|Bun|Poetry|Hatch|Ruff|Black|Prettier|Playwright|Cypress|Jasmine|Mocha|Chai|Karma|Jest|Stripe|Square|Bitwarden|KeePass
LastPass|Wise|Revolut|Puppet|Chef|Salt|Oracle|Delphi|Pascal|Basic|Scheme|Racket|Lisp|Prolog|Ada|Assembly|Mojo|Elm|Stata|SPSS|SAS|Insomnia|Things|Bear|Drafts|Raycast|Alfred
Outlook|Mastodon|Intercom|Ghost|Strapi|Sanity|Contentful|Segment|Amplitude|Superset|Plausible|Nextcloud|Immich|Plex|Jellyfin|Kodi|Vagrant|Vulkan|Metal|Unreal
"""

CUES: Final = words("""
    use uses using used usage learn learning learnt learned code coding coded codes program
    programming programmed write writing wrote written rewrite rewriting rewrote port ported
    language languages framework frameworks library libraries app apps tool tools editor ide browser
    plugin extension install installed installing deploy deployed deploying version switch switched
    switching migrate migrated migrating compile compiler developer developers dev engineer backend
    frontend api server servers database databases db query queries script scripts cluster pipeline
    repo module package crate crates software terminal shell build builds built stack project
    service services microservice microservices monitoring documentation api channel workspace
    uzywam uzywa uzywamy uzywaja uzywal uzywala uzywac korzystam korzysta korzystamy pisze piszemy
    pisac napisac napisany napisana napisane napisalem napisalam przepisac przepisalem przepisujemy
    programuje programowac programowania programowanie jezyk jezyka jezyku ucze nauczyc uczy kod
    kodu kodzie aplikacja aplikacje aplikacji narzedzie narzedzia edytor edytora przegladarka
    przegladarki przegladarke wtyczka zainstalowac zainstalowalem zainstalowalam wdrozyc wersja
    wersji wersje framework frameworka biblioteka biblioteki biblioteke backend frontend serwer
    serwera serwerze baza bazy baze bazie zapytanie skrypt skrypty klaster programista programistka
    przesiadlem przesiadlam przeszlismy migrujemy migracja projekt projekcie usluga uslugi
    """)
"""Folded words that go with tools."""

HAN_CUES: Final = [
    "用",
    "使用",
    "编程",
    "语言",
    "代码",
    "框架",
    "开发",
    "学习",
    "写",
    "软件",
    "工具",
    "编辑器",
    "浏览器",
    "安装",
    "部署",
    "版本",
    "数据库",
    "后端",
    "前端",
    "服务器",
    "脚本",
    "项目",
    "库",
    "迁移",
    "重写",
    "接口",
    "程序",
]
"""The same in Chinese."""
