"""The page that Prometheus reads."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from loomem.telemetry import metrics


def sample(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def test_a_request_is_counted_under_its_template_and_status() -> None:
    labels = {"route": "/api/memories/{id}", "method": "GET", "status": "404"}
    before = sample("loomem_http_requests_total", **labels)
    metrics.observe_request("/api/memories/{id}", "GET", 404, 0.003)
    assert sample("loomem_http_requests_total", **labels) == before + 1


def test_a_stage_is_timed_even_when_it_fails() -> None:
    before = sample("loomem_search_stage_seconds_count", stage="fuse")
    with pytest.raises(RuntimeError), metrics.time_stage("fuse"):
        raise RuntimeError
    assert sample("loomem_search_stage_seconds_count", stage="fuse") == before + 1


def test_a_commit_is_counted_with_its_size() -> None:
    before = sample("loomem_commit_group_size_sum")
    metrics.observe_commit(12, 0.001)
    assert sample("loomem_commit_group_size_sum") == before + 12


def test_the_page_can_be_parsed_and_every_metric_explains_itself() -> None:
    families = list(text_string_to_metric_families(metrics.render_metrics().decode()))
    ours = [family for family in families if family.name.startswith("loomem_")]
    assert len(ours) == 12
    assert all(family.documentation.endswith(".") for family in ours)
    assert "process_resident_memory_bytes" in [family.name for family in families]
