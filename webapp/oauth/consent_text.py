"""The words of the consent page, in the languages of the interface."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

LANGUAGES = {"en": "en", "ja": "ja", "zh": "zh-Hans"}
COOKIE = "mokuji_language"

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Let this program in?",
        "asks": "wants to use your library, {user}.",
        "described": "It is described at {host}.",
        "unproven": "It gave itself this name; nobody has checked it.",
        "answer": "Your answer is sent to",
        "here": "a program on your own machine",
        "go_on": "Go on only if you have just started this yourself.",
        "may": "What it may do",
        "read": "Search and read only",
        "write": "Read and change: add, edit and delete documents too",
        "where": "Where",
        "all": "In all collections that you see, now and later",
        "chosen": "Only in these",
        "of": "of {owner}",
        "none_chosen": "Choose at least one collection, or all of them.",
        "none": "You have no collections yet.",
        "allow": "Let it in",
        "deny": "Do not let it in",
        "later": "You can end this at any time under Connect.",
        "unusable": "This link cannot be used",
        "client": "The program that sent you here is not known to this server, or its description cannot be "
        "fetched. Remove the connection in the program and connect anew.",
        "redirect": "The program that sent you here wants the answer at an address that it did not register. "
        "Do not go on.",
        "request": "The program that sent you here asked in a way that this server does not understand.",
        "back": "To the library",
    },
    "ja": {
        "title": "このプログラムを許可しますか",
        "asks": "が、{user} さんのライブラリの利用を求めています。",
        "described": "説明の場所: {host}",
        "unproven": "この名前はプログラム自身が名乗ったもので、確認されていません。",
        "answer": "回答の送信先",
        "here": "お使いのコンピュータ上のプログラム",
        "go_on": "ご自身でいま始めた操作の場合だけ進んでください。",
        "may": "できること",
        "read": "検索と閲覧のみ",
        "write": "閲覧と変更（文書の追加・編集・削除を含む）",
        "where": "範囲",
        "all": "閲覧できるすべてのコレクション（今後のものを含む）",
        "chosen": "次のコレクションのみ",
        "of": "所有者: {owner}",
        "none_chosen": "コレクションを一つ以上選ぶか、すべてを選んでください。",
        "none": "コレクションはまだありません。",
        "allow": "許可する",
        "deny": "許可しない",
        "later": "「接続」のページでいつでも取り消せます。",
        "unusable": "このリンクは使えません",
        "client": "送信元のプログラムはこのサーバーに登録されていないか、説明を取得できません。"
        "プログラム側の接続を削除して、もう一度接続してください。",
        "redirect": "送信元のプログラムは、登録していないアドレスで回答を受け取ろうとしています。"
        "先に進まないでください。",
        "request": "送信元のプログラムの要求を、このサーバーは理解できません。",
        "back": "ライブラリへ",
    },
    "zh-Hans": {
        "title": "允许此程序访问吗？",
        "asks": "请求使用您（{user}）的文库。",
        "described": "其说明位于 {host}。",
        "unproven": "此名称由程序自报，未经核实。",
        "answer": "您的答复将发送到",
        "here": "您自己电脑上的程序",
        "go_on": "仅当您刚刚亲自发起此操作时才继续。",
        "may": "允许的操作",
        "read": "仅搜索和阅读",
        "write": "阅读和更改（包括添加、编辑和删除文档）",
        "where": "范围",
        "all": "您能看到的所有文集，包括以后新增的",
        "chosen": "仅限以下文集",
        "of": "所有者：{owner}",
        "none_chosen": "请至少选择一个文集，或选择全部。",
        "none": "您还没有文集。",
        "allow": "允许",
        "deny": "不允许",
        "later": "您可以随时在“连接”页面撤销。",
        "unusable": "此链接无法使用",
        "client": "此服务器不认识将您带到这里的程序，或无法获取其说明。请在该程序中删除此连接并重新连接。",
        "redirect": "将您带到这里的程序要求把答复发送到未登记的地址。请不要继续。",
        "request": "此服务器无法理解将您带到这里的程序的请求。",
        "back": "前往文库",
    },
}


def language_of(request: HttpRequest) -> str:
    """Return the language of the page: the person's choice, that of this browser, else what it accepts first."""
    chosen = [getattr(request.user, "language", ""), request.COOKIES.get(COOKIE, "")]
    accepted = [
        code for code, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    ]
    for code in (*chosen, *accepted):
        found = LANGUAGES.get(code.lower().split("-")[0])
        if found:
            return found
    return "en"
