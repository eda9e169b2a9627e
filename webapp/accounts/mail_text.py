"""What mails say, in the languages of the interface."""

from __future__ import annotations

Text = dict[str, str]

TEXTS: dict[str, dict[str, Text]] = {
    "en": {
        "link": {
            "subject": "A link to sign in to Mokuji",
            "body": (
                "An administrator of {server} made a link for {name}.\n\n"
                "Open it to choose a new password. It works once, within a day:\n\n{link}\n\n"
                "If you did not expect this mail, leave it.\n"
            ),
        },
        "invitation": {
            "subject": "You are invited to Mokuji",
            "body": (
                "{server} has an account for you, named {name}.\n\n"
                "Open this link to choose a password. It works once, within a day:\n\n{link}\n\n"
                "If you did not expect this mail, leave it.\n"
            ),
        },
        "reset": {
            "subject": "A new password for Mokuji",
            "body": (
                "Somebody asked for a new password for {name} at {server}.\n\n"
                "Open this link to choose one. It works once, within an hour; the old password is good until then:"
                "\n\n{link}\n\n"
                "If that was not you, leave this mail. Nothing changes.\n"
            ),
        },
    },
    "ja": {
        "link": {
            "subject": "Mokuji にサインインするリンク",
            "body": (
                "{server} の管理者が {name} のためのリンクを作りました。\n\n"
                "次のリンクを開いて新しいパスワードを設定してください。リンクは1日以内に一度だけ使えます。\n\n{link}\n\n"
                "心当たりがない場合は、このメールを無視してください。\n"
            ),
        },
        "invitation": {
            "subject": "Mokuji への招待",
            "body": (
                "{server} にあなたのアカウント {name} が用意されました。\n\n"
                "次のリンクを開いてパスワードを設定してください。リンクは1日以内に一度だけ使えます。\n\n{link}\n\n"
                "心当たりがない場合は、このメールを無視してください。\n"
            ),
        },
        "reset": {
            "subject": "Mokuji の新しいパスワード",
            "body": (
                "{server} の {name} について、新しいパスワードの設定が求められました。\n\n"
                "次のリンクを開いて設定してください。リンクは1時間以内に一度だけ使えます。それまで現在のパスワードは有効です。"
                "\n\n{link}\n\n"
                "心当たりがない場合は、このメールを無視してください。何も変わりません。\n"
            ),
        },
    },
    "zh": {
        "link": {
            "subject": "登录 Mokuji 的链接",
            "body": (
                "{server} 的管理员为 {name} 生成了一个链接。\n\n"
                "请打开以下链接设置新密码。链接在一天内有效，仅可使用一次：\n\n{link}\n\n"
                "如果您并未预期收到此邮件，请忽略。\n"
            ),
        },
        "invitation": {
            "subject": "Mokuji 邀请",
            "body": (
                "{server} 已为您准备了账户 {name}。\n\n"
                "请打开以下链接设置密码。链接在一天内有效，仅可使用一次：\n\n{link}\n\n"
                "如果您并未预期收到此邮件，请忽略。\n"
            ),
        },
        "reset": {
            "subject": "Mokuji 新密码",
            "body": (
                "有人请求为 {server} 上的 {name} 设置新密码。\n\n"
                "请打开以下链接进行设置。链接在一小时内有效，仅可使用一次；在此之前当前密码仍然有效：\n\n{link}\n\n"
                "如果不是您本人操作，请忽略此邮件，一切保持不变。\n"
            ),
        },
    },
}
"""By language, kind of mail, and part."""


def language_of(locale: str) -> str:
    """Return the language of TEXTS for a locale such as `zh-Hans`."""
    language = locale.split("-", maxsplit=1)[0].lower()
    return language if language in TEXTS else "en"
