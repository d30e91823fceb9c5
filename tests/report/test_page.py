"""The page of `simkit report`: whole in one file, and harmless whatever names are in it."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser

import pytest

from simkit.report.folder import read_sheet
from simkit.report.markdown import markdown_table, plain
from simkit.report.page import chart_data, label, page, wrapped, write_page
from simkit.report.render import script_json
from simkit.report.sheet import Chart, HeatChart, Point, Region, Series, Sheet, Table

NASTY = "</script><script>window.hurt=1</script><img src=x onerror=window.hurt=1>\"'&amp; $\\frac$ `x` | %{y}"


def nasty_sheet() -> Sheet:
    """Every text anybody could have named, as bad as can be."""
    point = Point(NASTY, 50.0, 40.0, 60.0, NASTY)
    charts = [
        Chart(NASTY, NASTY, NASTY, [Series(NASTY, [point]), Series(NASTY, [point])], [Region(NASTY, 45.0, None)]),
        Chart(NASTY, NASTY, NASTY, [Series(NASTY, [point])], upright=False),
        HeatChart(NASTY, NASTY, NASTY, "win rate (%)", [NASTY], [NASTY], [[50.0]], [[NASTY]]),  # what it is, is ours
    ]
    table = Table(NASTY, (NASTY,), [[NASTY]], 1, (NASTY,))
    return Sheet(NASTY, NASTY, NASTY, charts, [table], [(NASTY, NASTY)], NASTY, (NASTY, NASTY), [NASTY])


class Tags(HTMLParser):
    """Collects elements and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def tags(text: str) -> list[tuple[str, dict]]:
    parser = Tags()
    parser.feed(text)
    return parser.found


def test_names_become_no_elements():
    found = tags(page(nasty_sheet()))
    assert [tag for tag, _ in found].count("script") == 3
    assert "img" not in [tag for tag, _ in found]
    assert not [name for _, attributes in found for name in attributes if name.startswith("on")]


def test_names_are_shown_as_they_are():
    sheet = nasty_sheet()
    texts: list[str] = []
    parser = HTMLParser(convert_charrefs=True)
    parser.handle_data = texts.append  # type: ignore[method-assign]
    parser.feed(page(sheet))
    assert NASTY in texts


def test_the_page_needs_nothing_beside_it(any_folder):
    text = page(read_sheet(any_folder))
    for tag, attributes in tags(text):
        assert "src" not in attributes, tag
        assert not attributes.get("href", "data:").startswith(("http", "//")), tag
    assert "default-src 'none'" in text
    assert 'name="viewport"' in text
    assert "prefers-color-scheme: dark" in text and "@media print" in text


def test_the_charts_are_what_the_library_understands(any_folder):
    graph_objects = pytest.importorskip("plotly.graph_objects")
    for chart in [*read_sheet(any_folder).charts, *nasty_sheet().charts]:
        data = chart_data(chart)
        graph_objects.Figure(data["traces"], data["layout"])


def test_the_intervals_of_a_chart_are_those_of_the_points():
    chart = Chart("", "", "", [Series("", [Point(1, 50.0, 45.0, 57.0, "text")])])
    trace = chart_data(chart)["traces"][0]
    assert (trace["y"], trace["error_y"]["array"], trace["error_y"]["arrayminus"]) == ([50.0], [7.0], [5.0])
    lying = chart_data(Chart("", "", "", [Series("", [Point("a", 50.0, 45.0, 57.0, "")])], upright=False))["traces"][0]
    assert (lying["x"], lying["error_x"]["array"]) == ([50.0], [7.0])


def test_json_in_a_script_ends_no_script():
    text = script_json({"name": NASTY})
    assert "<" not in text and ">" not in text and "&" not in text
    assert json.loads(text) == {"name": NASTY}


def test_labels_of_charts_are_escaped_and_broken_between_words():
    assert label("<b>\nx") == "&lt;b&gt;<br>x"
    assert wrapped("normal, 3 players", 10) == "normal, 3<br>players"
    assert wrapped("x" * 50, 10) == "<br>".join(["x" * 20, "x" * 20, "x" * 10])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<script>", "&lt;script&gt;"),
        ("Leicht > Normal", "Leicht > Normal"),
        ("two\nlines", "two lines"),
        ("[x](javascript:y)", "[x]\\(javascript:y)"),
        ("*a* `b` \\", "\\*a\\* \\`b\\` \\\\"),
        ("77.6 % [77.4, 77.9]", "77.6 % [77.4, 77.9]"),
    ],
)
def test_texts_in_markdown_stay_texts(text, shown):
    assert plain(text) == shown
    assert markdown_table(("a",), [(text,)])[2] == f"| {shown} |"


def test_the_same_folder_makes_the_same_page(sweep_folder, tmp_path):
    first = write_page(sweep_folder, tmp_path / "a.html").read_bytes()
    assert write_page(sweep_folder, tmp_path / "b.html").read_bytes() == first


def test_a_bot_named_like_a_script_does_no_harm(tmp_path, write_bot):
    import simkit
    from simkit.report.compare import write

    bot = write_bot("<img src=x onerror=hurt>$x^$", '"""Nasty."""\nBASE = "random"\n')
    write(simkit.compare("seilschaft", ["random", str(bot)], games=50, workers=1), tmp_path / "out")
    svg = (tmp_path / "out" / "seilschaft-compare.svg").read_text(encoding="utf-8")
    assert "<img" not in svg and "&lt;img" in svg
    text = write_page(tmp_path / "out").read_text(encoding="utf-8")
    assert "img" not in [tag for tag, _ in tags(text)]
    assert "&lt;img src=x onerror=hurt&gt;$x^$" in text


def test_the_title_of_a_sweep_is_escaped_in_its_figure(sweep_folder):
    svg = (sweep_folder / "sweep.svg").read_text(encoding="utf-8")
    assert "<script" not in svg and "&lt;/script&gt;" in svg


def test_an_interrupted_page_leaves_no_half(tune_folder, tmp_path):
    copy = shutil.copytree(tune_folder, tmp_path / "copy")
    write_page(copy)
    assert not [path for path in copy.iterdir() if path.name.endswith(".part")]
    assert re.search(r"</html>\s*$", (copy / "report.html").read_text(encoding="utf-8"))
