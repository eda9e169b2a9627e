"""Titles and names that say nothing about a document: placeholders, programs, contents pages."""

from __future__ import annotations

import re
import unicodedata

_NUMBER = re.compile(
    r"^\s*(?:(?:chapter|section|part|appendix|kapitel|abschnitt|chapitre|capítulo"
    r"|глава)\s+[\divxlc]+(?:\.\d+)*[.:]?\s*"
    r"|第\s*[\dIVX一二三四五六七八九十百〇零]+\s*[章節节条條款編编篇部]\s*"
    r"|\d{1,3}(?:\.\d+)*[.)、．:]?\s+"
    r"|(?-i:[IVXLC]{2,}|[IVXLC](?=[.)]))[.):]?\s+|\d+[.)、．](?:\d+\.?)*\s*"
    r"|[一二三四五六七八九十]+、\s*|[（(][一二三四五六七八九十\d]+[)）]\s*)",
    re.IGNORECASE,
)


def bare_title(title: str) -> str:
    """Return a title for comparison: NFKC, case folded, without its number, blanks and end marks."""
    folded = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\s:.\-–—*_#]+", "", _NUMBER.sub("", folded, count=1))


def is_numbered(title: str) -> bool:
    """Whether a title starts with a chapter or section number."""
    return _NUMBER.match(title) is not None


def _titles(text: str) -> frozenset[str]:
    return frozenset(bare_title(title) for title in text.split("|"))


CONTENTS_TITLES = _titles(
    "Contents|Table of Contents|Contents at a glance|Brief contents|TOC|Index|List of Figures"
    "|List of Tables|Listings|目次|もくじ|図目次|表目次|"
    "索引|目录|目錄|图目录|表目录|차례|목차|색인|Inhalt|Inhaltsverzeichnis|Abbildungsverzeichnis"
    "|Tabellenverzeichnis|Table des matières|"
    "Sommaire|Índice|Tabla de contenido|Contenido|Sommario|Indice|Índice geral|Sumário|Inhoudsopgave"
    "|Innehåll|Spis treści|Obsah|Оглавление|"
    "Содержание|Зміст|İçindekiler|On this page|In this article|このページの内容|本页内容|Navigation"
    "|Menu|メニュー|ナビゲーション|导航"
)
SKIPPED_TITLES = CONTENTS_TITLES | _titles(
    "Copyright|Copyright notice|Copyright and license|License|Licence|Licensing|Legal notice"
    "|Legal Notices|Legal|Disclaimer|Notice|Notices|Trademarks|"
    "Revision history|Document history|Version history|Change history|Changelog|Document control"
    "|Approvals|Distribution list|"
    "Acknowledgements|Acknowledgments|Acknowledgement|Dedication|Colophon|Imprint|Authors"
    "|Contributors|Credits|Frontispiece|"
    "著作権|著作権について|ライセンス|免責事項|奥付|謝辞|改訂履歴|変更履歴|更新履歴|版权|版权声明"
    "|版權聲明|许可证|许可协议|免责声明|致谢|感谢|감사의 말|修订记录|修订历史|"
    "版本记录|变更记录|저작권|라이선스|감사의 글|개정 이력|Impressum|Lizenz|Danksagung"
    "|Änderungshistorie|Mentions légales|Licence d'utilisation|"
    "Remerciements|Licencia|Agradecimientos|Licenza|Ringraziamenti|Лицензия|Авторские права"
    "|Благодарности|References|Bibliography|参考文献|参考资料"
)
ABSTRACT_TITLES = _titles(
    "Abstract|Executive summary|Summary|Management summary|Zusammenfassung|Kurzfassung|Résumé"
    "|Resumen|Riassunto|Resumo|Samenvatting|Sammanfattning|"
    "Streszczenie|Аннотация|Резюме|Анотація|概要|要旨|要約|摘要|提要|内容摘要|抄録|초록|요약|개요"
    "|TL;DR|tldr"
)
OPENING_TITLES = _titles(
    "Introduction|Overview|Background|Purpose|Scope|Getting started|Installation|Usage|Requirements|Reference"
    "|Name|Synopsis|Description|Body|Main|Start|Einleitung|Einführung|Überblick|Installation|Introducción"
    "|Introduzione|Introdução|Inleiding|Введение|はじめに|序論|序章|緒言|概説|背景|目的|使用法|使い方|インストール"
    "|引言|绪论|緒論|简介|簡介|导言|背景介绍|安装|使用方法|参考|名前|書式|서론|소개|배경|목적|설치"
)
"""Headings that open a text: chapters follow them, not its title."""
FRONT_TITLES = _titles(
    "Preface|Foreword|Preamble|Definitions|Terms and definitions|Vorwort|Präambel|Begriffe|Begriffsbestimmungen"
    "|Avant-propos|Préface|Préambule|Définitions|Prólogo|Prefacio|Preámbulo|Definiciones|Prefazione|Definizioni|Prefácio"
    "|Definições|Voorwoord|Definities|Förord|Wstęp|Предисловие|Преамбула|Определения|Вступ|序文|まえがき|前書き|前文|定義"
    "|用語の定義|総則|前言|序|序言|定义|术语和定义|总则|總則|머리말|들어가며|서문|정의|총칙"
)
"""Headings of what comes before the first chapter: like those that open a text, none names it."""
GENERIC_TITLES = (
    SKIPPED_TITLES
    | ABSTRACT_TITLES
    | OPENING_TITLES
    | FRONT_TITLES
    | _titles(
        "Cover|Cover page|Title page|Front matter|Home|Welcome|Notes|Note|Page|Chapter|Section|Part|Slide|Appendix"
        "|Annex|Attachment|Enclosure|Press release|What's new|What is new|New|Updates|Update|Important|Warning|Agenda"
        "|Objective|Objectives|Goal|Goals|Conclusion|Conclusions|FAQ|Questions|Thema|Ziel|Ziele|Neuigkeiten|Anlage"
        "|Anhang|Hinweise|Hinweis|Titelblatt|Annexe|Pièce jointe|Objectif|Objectifs|Remarques|Nouveautés|Anexo"
        "|Objetivo|Objetivos|Novedades|Portada|Allegato|Obiettivo|Novità|Bijlage|Приложение|Цель|表紙|別添|別紙|別表|付録"
        "|報道発表|報道資料|プレスリリース|お知らせ|参考|資料|事務連絡|更新内容|変更内容|変更点|新着情報|問い合わせ先|お問い合わせ|問合せ先"
        "|附件|附录|附錄|更新内容|更新说明|更新說明|更新日志|新闻稿|新聞稿|通知|公告|封面|封底|注意|说明|說明|备注|結論|结论"
        "|표지|별첨|붙임|부록|보도자료|공지|참고"
    )
)

_SOFTWARE = (
    r"(?:microsoft|ms|adobe|acrobat|apple|libreoffice|openoffice(?:\.org)?|wps|kingsoft|google"
    r"|quartz|pdfcreator|ghostscript|la?tex|pdftex|xetex|"
    r"luatex|dvipd?fmx?|dvips|pandoc|sphinx|calibre|docbook|apache fop|fop|wkhtmltopdf|chromium"
    r"|indesign|framemaker|quarkxpress|word|excel|"
    r"powerpoint|writer|impress|calc|pages|keynote|numbers|pages document|office|scansnap|canon"
    r"|ricoh|xerox|epson|hp|konica minolta|kyocera|"
    r"python-docx|docx4j|aspose|jasperreports|crystal reports|apache poi|poi|hyper-?v|notepad|一太郎)"
)
_SOFTWARE_ONLY = re.compile(
    rf"^{_SOFTWARE}(?:[\s\-]+(?:{_SOFTWARE}|office|corporation|inc\.?|user|document|scanner|editor"
    rf"|writer|reader|distiller|photoshop|pdf|"
    r"docs|scan|for|mac|windows|generated|with|package|hyperref|[\d.]+))*$",
    re.IGNORECASE,
)

_DATE_WORD = re.compile(
    r"(?<![^\W\d_])(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may"
    r"|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?"
    r"|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre|iembre)?|décembre|de|of|the|st|nd|rd|th"
    r"|version|rev|v|年|月|日|г)(?![^\W\d_])|[年月日]",
    re.IGNORECASE,
)

_PLACEHOLDER = re.compile(
    r"""^[<\[(【]?\s*(?:
    untitled(?:\ (?:document|presentation|spreadsheet|page|form|note))?
    |unnamed|no\ title|title|my\ title|document\ title|new\ document|default|template|blank
    |draft|test|temp|tmp|none|null|nil|n/?a|undefined|unknown
    |ohne\ titel|unbenannt|neues\ dokument|titel|sans\ titre|titre|nouveau\ document|sin\ t[ií]tulo
    |t[ií]tulo|senza\ (?:titolo|nome)|titolo|sem\ t[ií]tulo
    |naamloos|zonder\ titel|namnlös|uden\ titel|uten\ tittel|bez\ (?:tytułu|názvu)|без\ (?:имени
    |названия|имени\ \d+)|безымянный|başlıksız|névtelen
    |無題|无标题|無標題|未命名|新規文書|新しいドキュメント|タイトル(?:なし|を入力)?|名称未設定|题目
    |標題|标题|文档标题|제목\ ?없음|제목|이름\ ?없음
    |(?:click|tap)\ to\ (?:add|edit)\ (?:title|the\ title).*|type\ the\ (?:document\ )?title.*
    |enter\ title.*|your\ title.*|タイトルを入力|单击此处添加标题|单击此处编辑.*
    |マスター\ ?タイトルの書式設定|titel\ (?:durch|hinzufügen).*|.*normal\.dot[mx]?
    |(?:document|dokument|documento|documenti|doc|文書|文档|文檔|文件|ドキュメント|문서|документ
    |presentation|präsentation|présentation|presentación|presentazione
        |apresentação|プレゼンテーション|演示文稿|簡報|프레젠테이션|презентация
        |powerpoint[\ -]?(?:presentation|präsentation)|présentation\ powerpoint
        |presentación\ de\ powerpoint|presentazione\ (?:standard\ )?di\ powerpoint
        |apresentação\ do\ powerpoint|powerpoint\ (?:プレゼンテーション|演示文稿|簡報)
        |презентация\ powerpoint
        |slide|folie|diapositive|diapositiva|スライド|幻灯片|投影片|슬라이드|слайд|page|seite|ページ
        |sheet|book|mappe|tabelle|workbook|worksheet|spreadsheet|feuille|classeur
        |シート|ブック|工作表|工作簿|layout|print|scan|scanned\ (?:document|image)|image|img
        |untitled|unbenannt|noname|file|report|letter|memo|article|paper|main|index
        |ohne\ titel|sans\ titre|無題(?:の(?:ドキュメント|プレゼンテーション|スプレッドシート))?
        |无标题(?:文档|演示文稿)?|未命名(?:文档)?)
        \s*[-_(#]?\s*\d*\)?
    )\s*[>\])】]?$""",
    re.IGNORECASE | re.VERBOSE,
)
_TEMPLATE_TEXT = re.compile(
    r"^[<\[]?\s*(?:(?:click|tap) to (?:add|edit).*|type the .*title.*|enter title.*|your title.*"
    r"|タイトルを入力.*|单击此处.*|マスター ?タイトルの書式設定|titel (?:durch|hinzufügen).*|insert (?:the )?title.*"
    r"|\[?title\]?|untitled.*)\s*[>\]]?$",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(
    r"\.(?:docx?|dotx?|docm|pdf|pptx?|xlsx?|odt|odp|ods|rtf|tex|dvi|ps|eps|indd|qxd|qxp|fm|jtd|wpd"
    r"|wps|hwp|p65|tmp|jpe?g|tiff?|sgml?|mif|xps|cdr|psd)"
    r"\s*(?:\(.*\))?$|^\S+\.(?:txt|book|x?html?|xml|md|pages|key|pub|png|ai|csv|epub|mobi|json|ya?ml)$",
    re.IGNORECASE,
)
_PRINTED_FROM = re.compile(
    r"^(?:microsoft|ms)\s+(?:office\s+)?(?:word|excel|powerpoint|publisher|visio|outlook|project"
    r"|onenote)\s*[-–:]\s*",
    re.IGNORECASE,
)
_LATEX = re.compile(
    r"\\[a-zA-Z]{2,}|\{\\|\$\$|\\\\|^(?:la?tex|untitled latex) (?:document|file|article)$"
    r"|^title of (?:the )?(?:paper|article)",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"^(?:[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}|pii:?\s*\S+|doi:?\s*10\.\S+|10\.\d{4,}/\S+"
    r"|isbn\S*|(?:https?|file|ftp)://\S+|www\.\S+|[a-z]:\\.*|/\S+/\S+"
    r"|(?:scan|img|dsc|doc|fax|mfp|sknmbt|ccf|copier|print|untitled|paper|document|export|output"
    r"|download)[\s_\-]*[\d_\-.:\s]+|\S*\d{8,}\S*)$",
    re.IGNORECASE,
)


_STYLE_NAME = re.compile(
    r"^(?:heading|header|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|見出し|标题|標題|제목)\s*\d+$"
    r"|^title$|^(?:test|untitled|tbd|todo|xxx+)$",
    re.IGNORECASE,
)
_FILE_STEM = re.compile(r"^[\w.\-]*[^\W_]_[\w.\-]+$")


def is_junk_heading(title: str) -> bool:
    """Whether a heading in the text is a placeholder. What may be a word of the text (`Report`) is none."""
    title = title.strip()[:500]
    if (
        sum(map(str.isalpha, title)) < 1
        or len(title) < 2
        or not any(map(str.isalpha, _DATE_WORD.sub("", title)))
    ):
        return True
    if "\ufffd" in title or title[0] in "↓↑→←⇒※":
        return True
    return any(pattern.search(title) for pattern in (_STYLE_NAME, _TEMPLATE_TEXT, _FILE_NAME, _IDENTIFIER))


def is_junk_title(title: str) -> bool:
    """Whether a title in the metadata says nothing about the document (SPEC 3).

    Junk is: no letters, or a date alone; the name of a program, a file, a style or a scanner; an address or an
    identifier; `Microsoft Word - x.doc`; the text of a template; and a bare kind of thing (`Report`, `Slide 1`).
    """
    title = title.strip()[:500]
    if sum(1 for character in title if unicodedata.category(character)[0] == "L") < 1 or len(title) < 2:
        return True
    if not any(map(str.isalpha, _DATE_WORD.sub("", title))):
        return True
    if "\ufffd" in title or title.startswith(("þÿ", "ÿþ")):
        return True
    return any(
        pattern.search(title)
        for pattern in (
            _PLACEHOLDER,
            _FILE_NAME,
            _FILE_STEM,
            _STYLE_NAME,
            _PRINTED_FROM,
            _LATEX,
            _IDENTIFIER,
            _SOFTWARE_ONLY,
        )
    )


_NOBODY = re.compile(
    r"""^[<\[(]?\s*(?:administrator|admin|administrateur|administrador|amministratore|администратор
    |管理者|管理员|管理員|관리자|root|user(?:name)?\s*\d*|users|owner|guest|gast|invité
    |benutzer|utilisateur|usuario|utente|пользователь|ユーザー?|用户|使用者|사용자|author|authors
    |autor|auteur|автор|作者|著者|저자|name|your\ name|unknown|unbekannt
    |inconnu|desconocido|sconosciuto|неизвестный|不明|未知|anonymous|anonym|anonyme|none|null|nil
    |n/?a|default|test|temp|pc|home|student|teacher|office|desktop
    |lenovo|dell|asus|acer|hp|toshiba|fujitsu|nec|vaio|thinkpad|samsung|mac|windows(?:\ user)?
    |win\d*|un-named|unnamed|\(?anonymous\)?|owner\d*|\w*-pc|desktop-\w+
    |微软用户|微软中国|雨林木风|番茄花园|深度技术|mc\ system|system|openpyxl|xlsxwriter|reportlab.*
    |root@\S+|library|scanner|compaq|valued\ .*\ customer|wwwdata|www-data)\s*[>\])]?$""",
    re.IGNORECASE | re.VERBOSE,
)
_EMAIL = re.compile(r"^\S+@\S+$")


def is_nobody(author: str) -> bool:
    """Whether an author in the metadata is an account, a program or a placeholder instead of a person."""
    author = author.strip()[:500]
    if (
        (len(author) < 2 and author.isascii())
        or not any(character.isalpha() for character in author)
        or "\ufffd" in author
    ):
        return True
    return any(
        pattern.search(author) for pattern in (_NOBODY, _SOFTWARE_ONLY, _EMAIL, _IDENTIFIER, _FILE_NAME)
    )
