"""Every number of the Seilschaft rulebook is regenerated and judged."""

from __future__ import annotations

import csv
import re

import pytest

from simkit import claims, games
from simkit.games.seilschaft import claims as part
from simkit.report import rulebook as report
from simkit.settings import Settings, resolve

COLUMNS = [
    "game",
    "id",
    "setting",
    "players",
    "bot",
    "kind",
    "published",
    "published_text",
    "simulated",
    "low",
    "high",
    "games",
    "verdict",
]


@pytest.fixture(scope="module")
def findings():
    return claims.rulebook("seilschaft", 3000, workers=1)


def test_every_published_claim_is_judged(findings, shared):
    text = (shared / "rules" / "claims.md").read_text(encoding="utf-8")
    section = text.lower().partition("seilschaft")[2].partition("\n## ")[0]
    ids = set(re.findall(r"^\| *`?([a-z][a-z0-9-]+)`? *\|", section, re.MULTILINE)) - {"id"}
    assert ids
    assert ids <= set(claims.claims_of("seilschaft"))


def test_every_claim_of_the_file_has_a_finding(findings):
    assert {item.claim.id for item in findings.findings} == set(claims.claims_of("seilschaft"))


def test_the_exact_claims_follow_from_the_published_rules(findings):
    exact = [item for item in findings.findings if item.claim.kind == "exact"]
    assert len(exact) == 7
    assert {item.verdict for item in exact} == {"agrees"}


def test_the_exact_claims_fail_when_the_rules_are_others():
    book = games.rule_book("seilschaft")
    turned = {"steps.Q": 3, "ridge_length": 7, "hand_size": 10, "rounds": 4}
    found = part.exact_findings(claims.claims_of("seilschaft"), resolve(book, Settings(set=turned)))
    assert {item.verdict for item in found} == {"differs"}


def test_no_claim_differs(findings):
    assert findings.differing == []


def test_intervals_hold_for_all_simulated_claims_together(findings):
    simulated = [item for item in findings.findings if item.interval]
    assert findings.confidence == pytest.approx(1 - 0.05 / len(simulated))


def test_every_simulated_number_lies_in_its_interval_and_names_bot_and_games(findings):
    for item in findings.findings:
        if item.interval:
            assert item.interval.low <= item.simulated <= item.interval.high
            assert item.bot == "simple"
            assert 0 < item.games <= 4 * 3000


def test_a_published_point_carries_its_own_error(findings):
    point = next(item for item in findings.findings if item.claim.id == "win-normal")
    assert point.region.low < 0.79 - 0.013
    assert point.region.high > 0.79 + 0.013


def test_rows_for_machines_have_the_agreed_names(findings):
    for item in findings.findings:
        assert list(item.as_dict("seilschaft")) == COLUMNS
    row = findings.findings[-1].as_dict("seilschaft")
    assert (row["game"], row["players"], row["bot"]) == ("seilschaft", None, "simple")


@pytest.fixture(scope="module")
def written(findings, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    report.write(findings, folder)
    return folder


def test_the_report_is_written_as_text_table_and_figure_and_twice_the_same(findings, written, tmp_path):
    report.write(findings, tmp_path)
    names = sorted(path.name for path in written.iterdir())
    assert {f"seilschaft.{kind}" for kind in ("md", "csv", "png", "svg")} <= set(names)
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for name in names:
        assert (written / name).read_bytes() == (tmp_path / name).read_bytes()


def test_the_markdown_has_one_row_a_finding_and_shows_the_figure(written, findings):
    text = (written / "seilschaft.md").read_text(encoding="utf-8")
    table = text.partition("| claim |")[2].partition("\n\n")[0]
    assert table.count("\n") == 1 + len(findings.findings)
    assert "](seilschaft.png)" in text


def test_the_csv_holds_what_the_json_holds(written, findings):
    with (written / "seilschaft.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == [name for name in COLUMNS if name != "published_text"]
    assert [row["id"] for row in rows] == [item.claim.id for item in findings.findings]


def test_two_rounds_are_compared_on_the_same_games(findings):
    plain, short = findings.rows["normal"], findings.rows["normal two_rounds"]
    early = plain["round"] <= 2
    same = plain[early & (plain["reason"] != 2)] == short[early & (plain["reason"] != 2)]
    assert same.all()
