"""The pages in a real browser: no errors, the numbers of the CSV, narrow and dark."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from simkit.report.page import page, write_page
from tests.report.test_page import NASTY, nasty_sheet

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
DESK = {"width": 1100, "height": 900, "deviceScaleFactor": 1, "mobile": False}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    webdriver = pytest.importorskip("selenium.webdriver")
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("no chromium with its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield running
    running.quit()


@pytest.fixture
def visit(browser):
    """Open a page with a width and a colour scheme; asserts that it logs nothing and asks the network for nothing."""

    def go(path: Path, screen=DESK, scheme="light"):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        browser.get(path.as_uri())
        assert [entry["message"] for entry in browser.get_log("browser")] == []
        asked = "return performance.getEntriesByType('resource').map(entry => entry.name)"
        assert [name for name in browser.execute_script(asked) if not name.startswith("data:")] == []
        return browser

    return go


def text_of(browser) -> str:
    return browser.execute_script("return document.body.innerText")


def test_every_kind_of_page_draws_its_charts(folders, visit, tmp_path):
    for kind, folder in folders.items():
        opened = visit(write_page(folder, tmp_path / f"{kind}.html"))
        charts = int(opened.execute_script("return document.documentElement.dataset.charts"))
        drawn = opened.execute_script("return document.querySelectorAll('.chart .main-svg').length")
        assert charts > 0 and drawn >= charts, kind


def test_the_page_of_a_sweep_shows_the_numbers_of_its_csv(sweep_folder, visit, tmp_path):
    opened = visit(write_page(sweep_folder, tmp_path / "page.html"))
    rows = opened.execute_script(
        "return [...document.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.innerText))"
    )
    with (sweep_folder / "cells.csv").open(encoding="utf-8") as file:
        cells = list(csv.DictReader(file))
    assert len(rows) == len(cells)
    for shown, cell in zip(rows, cells, strict=True):
        assert shown[:3] == [cell["ropes"], cell["rounds"], cell["n"]]
        rate, low, high = (100 * float(cell[name]) for name in ("rate", "low", "high"))
        assert shown[3] in (f"{rate:.0f} % [{low:.0f}, {high:.0f}]", f"{rate:.1f} % [{low:.1f}, {high:.1f}]")
    drawn = opened.execute_script("return document.getElementById('chart-0').data.flatMap(trace => trace.y)")
    assert sorted(drawn) == pytest.approx(sorted(100 * float(cell["rate"]) for cell in cells))


def test_the_interval_appears_on_hover(sweep_folder, visit, tmp_path):
    opened = visit(write_page(sweep_folder, tmp_path / "page.html"))
    opened.execute_script("Plotly.Fx.hover('chart-0', [{curveNumber: 0, pointNumber: 0}])")
    shown = opened.execute_script("return document.querySelector('#chart-0 .hoverlayer').textContent")
    assert "% [" in shown and "300 games" in shown


def test_a_phone_scrolls_only_downwards(folders, visit, tmp_path):
    for kind, folder in folders.items():
        opened = visit(write_page(folder, tmp_path / f"{kind}.html"), PHONE)
        assert opened.execute_script("return document.documentElement.scrollWidth") <= PHONE["width"], kind


def brightness(colour: str) -> float:
    return sum(float(part) for part in colour.split("(")[1].rstrip(")").split(",")[:3]) / 3


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_the_page_follows_light_and_dark(scheme, dark, sweep_folder, visit, tmp_path):
    opened = visit(write_page(sweep_folder, tmp_path / "page.html"), scheme=scheme)
    paper = opened.execute_script("return getComputedStyle(document.body).backgroundColor")
    words = opened.execute_script("return getComputedStyle(document.querySelector('.xtick text')).fill")
    assert (brightness(paper) < 128) == dark
    assert (brightness(words) > 128) == dark


def test_charts_change_with_the_scheme_while_the_page_is_open(sweep_folder, visit, tmp_path):
    opened = visit(write_page(sweep_folder, tmp_path / "page.html"))
    feature = {"name": "prefers-color-scheme", "value": "dark"}
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    words = opened.execute_async_script(
        "const done = arguments[0];"
        "setTimeout(() => done(getComputedStyle(document.querySelector('.xtick text')).fill), 300)"
    )
    assert brightness(words) > 128


def test_names_like_scripts_do_no_harm(visit, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page(nasty_sheet()), encoding="utf-8")
    opened = visit(path)
    assert opened.execute_script("return typeof window.hurt") == "undefined"
    assert opened.execute_script("return document.images.length") == 0
    assert NASTY in opened.execute_script("return document.querySelector('h1').textContent")
    opened.execute_script("Plotly.Fx.hover('chart-0', [{curveNumber: 0, pointNumber: 0}])")
    assert NASTY in opened.execute_script("return document.querySelector('#chart-0 .hoverlayer').textContent")


def test_the_page_of_all_rulebooks_opens_from_disk(rulebook_folder, browser):
    browser.get((rulebook_folder / "index.html").as_uri())
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    loaded = browser.execute_script("return [...document.images].map(image => image.naturalWidth > 0)")
    assert loaded and all(loaded)
    with (rulebook_folder / "seilschaft.csv").open(encoding="utf-8") as file:
        shown = text_of(browser)
        for row in csv.DictReader(file):
            assert row["id"] in shown


def test_it_prints_dark_on_white_whatever_the_scheme(sweep_folder, visit, tmp_path):
    opened = visit(write_page(sweep_folder, tmp_path / "page.html"), scheme="dark")
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": features})
    opened.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    paper = opened.execute_script("return getComputedStyle(document.body).backgroundColor")
    words = opened.execute_script("return getComputedStyle(document.querySelector('.xtick text')).fill")
    assert brightness(paper) > 200 and brightness(words) < 100
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": features})
