"""The texts a rulebook prints: rounded as the rulebooks round, from the findings alone."""

from __future__ import annotations

import copy
import io
import json
import re

import pytest

from simkit.report import rulebook as report
from simkit.report.from_rulebook import headline
from simkit.report.rulebook_data import rulebook_data
from simkit.report.rulebook_text import (
    at_least,
    best_and_worst,
    fewer_than,
    outward,
    rulebook_text,
    whole_percent,
)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_table_fits_the_terminal_and_names_every_finding(books, width):
    from rich.console import Console

    for book in books.values():
        console = Console(width=width, record=True, file=io.StringIO())
        console.print(report.terminal_table(book, width))
        lines = console.export_text().splitlines()
        assert max(map(len, lines)) <= width
        verdicts = [line for line in lines if line.rstrip().endswith(tuple(report.MARKS.values()))]
        assert len(verdicts) == len(book.findings)
        if width == 140:
            assert len(lines) < 2 * len(book.findings) + 12  # hardly a row wraps


def row(low, high, players=2):
    return {"low": low, "high": high, "players": players}


def test_rates_are_rounded_to_whole_per_cent_half_upward():
    assert [whole_percent(rate) for rate in (0.544, 0.5449, 0.545, 0.785, 0.9999)] == [54, 54, 55, 79, 100]


def test_bands_are_rounded_outward_to_fives():
    assert outward([row(0.512, 0.53), row(0.70, 0.791)]) == (50, 80)
    assert outward([row(0.25, 0.45)]) == (25, 45)


def test_counts_of_a_hundred_are_said_on_the_safe_side():
    assert at_least([row(0.966, 0.97), row(0.99, 1.0)]) == 96
    assert fewer_than([row(0.001, 0.0048), row(0.001, 0.002)]) == 1
    assert fewer_than([row(0.001, 0.01)]) == 2


def test_best_and_worst_are_named_only_where_intervals_part():
    assert best_and_worst([row(0.7, 0.72, 2), row(0.75, 0.77, 3), row(0.5, 0.52, 5)]) == ([3], [5])
    assert best_and_worst([row(0.74, 0.76, 2), row(0.75, 0.77, 3), row(0.5, 0.52, 5)]) == ([2, 3], [5])
    assert best_and_worst([row(0.5, 0.6, 2), row(0.55, 0.65, 3)]) == ([], [])


@pytest.fixture(scope="module")
def data(books):
    return {name: rulebook_data(book) for name, book in books.items()}


def test_the_data_is_json_and_makes_the_same_text(data):
    again = json.loads(json.dumps(data, allow_nan=False))
    for language in ("de", "en"):
        assert rulebook_text(again, language) == rulebook_text(data, language)


def levels(text):
    """Level → win rate of the table of Seilschaft."""
    return {name: int(rate) for name, rate in re.findall(r"^\| (\w+)[^|]*\|[^|]*\|[^|]*\| \w+ (\d+)% \|$", text, re.M)}


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_table_of_seilschaft_holds_the_regenerated_rates(language, books, data):
    simulated = {
        item.setting: whole_percent(item.simulated)
        for item in books["seilschaft"].findings
        if item.claim.kind == "point"
    }
    found = levels(rulebook_text({"seilschaft": data["seilschaft"]}, language))
    assert {name.lower(): rate for name, rate in found.items()} == simulated


def shifted(book, by):
    """The same findings with every simulated rate moved."""
    found = copy.deepcopy(book)
    for item in found["findings"]:
        if isinstance(item["simulated"], float):
            for key in ("simulated", "low", "high"):
                item[key] = min(1.0, max(0.0, item[key] + by))
    return found


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_published_figure_stands_in_the_text(language, data):
    """Other findings, other numbers: nothing of the table is written into the template."""
    before = levels(rulebook_text({"seilschaft": data["seilschaft"]}, language))
    after = levels(rulebook_text({"seilschaft": shifted(data["seilschaft"], -0.1)}, language))
    for name, rate in before.items():
        assert after[name] in (max(0, rate - 10), max(0, rate - 10) + 1)
    german = language == "de"
    text = rulebook_text({"side_by_side": data["side_by_side"]}, language)
    assert ("50–80" in text) is False and ("25–45" in text) is False and (" %" in text) is german


def test_german_and_english_say_the_same_numbers(data):
    texts = [rulebook_text(data, language) for language in ("de", "en")]
    tables = [[re.findall(r"\d+", line.replace(".", "").replace(",", "")) for line in text.splitlines()
               if line.startswith("|")] for text in texts]  # fmt: skip
    assert [[n for n in row if len(n)] for row in tables[0]] == [[n for n in row if len(n)] for row in tables[1]]


def test_german_numbers_have_german_signs(data):
    book = {**data["seilschaft"], "games": 200_000}
    assert "200.000 Partien" in rulebook_text({"seilschaft": book}, "de")
    assert "200,000 games" in rulebook_text({"seilschaft": book}, "en")


def test_gleich_und_gleich_has_the_balance_section_its_rulebook_never_had(data):
    text = rulebook_text({"gleich_und_gleich": data["gleich_und_gleich"]}, "de")
    assert "## Gleich und gleich: Balance" in text
    for players in (2, 3, 4, 5):
        assert re.search(rf"^\| {players} \|( \d+ % \|){{{players}}}", text, re.M)
    for name in ("Grundspiel", "Seltenere Seltene", "Schnelles Spiel", "Vorbild"):
        assert text.count(f"| {name}") == 4


def test_all_games_stand_on_one_page_with_claims_verdicts_and_figures(books, rulebook_folder):
    page = (rulebook_folder / "index.html").read_text(encoding="utf-8")
    for name, book in books.items():
        assert {f'src="{path.name}"' in page for path in rulebook_folder.glob(f"{name}*.svg")} == {True}
        for item in book.findings:
            assert f"<td>{item.claim.id}</td>" in page
    assert headline(json.loads((rulebook_folder / "report.json").read_text())["books"].values()) in page


def test_one_game_made_again_keeps_the_others(books, rulebook_folder, tmp_path):
    before = {path.name: path.read_bytes() for path in rulebook_folder.iterdir()}
    report.write(books["seilschaft"], rulebook_folder)
    assert {path.name: path.read_bytes() for path in rulebook_folder.iterdir()} == before


def test_nothing_of_the_moment_or_the_machine_is_written(rulebook_folder):
    for path in rulebook_folder.iterdir():
        if path.suffix != ".png":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"20\d\d-\d\d-\d\d|/(tmp|home)/|seconds", text), path.name


def test_strict_exits_with_1_only_if_a_claim_differs(command, tmp_path, monkeypatch):
    from simkit.games.seilschaft import claims as part

    words = ("rulebook", "seilschaft", "--games", 300, "--out", tmp_path, "--workers", 1)
    assert command(*words, "--strict").code == 0
    found = part.exact_findings
    monkeypatch.setattr(
        part, "exact_findings", lambda claims, rules: [report.Finding(claims["cards"], "rules", "42", "differs")]
    )
    assert command(*words).code == 0
    assert command(*words, "--strict").code == 1
    monkeypatch.setattr(part, "exact_findings", found)


def test_no_line_ends_between_a_number_and_its_sign(data):
    for language in ("de", "en"):
        assert not re.search(r"\d\n *%|\n%", rulebook_text(data, language))
