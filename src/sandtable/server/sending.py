"""Files that go out small: each kept with its compressed form, for browsers that take it."""

import gzip
from typing import Any, NamedTuple

from litestar import Request, Response

FOR_GOOD = "public, max-age=31536000, immutable"
"""For what stands under the hash of its content."""
_WORTH = 1000
"""Smaller files are sent as they are."""


class Packed(NamedTuple):
    """A file with its compressed form; of pictures and small files that is the same."""

    plain: bytes
    small: bytes
    kind: str


def packed(content: bytes, kind: str) -> Packed:
    """A file ready to be sent, the same bytes on every run."""
    text = kind.startswith(("text/", "application/", "image/svg", "font/ttf"))
    small = gzip.compress(content, 6, mtime=0) if text and len(content) >= _WORTH else content
    return Packed(content, small, kind)


def send(request: Request[Any, Any, Any], file: Packed, cache: str, **headers: str) -> Response[bytes]:
    """The file in the form that this browser takes."""
    compressed = file.small is not file.plain and "gzip" in request.headers.get("accept-encoding", "")
    more = {"Content-Encoding": "gzip"} if compressed else {}
    told = {"Cache-Control": cache, "Vary": "Accept-Encoding", **more, **headers}
    return Response(file.small if compressed else file.plain, media_type=file.kind, headers=told)
