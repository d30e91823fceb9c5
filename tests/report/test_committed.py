"""The committed results are what the commands make today, byte for byte, and say nothing of when and where."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from simkit.report.folder import read_sheet
from simkit.report.from_rulebook import command as command_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "results" / "rulebook"
BOOKS = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))["books"]


@pytest.mark.slow
def test_making_seilschaft_again_changes_no_byte(command, tmp_path):
    words = shlex.split(command_of({"seilschaft": BOOKS["seilschaft"]}))[1:]
    assert command(*words, "--out", tmp_path).code == 0
    made = sorted(path.name for path in tmp_path.glob("seilschaft*"))
    assert made == ["seilschaft.csv", "seilschaft.md", "seilschaft.png", "seilschaft.svg"]
    for name in made:
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), f"{name}: run `make rulebook`"
    again = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["books"]
    assert again["seilschaft"] == BOOKS["seilschaft"]


def test_texts_and_pages_are_those_of_the_committed_findings():
    from simkit.report.rulebook import index_html
    from simkit.report.rulebook_text import rulebook_text

    for language in ("de", "en"):
        text = (FOLDER / f"rulebook.{language}.md").read_text(encoding="utf-8")
        assert text == rulebook_text(BOOKS, language), "run `make rulebook`"
    assert (FOLDER / "index.html").read_text(encoding="utf-8") == index_html(BOOKS, FOLDER), "run `make rulebook`"


def test_the_committed_report_can_be_shown():
    sheet = read_sheet(FOLDER)
    assert sheet.headline.startswith("Of ") and len(sheet.tables) >= len(BOOKS)


@pytest.mark.parametrize(
    "path", sorted(path for path in (ROOT / "results").rglob("*") if path.suffix in (".json", ".md", ".html", ".csv")),
    ids=lambda path: path.name,
)  # fmt: skip
def test_nothing_committed_tells_time_or_machine(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"20\d\d-\d\d-\d\d[T ]\d\d:|/(home|tmp)/|\"seconds\"|\"machine\"|games_per_second", text)
