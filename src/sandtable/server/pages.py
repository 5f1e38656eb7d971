"""The page's own files: every address carries the hash of them all, so browsers may keep them for good."""

import asyncio
import hashlib
import mimetypes
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from sandtable.server.sending import FOR_GOOD, Packed, packed, send

FOLDER = Path(str(files("sandtable"))) / "web"
NOW = "/web/now/"
"""What stands in index.html where the hash belongs."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".md": "text/markdown; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
    ".ico": "image/x-icon",
}


def hash_of_all() -> str:
    """The hash of all files as they are now; a file that is edited counts at once."""
    found = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    return _hash(tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in found))


@lru_cache(4)
def _hash(found: tuple[tuple[Path, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _, _ in found:
        digest.update(path.relative_to(FOLDER).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


@get(["/", "/table/{table:str}"], include_in_schema=False)
async def show_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page: the lobby, or a table, whose seat's secret word stands behind the # that no server sees."""
    now = await asyncio.to_thread(hash_of_all)
    tag = f'"{now}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    text = (FOLDER / "index.html").read_text("utf-8").replace(NOW, f"/web/{now}/")
    return send(request, packed(text.encode(), TYPES[".html"]), "no-cache", ETag=tag)


@get("/web/{version:str}/{file:path}", include_in_schema=False, sync_to_thread=True)
def show_file(request: Request[Any, Any, Any], version: str, file: Path) -> Response[bytes]:
    """One of the page's files; under the present hash it may be kept for good, else asked for again."""
    path = (FOLDER / str(file).lstrip("/")).resolve()
    if not path.is_relative_to(FOLDER.resolve()) or not path.is_file():
        raise NotFoundException(f"the page has no file {file}")
    return send(
        request, _packed(path, path.stat().st_mtime_ns), FOR_GOOD if version == hash_of_all() else "no-cache"
    )


@lru_cache(400)
def _packed(path: Path, _changed: int) -> Packed:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return packed(path.read_bytes(), kind)


PAGES = [show_page, show_file]
