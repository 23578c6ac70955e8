"""What the README claims is what was measured, and what it names exists."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.knowledge import render
from benchmarks.table import tables, with_tables
from loomem.web.rest.routes import REST_ROUTES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "benchmarks/README.md"])
def test_the_tables_are_rendered_from_the_result_files(page: str) -> None:
    shown = (ROOT / page).read_text(encoding="utf-8")
    assert "<!-- table speed -->" in shown
    assert with_tables(shown, tables()) == shown


def test_the_table_of_the_rules_is_rendered_from_the_result_file() -> None:
    page = (ROOT / "docs/knowledge.md").read_text(encoding="utf-8")
    figures = json.loads((ROOT / "benchmarks/results/knowledge.json").read_text())["languages"]
    assert render(figures) in page


def test_the_result_file_says_where_and_with_what_it_was_measured() -> None:
    result = json.loads((ROOT / "benchmarks/results/speed.json").read_text())
    for key in ("machine", "versions", "settings", "revision", "date"):
        assert result[key]


def test_every_route_the_readme_names_exists() -> None:
    known = {route.path for route in REST_ROUTES} | {"/openapi.json", "/metrics", "/health"}
    named = set(re.findall(r"(?:GET|POST|PUT|DELETE)`?,? `?(/[\w/{}.-]+)", README))
    assert named
    assert named <= known, named - known


def test_every_file_the_readme_links_to_exists() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_page_tells_the_kept_figures_of_reading_conversations() -> None:
    result = json.loads((ROOT / "benchmarks/results/ingest.json").read_text())
    page = " ".join((ROOT / "benchmarks/README.md").read_text().split())
    rates = result["turns_per_second"]
    assert f"{result['turns']:,} turns" in page
    assert f"{result['acknowledged_ms_p50']:.1f} ms (median)" in page
    assert f"{rates['read']} turns a second" in page
    assert f"{rates['own_vectors']} have" in page
    assert f"{rates['all_vectors']} have the vectors" in page
