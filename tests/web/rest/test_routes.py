from collections import Counter

from openapi_spec_validator import OpenAPIV31SpecValidator

from loomem.operations.table import OPERATIONS
from loomem.web.openapi import describe
from loomem.web.rest.route import bind_routes
from loomem.web.rest.routes import REST_ROUTES


def test_no_method_and_path_is_listed_twice():
    rows = Counter((route.method, route.path) for route in REST_ROUTES)
    assert rows.most_common(1)[0][1] == 1


def test_every_row_works_and_every_operation_has_a_row():
    bind_routes(REST_ROUTES, OPERATIONS)
    assert {route.operation for route in REST_ROUTES} == set(OPERATIONS)


def test_the_whole_interface_is_valid_openapi():
    document = describe(bind_routes(REST_ROUTES, OPERATIONS))
    OpenAPIV31SpecValidator(document).validate()
