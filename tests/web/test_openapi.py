import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from loomem.web.openapi import describe
from loomem.web.rest.route import bind_routes


@pytest.fixture
def document(sample_routes, make_operations):
    return describe(bind_routes(sample_routes, make_operations()))


def test_the_document_is_valid_openapi_3_1(document):
    OpenAPIV31SpecValidator(document).validate()


def test_every_route_is_in_the_document(document, sample_routes):
    for route in sample_routes:
        assert route.method.lower() in document["paths"][route.path]


def test_query_fields_are_parameters_with_bounds_and_words(document):
    parameters = document["paths"]["/v1/look/{id}"]["get"]["parameters"]
    places = {parameter["name"]: parameter["in"] for parameter in parameters}
    assert places == {
        "id": "path",
        "limit": "query",
        "weight": "query",
        "latest": "query",
        "streams": "query",
    }
    limit = next(parameter for parameter in parameters if parameter["name"] == "limit")
    assert limit["description"] == "How many."
    assert (limit["schema"]["minimum"], limit["schema"]["maximum"]) == (1, 100)


def test_a_path_parameter_is_not_asked_for_again_in_the_body(document):
    entry = document["paths"]["/v1/edit/{id}"]["put"]
    schema = entry["requestBody"]["content"]["application/json"]["schema"]
    assert list(schema["properties"]) == ["content"]
    assert entry["requestBody"]["required"] is False
    assert "202" in entry["responses"]


def test_the_errors_of_an_operation_are_listed_by_status(document):
    responses = document["paths"]["/v1/keep"]["post"]["responses"]
    assert set(responses) == {
        "200", "400", "401", "403", "413", "415", "422", "500", "503", "507",
    }  # fmt: skip
    schema = responses["507"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/ErrorBody"}


def test_only_an_operation_that_honours_it_documents_the_idempotency_key(document):
    def headers(path, method):
        parameters = document["paths"][path][method]["parameters"]
        return [parameter["name"] for parameter in parameters if parameter["in"] == "header"]

    assert headers("/v1/keep", "post") == ["Idempotency-Key"]
    assert headers("/v1/edit/{id}", "put") == []


def test_one_operation_on_two_routes_has_two_ids(document):
    routes = document["paths"]["/v1/look/{id}"]
    assert routes["get"]["operationId"] == "look"
    assert routes["delete"]["operationId"] == "look_2"


def test_no_component_is_left_unused(document):
    assert set(document["components"]["schemas"]) == {
        "DoneResult", "EditRequest", "EmptyRequest", "ErrorBody", "ErrorInfo", "Health",
        "KeepRequest", "KeepResult", "LookResult", "Rating",
    }  # fmt: skip


async def test_the_document_is_served(server, document):
    assert (await server.ask("GET", "/openapi.json"))[2] == document
