"""The protocol: JSON lines in, JSON lines out; docs/protocol.md tells it to programmers."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from sandtable.engine.refusals import BadRequest, Unknown
from sandtable.engine.requests import REQUESTS, AnyRequest, Engine, Request, chance_from
from sandtable.engine.session import Roster, Wire, error_wire, own_bots

LONGEST = 2**24
"""The most bytes that a line may have."""


class _Marked(msgspec.Struct):
    """What even a line with faults may tell: to which id and verb it belongs."""

    id: Any = None
    do: Any = None


_requests = msgspec.json.Decoder(AnyRequest, dec_hook=chance_from)
_marks = msgspec.json.Decoder(_Marked)


def read_request(line: bytes) -> Request:
    """The request on a line; BadRequest or Unknown says what is wrong with it."""
    if len(line) > LONGEST:
        raise BadRequest(f"a line has at most {LONGEST} bytes")
    try:
        request: Request = _requests.decode(line)
    except msgspec.ValidationError as error:
        verb = _mark(line).do
        if isinstance(verb, str) and verb not in REQUESTS:
            raise Unknown("request", verb, REQUESTS) from None
        raise BadRequest(f"this is no request: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(f"this line is not JSON: {error}") from None
    return request


def _mark(line: bytes) -> _Marked:
    try:
        return _marks.decode(line)
    except (ValueError, RecursionError):
        return _Marked()


def _id(line: bytes) -> int | str | None:
    """The id of a line that was not understood, where it has one."""
    found = _mark(line).id
    return found if isinstance(found, str) or (type(found) is int and abs(found) < 2**63) else None


def answer_line(engine: Engine, line: bytes) -> bytes:
    """Carry out one line; whatever is wrong with it, there is one answer and the game stays whole."""
    try:
        request = read_request(line)
        return _line({"id": request.id, "ok": request.carry_out(engine)})
    except Exception as error:
        return _line({"id": _id(line), "error": error_wire(error)})


def _line(answer: Wire) -> bytes:
    return msgspec.json.encode(answer) + b"\n"


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that hold something; of one that is too long only the beginning."""
    while line := source.readline(LONGEST + 1):
        if not line.isspace():
            yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = source.readline(LONGEST + 1)


def serve(source: BinaryIO, out: BinaryIO, roster: Roster = own_bots) -> None:
    """Answer line by line until `quit` or the end of the input."""
    engine = Engine(roster)
    for line in _lines(source):
        out.write(answer_line(engine, line))
        out.flush()
        if engine.stopped:
            return


def main(roster: Roster = own_bots) -> None:
    """Speak the protocol on standard input and output; anything printed by a game goes to standard error."""
    out = sys.stdout.buffer
    try:
        with contextlib.redirect_stdout(sys.stderr):
            serve(sys.stdin.buffer, out, roster)
    except BrokenPipeError:
        # Nobody reads any more: what is still held back for them goes nowhere, and Python ends in peace.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
