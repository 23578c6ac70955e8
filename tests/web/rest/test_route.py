import pytest

from loomem.web.rest.route import Route, bind_routes


def test_a_row_that_names_no_operation_is_refused(make_operations):
    with pytest.raises(ValueError, match="names no operation: keap"):
        bind_routes([Route("POST", "/v1/keep", "keap")], make_operations())


def test_a_path_parameter_the_request_lacks_is_refused(make_operations):
    with pytest.raises(ValueError, match="has no chunk"):
        bind_routes([Route("GET", "/v1/look/{chunk}", "look")], make_operations())
