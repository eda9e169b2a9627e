"""Write the documents of the screenshots into a folder: PDF, Word, Markdown, HTML and text, in three languages.

python scripts/screenshots_documents.py FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pymupdf
from docx import Document as WordDocument

ENGLISH = """The mark is described by three distances to fixed corners, so that it can be found when it is buried.
A reading is worth keeping when somebody else can repeat it with other instruments.
Whoever levels twice on the same day learns more than whoever levels once in fine weather.
The book is written in ink, and a wrong figure is struck through so that it can still be read.
Wind from the land lowers the water by several centimetres, and nobody notices it at the quay.
The chain stays dry, the staff stays clean, and the bubble is looked at before every sight.
Where two charts disagree, the older one often names its zero and the newer one does not.
A gauge that stops at low water tells nothing of the hour that matters most.
Repairs are noted on the day they are made, with the name of the person who made them.
The difference between the two marks was four millimetres in spring and six in autumn.""".splitlines()
WORK = """Say what you are about to do before you do it, in the channel that everybody reads.
A deployment that cannot be taken back within five minutes is not a deployment but a bet.
The migration is run once against a copy of last night's backup, and timed.
Traffic is switched by tenths; between two tenths the error rate is watched for a whole minute.
After a power cut the database starts first, then the queue, then everything that talks to them.
A restore that nobody has tried this quarter is a hope and not a backup.
The log of the incident names times and facts; reasons come the day after.
Alerts that wake people up are counted, and each of them is either mended or deleted.""".splitlines()
SIGNS = """Letters are as high in centimetres as the reader stands away in metres, divided by three.
Dark ink on a light board is read by more people, and at a greater distance, than the reverse.
An arrow beside two names belongs to neither, so each name carries its own.
Where two scripts share a board they stand on one line each, and the local one stands first.
A board that is cleaned twice a year lasts for fifteen.
People look for a sign where the path divides, and not where the designer found a wall.
Five destinations are read, the sixth is not.
Whoever replaces a panel takes a picture of the old one first.""".splitlines()
LAW = """The lessee keeps the wall in the state in which it was received, wear by the tide excepted.
Rent is due on the first working day of each quarter and is not set off against claims.
The rent follows the index of consumer prices, at most by three in a hundred a year.
The owner repairs what lies below the mean low water line, the lessee what lies above it.
Access for the survey of the bench marks is granted at all times.
Notice is given in writing, twelve months before the term ends.
Insurance against damage by vessels is taken out by the lessee and proved each January.
On return the wall is surveyed by both parties together.""".splitlines()
JAPANESE = """点検の結果は当日中に記録し、写真を添えて保管する。
ひび割れの幅が0.2ミリを超える場合は、翌週に再び測定する。
潮位の低い時間帯に、岸壁の下部を目視で確認する。
部材の交換は、予備品の在庫を確かめてから計画する。
作業の前に、関係する部署へ電話と書面で知らせる。
記録は十年間保存し、担当者が替わるときに引き継ぐ。""".splitlines()
CHINESE = """部署之前，先在测试环境中完整演练一次。
每个步骤都要写明负责人和预计所需的时间。
回滚方案与部署方案同样重要，必须事先验证。
监控指标连续十分钟正常后，才可以进入下一步。
变更记录保存在共享文库中，方便日后查找。
如果磁盘空间不足百分之二十，应当推迟部署。""".splitlines()

TIDES = {
    "Why heights disagree": ["Two zeros in one harbour", "Mean sea level", "What a chart promises"],
    "Bench marks": ["Choosing a bench mark", "Describing it", "When a mark is lost", "Marks in made ground"],
    "Gauges": ["The stilling well", "Reading the float", "Pressure gauges", "A year without a gap"],
    "Levelling": ["Two pegs and a bubble", "Across water", "Closing the loop"],
    "Computing a datum": ["Nineteen years", "Shorter series", "What the error is"],
    "Tables": ["Corrections for pressure", "Corrections for wind"],
    "Keeping it": ["Handing over", "Auditing old books"],
}
RUNBOOK = {
    "Before you begin": ["Who is on call", "What must be quiet"],
    "Deployment": ["Freeze", "Migrate the database", "Switch the traffic", "Watch"],
    "When the power fails": ["The first minute", "Order of start", "What the logs say"],
    "Backups": ["What is kept", "Restoring one file", "Restoring everything"],
    "After an incident": ["The written account", "Follow up"],
}
SIGNAGE = {
    "Legibility": ["Size and distance", "Contrast", "Letters beside each other"],
    "Arrows": ["One arrow, one way", "Where lists are too long"],
    "Languages": ["Two scripts on one board", "Order"],
    "Maintenance": ["Cleaning", "Replacing a panel"],
}
HARBOUR_JA = {
    "はじめに": ["目的", "適用範囲"],
    "点検": ["日常点検", "定期点検", "臨時点検", "点検の記録"],
    "劣化の判定": ["コンクリート", "鋼材", "防舷材"],
    "補修": ["ひび割れ", "断面修復", "電気防食"],
    "記録と引き継ぎ": ["台帳", "写真"],
}
DEPLOY_ZH = {
    "准备工作": ["人员与分工", "环境检查"],
    "部署步骤": ["冻结变更", "迁移数据库", "切换流量", "观察"],
    "故障处理": ["断电之后", "回滚"],
    "备份": ["保留策略", "恢复演练"],
}
LEASE = {
    "Parties and object": ["The harbour wall", "Term"],
    "Rent": ["Amount", "Indexation"],
    "Duties": ["Repairs", "Insurance", "Access"],
    "End of the lease": ["Notice", "State on return"],
}

Block = tuple[int, str]


def blocks(title: str, book: dict[str, list[str]], sentences: list[str], size: int) -> Iterator[Block]:
    """Yield (level, text): headings at 1 to 3, paragraphs at 0. The same title gives the same book."""
    chance = Random(title)
    latin = sentences[0].isascii()
    join = " " if latin else ""

    def paragraph() -> Block:
        return 0, join.join(chance.sample(sentences, min(len(sentences), chance.randint(3, 5))))

    yield 1, title
    yield paragraph()
    for number, (chapter, sections) in enumerate(book.items(), start=1):
        yield 2, f"{number} {chapter}" if latin else chapter
        yield paragraph()
        for place, section in enumerate(sections, start=1):
            yield 3, f"{number}.{place} {section}" if latin else section
            for _ in range(chance.randint(1, size)):
                yield paragraph()


def markdown(path: Path, parts: Iterator[Block]) -> None:
    text = "\n\n".join(f"{'#' * level} {words}".strip() for level, words in parts)
    path.write_text(text + "\n", encoding="utf-8")


def html(path: Path, parts: Iterator[Block], title: str) -> None:
    body = "\n".join(
        f"<h{level}>{words}</h{level}>" if level else f"<p>{words}</p>" for level, words in parts
    )
    page = f'<!doctype html>\n<html lang="en"><title>{title}</title>\n<main>\n{body}\n</main></html>\n'
    path.write_text(page, encoding="utf-8")


def word(path: Path, parts: Iterator[Block]) -> None:
    document = WordDocument()
    for level, words in parts:
        if level:
            document.add_heading(words, level)
        else:
            document.add_paragraph(words)
    document.save(str(path))


STYLE = (
    "body{font-family:serif;font-size:11px;line-height:1.5}"
    "h1{font-size:24px} h2{font-size:17px} h3{font-size:13px}"
)


def pdf(path: Path, parts: Iterator[Block], *, empty_pages: tuple[int, ...] = ()) -> None:
    """A set book with bookmarks. At the indexes of empty_pages stand pages that hold a picture only."""
    tags = ("p", "h1", "h2", "h3")
    given = list(parts)
    headings = iter([(level, words) for level, words in given if level])
    body = "".join(f"<{tags[level]}>{words}</{tags[level]}>" for level, words in given)
    story = pymupdf.Story(html=body, user_css=STYLE)
    toc: list[list[object]] = []
    sheet = pymupdf.paper_rect("a5")
    begun: list[object] = []

    def note(position: object) -> None:
        begun.append(position)

    writer = pymupdf.DocumentWriter(str(path))
    more, page_number = 1, 0
    while more:
        page_number += 1
        device = writer.begin_page(sheet)
        more, _ = story.place(pymupdf.Rect(sheet.x0 + 50, sheet.y0 + 56, sheet.x1 - 50, sheet.y1 - 56))
        begun.clear()
        story.element_positions(note)
        for position in begun:
            if getattr(position, "heading", 0) and getattr(position, "open_close", 0) & 1:
                toc.append([*next(headings), page_number])
        story.draw(device)
        writer.end_page()
    writer.close()
    with pymupdf.open(path) as book:
        book.set_toc(toc)
        for number in empty_pages:
            page = book.new_page(number, width=sheet.width, height=sheet.height)
            page.draw_rect(pymupdf.Rect(60, 80, 360, 500), color=(0.4, 0.4, 0.4), fill=(0.86, 0.87, 0.88))
        book.saveIncr()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    title = "Tide and Datum: a Handbook for Coastal Surveys"
    pdf(folder / "tide-and-datum.pdf", blocks(title, TIDES, ENGLISH, 9))
    title = "Lease of the Northern Harbour Wall"
    pdf(folder / "lease-north-wall.pdf", blocks(title, LEASE, LAW, 3), empty_pages=(2, 3))
    markdown(folder / "runbook.md", blocks("Operations Runbook", RUNBOOK, WORK, 4))
    markdown(folder / "harbour-ja.md", blocks("港湾施設の維持管理の手引き", HARBOUR_JA, JAPANESE, 4))
    markdown(folder / "deploy-zh.md", blocks("服务部署与恢复指南", DEPLOY_ZH, CHINESE, 4))
    title = "Design Principles for Public Signage"
    html(folder / "signage.html", blocks(title, SIGNAGE, SIGNS, 3), title)
    word(folder / "levelling-course.docx", blocks("A Course in Levelling", TIDES, ENGLISH, 2))
    notes = "\n\n".join(f"{day} May. " + " ".join(ENGLISH[day % 7 : day % 7 + 3]) for day in range(1, 29))
    (folder / "field-notes-may.txt").write_text(
        f"Field notes from the northern shore\n\n{notes}\n", encoding="utf-8"
    )
    days = range(1, 29)
    rows = "\n".join(f"2026-05-{d:02},{d * 37 % 211 / 100 + 1:.2f},{d * 53 % 97 / 100:.2f}" for d in days)
    (folder / "gauge-readings.csv").write_text(
        f"date,high water (m),low water (m)\n{rows}\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
