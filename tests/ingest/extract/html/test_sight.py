"""Ways of hiding text, and what looks like them. Each was held against the pixels of a browser (Chromium)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.domain.formats import HTML
from ingest.extract.html.extraction import extract
from ingest.extract.protocol import Limits, SourceFile

HIDING_STYLES = [
    "color:transparent",
    "color:#0000",
    "color:hsla(0,0%,0%,0)",
    "color:rgb(0 0 0 / 0%)",
    "-webkit-text-fill-color:transparent",
    "font:0/0 a",
    "font:0px/1 serif",
    "display:/**/none",
    "d\\69splay:none",
    "display:n\\6f ne",
    "DISPLAY:NONE !important",
    "margin-left:-10000px",
    "margin:0 0 0 -10000px",
    "scale:0",
    "transform:scale(0)",
    "transform:scaleX(0)",
    "transform:matrix(0,0,0,0,0,0)",
    "transform:rotateY(90deg)",
    "transform:translateX(-9999px)",
    "transform:translate(-2000px)",
    "transform:translate3d(-9999px,0,0)",
    "translate:-9999px",
    "transform:translateY(-9999px)",
    "filter:opacity(0)",
    "filter:opacity(0%)",
    "opacity:0",
    "opacity:.01",
    "opacity:0%",
    "opacity:calc(0)",
    "visibility:hidden",
    "visibility:collapse",
    "content-visibility:hidden",
    "font-size:0",
    "font-size:1px",
    "font-size:0.01em",
    "font-size:calc(1px * 0)",
    "color:white",
    "color:#fefefe",
    "color:hsl(0 0% 100%)",
    "color:oklch(1 0 0)",
    "color:color(srgb 1 1 1)",
    "color:lab(100% 0 0)",
    "color:hwb(0 100% 0)",
    "color:Canvas",
    "color:rgba(0,0,0,.01)",
    "background:black",
    "background:#000;color:rgb(0,0,0)",
    "background:linear-gradient(white,white);color:white",
    "background:linear-gradient(#000,#000)",
    "position:absolute;left:-9999px",
    "position:relative;left:-9999px",
    "position:absolute;inset:0 auto auto -9999px",
    "position:absolute;left:calc(0px - 9999px)",
    "position:fixed;top:-200em",
    "position:absolute;inset-inline-start:-9999px",
    "text-indent:-9999px",
    "clip-path:inset(100%)",
    "clip-path:inset(50% 50%)",
    "clip-path:circle(0)",
    "clip-path:circle(0px at 50% 50%)",
    "height:0;overflow:hidden",
    "max-height:0;overflow:hidden",
    "width:0;overflow:hidden",
    "height:calc(0px);overflow:clip",
    "block-size:0;overflow:hidden",
    "color:transparent;background-clip:text",
    "color:transparent;text-shadow:0 0 0 transparent",
    "display:none;display:bogus",
    "display:none;display:n/**/one",
    "color:white;color:notacolor",
    "opacity:0;opacity:foo",
    "--d:none;display:var(--d)",
    "display:var(--nope,none)",
    "--a:no;--b:var(--a);display:none;",
    "zoom:0.01",
    "transform:scale(0.05)",
    "position:absolute;left:20000px",
    "display:none;animation:none",
    "height:0;height:foo;overflow:hidden",
]

HIDING_SHEETS = [
    ".x{color:rgba(0,0,0,0)}",
    "[class=x]{display:none}",
    "p ~ p{display:none}",
    "p + p{display:none}",
    "body > .x{display:none}",
    ":is(.x){display:none}",
    ":where(.x){display:none}",
    "p:not(:first-of-type){display:none}",
    "@layer a{.x{display:none}}",
    "@layer a,b;@layer b{.x{display:none}}@layer a{.x{display:block}}",
    "@supports (display:grid){.x{display:none}}",
    "@media screen{.x{display:none}}",
    "@media all and (min-width:600px){.x{display:none}}",
    "@media (width >= 600px){.x{display:none}}",
    "@media (600px <= width){.x{display:none}}",
    "@media not print{.x{display:none}}",
    "@media (prefers-color-scheme:light){.x{display:none}}",
    "@media (hover:hover) and (pointer:fine){.x{display:none}}",
    ":root{--h:none}.x{display:var(--h)}",
    ".x{display:none}.x:hover{display:block}",
    "body{& .x{display:none}}",
    "body{.x{display:none}}",
    ".x{@media screen{display:none}}",
    ".x{display:none!important}p.x{display:block}",
    "p.x{display:none}.x{display:block}",
    "#no,.x{display:none}",
    "\\2e x{} .\\78{display:none}",
    "/* { */ .x{display:none} /* } */",
    "<!-- .x{display:none} -->",
    ".x{}}.x{display:none}.x{}.x{display:none}",
    "@scope (body){.x{display:none}}",
    "@keyframes k{to{opacity:0}}.x{animation:k 0s forwards}",
    "@layer a{.x{display:none!important}}.x{display:block!important}",
    ".x{all:unset;display:none}",
    "@property --q{syntax:'*';inherits:false}.x{--q:none;display:var(--q)}",
    ".x{color:transparent;text-shadow:none}",
    "p{color:var(--c)}.x{--c:#fff}",
    "body{background:#111;color:#eee}.x{color:#111}",
    "p{color:white} p:first-of-type{color:black}",
]

HIDING_PAGES = [
    "<dialog>SECRET</dialog>",
    "<div popover>SECRET</div>",
    "<p hidden>SECRET</p>",
    "<style>[data-h]{display:none}</style><p data-h>SECRET</p>",
    "<style>div .a p{display:none}</style><div><div class=a><p>SECRET</p></div></div>",
    "<style>#a{display:none}</style><p id=a>SECRET</p>",
    "<style>#a{display:none}.x{display:block}</style><p id=a class=x>SECRET</p>",
    "<style>.x p{color:black}.x{color:white}</style><div class=x>SECRET<p></p></div>",
    "<style>.x{color:white}b{color:black}</style><p class=x>SECRET<b></b></p>",
    "<style>:has(> i){display:none}body{display:block}html{display:block}</style><p><i>SECRET</i></p>",
    "<p><font color=white>SECRET</font></p>",
    "<table><tr><td bgcolor=black>SECRET</td></tr></table>",
    "<div style='display:none'><main>SECRET</main></div>",
    "<main hidden>SECRET</main>",
    "<pre>shown <span style='display:none'>SECRET</span></pre>",
    "<pre style='color:white'>SECRET</pre>",
    "<table><tr><td>shown</td></tr><tr style='display:none'><td>SECRET</td></tr></table>",
    "<table><tr><td>a</td><td>b</td></tr><tr><td>shown</td><td style='display:none'>SECRET</td></tr></table>",
    "<table><tr><td>a</td><td>b</td></tr><tr><td>shown</td><td style='visibility:hidden'>SECRET</td></tr></table>",
    "<table><tbody style='display:none'><tr><td>SECRET</td></tr></tbody></table>",
    "<ul><li>shown</li><li style='opacity:0'>SECRET</li></ul>",
    "<h2 style='color:#fff'>SECRET</h2>",
    "<p style='color:white'>SECRET <a href=#>shown</a></p>",
    "<div style='visibility:hidden'>SECRET<p style='visibility:visible'>shown</p></div>",
    "<p style='font-size:0'>SECRET<span style='font-size:16px'>shown</span></p>",
    "<div style='opacity:.2'><div style='opacity:.2'>SECRET</div></div>",
    "<div style='color:white'><ul><li>SECRET</li></ul></div>",
    "<details open style='display:none'>SECRET</details>",
    "<p><code style='color:transparent'>SECRET</code></p>",
    "<dl><dt>shown</dt><dd style='display:none'>SECRET</dd></dl>",
    "<style media=screen>.x{display:none}</style><p class=x>SECRET</p>",
    "<mark style='color:#ff0'>SECRET</mark>",
    "<!doctype html><style>.x{display:none}</style><P CLASS=x>SECRET</P>",
    "<p style='background:#000;color:#fff'>shown<b style='color:#000'>SECRET</b></p>",
]

SHOWING_STYLES = [
    "display:block",
    "opacity:.5",
    "color:transparent;text-shadow:0 0 3px black",
    "background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent",
    "background-image:linear-gradient(red,blue);background-clip:text;-webkit-text-fill-color:transparent",
    "color:transparent;-webkit-text-stroke:1px black",
    "color:white;background:navy",
    "color:white;background:linear-gradient(navy,blue)",
    "display:bogus",
    "display:no/**/ne",
    "opacity:0;opacity:1",
    "display:none;display:block",
    "font:0/0 a;font-size:16px",
    "height:0",
    "left:-9999px",
    "transform:translateX(-50px)",
    "margin-left:-10px",
    "margin-left:20px",
    "scale:1",
    "filter:opacity(1)",
    "filter:blur(0)",
    "--d:none",
    "display:var(--d,block)",
    "display:none;display:var(--nope)",
    "height:0;padding-bottom:50px;overflow:hidden",
    "height:0;min-height:50px;overflow:hidden",
    "clip-path:inset(0)",
    "color:light-dark(black,white)",
    "color:color-mix(in srgb, black, red)",
    "font-size:clamp(1px,2vw,30px)",
    "font-size:.9em",
    "background:currentcolor;color:blue;background:none",
    "color:black!important;color:white",
    "text-indent:2em",
    "max-height:1000px;overflow:hidden",
    "color:rgb(0 0 0 / .5)",
    "font:bold 12px/30px Georgia, serif",
    "font:italic 300 1em a",
    "opacity:1e0",
    "width:0;color:black",
]

SHOWING_SHEETS = [
    ".x{display:none}.x{display:block}",
    "@media print{.x{display:none}}",
    "@media (max-width:600px){.x{display:none}}",
    "@media (prefers-color-scheme:dark){.x{display:none}}",
    "@media (prefers-reduced-motion){.x{display:none}}",
    "@media not screen{.x{display:none}}",
    "@media screen and (max-width:900px){.x{display:none}}",
    "@media amzn-mobi{.x{display:none}}",
    "@supports not (display:grid){.x{display:none}}",
    "@supports (foo:bar) and (-moz-appearance:none){.x{display:none}}",
    "@layer a{.x{display:none}}.x{display:block}",
    "@layer a,b;@layer a{.x{display:none}}@layer b{.x{display:block}}",
    ".x:hover{display:none}",
    ".x::before{display:none}",
    ".closed .x{display:none}",
    ".x:empty{display:none}",
    "x{display:none}",
    ".x, :bogus{display:none}",
    ".x:-moz-any(a){display:none}",
    "p.x{display:block}.x{display:none}",
    ".x{display:none}.x{display:block!important}",
    ".x{display:none!important}.x{display:block!important}",
    ".x:focus{display:none}",
    "[class=y]{display:none}",
    ".x:not(p){display:none}",
    "@keyframes k{from{opacity:0}to{opacity:1}}.x{opacity:0;animation:k 0s forwards}",
    ".x{color:white}.x{color:black}",
    ":root{--c:black}.x{color:white;color:var(--c)}",
    "@media (max-width:40em){.x{display:none}}",
    "@starting-style{.x{opacity:0}}",
    ".x{display:none;display:revert}",
    "@page{.x{display:none}}",
    "@font-face{font-family:a;src:url(a)}",
    "@layer a{.x{display:block!important}}.x{display:none!important}",
]

SHOWING_PAGES = [
    "<dialog open>SECRET</dialog>",
    "<p style='color:white'><a href=#>SECRET</a></p>",
    "<style>.x{display:none}.x.open{display:block}</style><p class='x open'>SECRET</p>",
    "<style>.x{display:none}</style><p class=x style='display:block'>SECRET</p>",
    "<style>.t{display:none}#c:checked ~ .t{display:block}</style>"
    "<input type=checkbox id=c checked><p class=t>SECRET</p>",
    "<noscript><style>.x{display:none}</style></noscript><p class=x>SECRET</p>",
    "<style media=print>.x{display:none}</style><p class=x>SECRET</p>",
    "<style>.x{display:flex}</style><p class=x hidden>SECRET</p>",
    "<div style='display:flex'><div style='flex:1;width:0;overflow:hidden'>SECRET</div></div>",
    "<span style='width:0;overflow:hidden'>SECRET</span>",
    "<div style='visibility:hidden'><p style='visibility:visible'>SECRET</p></div>",
    "<ul style='font-size:0'><li style='font-size:16px'>SECRET</li></ul>",
    "<div style='transform:translate3d(-1280px,0,0);display:flex;width:2560px'>"
    "<div style='width:1280px'>a</div><div style='width:1280px'>SECRET</div></div>",
    "<style>body{background:#000;color:#fff}</style><p>SECRET</p>",
    "<body bgcolor=black text=white><p>SECRET</p>",
    "<table><tr><td bgcolor='#003366'><font color='#ffffff'>SECRET</font></td></tr></table>",
    "<table><tr><td style='height:0;overflow:hidden'>SECRET</td></tr></table>",
    "<style>td{height:0;overflow:hidden}</style><table><tr><td>SECRET</td></tr></table>",
    "<p style='color:white'>gone<b style='color:black'>SECRET</b></p>",
]


def read(folder: Path, page: str) -> tuple[str, int]:
    """What an agent reads of a page, and how many characters are said to be hidden."""
    path = folder / "page.html"
    path.write_text(page, "utf-8")
    found = extract(SourceFile(path, path.name, HTML), limits=Limits())
    return "\n".join(line.text for line in found.lines), found.coverage.hidden_text


def styled(style: str) -> str:
    return f'<p style="{style}">SECRET</p>'


def ruled(sheet: str) -> str:
    return f"<style>{sheet}</style><p>shown</p><p class=x>SECRET</p>"


@pytest.mark.parametrize("page", [*map(styled, HIDING_STYLES), *map(ruled, HIDING_SHEETS), *HIDING_PAGES])
def test_what_a_browser_does_not_paint_is_not_read_but_counted(tmp_path: Path, page: str) -> None:
    text, hidden = read(tmp_path, f"<h4>first</h4>{page}")
    assert "SECRET" not in text
    assert hidden >= len("SECRET")
    assert text.count("shown") == page.count("shown")
    assert "first" in text


@pytest.mark.parametrize("page", [*map(styled, SHOWING_STYLES), *map(ruled, SHOWING_SHEETS), *SHOWING_PAGES])
def test_what_a_browser_paints_is_read(tmp_path: Path, page: str) -> None:
    assert "SECRET" in read(tmp_path, f"<h4>first</h4>{page}")[0]


@pytest.mark.parametrize(
    "page",
    [
        "<details><summary>more</summary>SECRET</details>",
        "<p hidden=until-found>SECRET</p>",
        "<style>.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style>"
        "<p class=sr-only>SECRET</p>",
    ],
)
def test_what_a_person_can_open_or_hear_is_read(tmp_path: Path, page: str) -> None:
    assert "SECRET" in read(tmp_path, page)[0]


def test_the_case_of_classes_counts_only_where_a_page_says_what_it_is(tmp_path: Path) -> None:
    page = "<style>.X { display: none }</style><p>shown</p><p class=x>SECRET</p>"
    assert "SECRET" not in read(tmp_path, page)[0]
    assert "SECRET" in read(tmp_path, f"<!doctype html>{page}")[0]
