"""What the description of the interface says of every route: its errors, and the words of seats."""

from collections.abc import Iterable

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from sandtable import __version__
from sandtable.engine.refusals import Refusal


class Error(msgspec.Struct, frozen=True):
    """What is wrong: a code, the case of the rules if there is one, a sentence, and every fault."""

    code: str
    case: str
    message: str
    faults: list[Refusal]


class Wrong(msgspec.Struct, frozen=True):
    """The answer to a request that was not carried out."""

    error: Error


ERRORS = {
    400: "the request makes no sense",
    401: "no seat under this word",
    404: "there is no such thing; the message lists what there is",
    409: "refused, with the reason",
    410: "the table is gone",
    413: "too large",
    415: "of another kind than JSON",
    421: "the server has another name",
    422: "a file with faults",
    429: "too many requests",
}
DESCRIBED = OpenAPIConfig(
    title="Sandtable",
    version=__version__,
    description="Tables to play at; docs/server.md tells it to people.",
    path="/api",
    render_plugins=[JsonRenderPlugin(path="openapi.json")],
    components=Components(security_schemes={"word": SecurityScheme(type="http", scheme="bearer")}),
    security=[{}, {"word": []}],
)


def with_errors(routes: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """The routes, each with the errors that it may answer with."""
    found = list(routes)
    for route in found:
        errors = {
            status: ResponseSpec(Wrong, description=words, generate_examples=False)
            for status, words in ERRORS.items()
        }
        route.responses = {**errors, **(route.responses or {})}
    return found
