"""Text that tries a terminal: wide and combined characters, right-to-left, markup, and escape sequences."""

from __future__ import annotations

from bench.stories.models import SONNET
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

CATALOGUE = """\
{
  "zh": { "title": "购物车", "empty": "购物车是空的", "checkout": "去结账", "total": "合计：{amount}" },
  "ja": { "title": "カート", "empty": "カートは空です", "checkout": "レジに進む", "total": "合計：{amount}" },
  "ko": { "title": "장바구니", "empty": "장바구니가 비어 있습니다", "checkout": "결제하기", "total": "합계: {amount}" },
  "ar": { "title": "سلة التسوق", "empty": "السلة فارغة", "checkout": "إتمام الشراء", "total": "المجموع: {amount}" },
  "he": { "title": "עגלת קניות", "empty": "העגלה ריקה", "checkout": "לקופה", "total": "סך הכול: {amount}" },
  "th": { "title": "ตะกร้าสินค้า", "empty": "ยังไม่มีสินค้าในตะกร้า", "checkout": "ชำระเงิน", "total": "รวม: {amount}" },
  "hi": { "title": "कार्ट", "empty": "आपका कार्ट खाली है", "checkout": "भुगतान करें", "total": "कुल: {amount}" }
}
"""


def wide() -> Pen:
    """A session about translations, where every row is a trap."""
    project = Workspace({"locales/basket.json": CATALOGUE})
    pen = Pen("/home/dev/翻訳", "2026-11-22T06:30:00.900+00:00", SONNET, "low")
    pen.begin(
        '<project_instructions path="AGENTS.md">\nTexts are UTF-8. Widths are counted in cells, not in characters.\n</project_instructions>'
    )
    pen.user(
        "把购物车页面翻译成所有语言 🛒 — the texts are in locales/basket.json. Check the widths: 全角文字は二桁です。",
        wait=9,
    )
    pen.turn(
        "まず現在のファイルを見ます。",
        project.read("locales/basket.json"),
        think="CJK is two cells a character, Thai vowels combine, and Arabic and Hebrew run from right to left.",
    )
    pen.turn(
        "Widths of the titles, as a terminal sees them:",
        bash(
            "python3 widths.py",
            "zh  购物车        6\nja  カート        6\nko  장바구니      8\nar  سلة التسوق    10\nhe  עגלת קניות    10\nth  ตะกร้าสินค้า  9\nhi  कार्ट          3\n"
            "emoji: 👩‍👩‍👧‍👦 🏳️‍🌈 🇯🇵 👍🏽 é e\u0301 ﷽\n",
        ),
    )
    pen.reply(
        "Seven languages, all there. Only ﷽ (U+FDFD) and family emoji (👩‍👩‍👧‍👦) are wider or narrower than most terminals think."
    )
    pen.label(pen.leaf, "幅 ✅ [bold]ok[/bold]")
    pen.user(
        "A customer's name breaks the log: [red]bold[/red] [link=http://x]click[/link] [/INST] [@click=app.bell]x[/]. Look.",
        wait=40,
    )
    pen.turn(
        "",
        bash(
            "tail -3 log/dev.log",
            "name=[red]bold[/red] [/not-a-tag] [[double]] \\[escaped]\n"
            "title=\x1b]0;owned\x07 clear=\x1b[2J\x1b[H colour=\x1b[31mred\x1b[0m link=\x1b]8;;http://x\x1b\\x\x1b]8;;\x1b\\ reset=\x1bc\n"
            "clip=\x1b]52;c;aGVsbG8=\x07 bell=\x07 back=abc\x08\x08\x08xyz cr=first\rsecond c1=\x9b31m nul=\x00 del=\x7f\n",
        ),
    )
    pen.reply(
        "The log holds raw escape sequences: a window title, a cleared screen, a clipboard write. And `\u202egnp.exe\u202c` is a "
        "right-to-left override: it reads as a picture's name. Zero-width space: `pass\u200bword`. They must be shown, never obeyed.\n\n"
        "| sign | name |\n| --- | --- |\n| \u202e | RIGHT-TO-LEFT OVERRIDE |\n| \u200b | ZERO WIDTH SPACE |\n| \u2028 | LINE SEPARATOR |",
    )
    pen.rename("翻訳 🌍 ترجمة [i]wide[/i]\ttab")
    return pen
