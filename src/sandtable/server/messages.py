"""Telling somebody who has not answered for a while that it is his move: by webhook or by mail."""

import http.client
import ipaddress
import re
import smtplib
import socket
import ssl
from email.message import EmailMessage
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from sandtable.bots.roster import bots_for
from sandtable.engine.game import Game
from sandtable.engine.refusals import Refusal, Refused, Unknown
from sandtable.server.live import Standing
from sandtable.server.settings import Settings
from sandtable.server.store import Arrangement
from sandtable.server.store.calls import Message

_PATIENCE = 10.0
_MAIL = re.compile(r"[^@\s<>,;\"]{1,64}@[A-Za-z0-9.-]{1,190}")
_LONGEST = 2000


class NotSent(Exception):
    """A message that could not be delivered now, with the reason."""


def check_arrangement(wanted: Arrangement, game: Game[Any, Any], settings: Settings) -> None:
    """Refused with all that cannot be done, or Unknown for a bot that the game does not have."""
    faults = []
    if wanted.webhook and not _is_hook(wanted.webhook):
        faults.append(Refusal("", "a webhook is an address that begins with https:// or http://", "webhook"))
    if wanted.mail and not _MAIL.fullmatch(wanted.mail):
        faults.append(Refusal("", "this is no address for mail", "mail"))
    if wanted.mail and not settings.mail:
        faults.append(Refusal("", "this server sends no mail; a webhook works", "mail"))
    if faults:
        raise Refused(*faults)
    if wanted.substitute and wanted.substitute not in bots_for(game):
        raise Unknown("bot", wanted.substitute, bots_for(game))


def _is_hook(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def send(message: Message, settings: Settings) -> None:
    """Deliver it every way that is wanted; NotSent if one of them fails. It waits for the network."""
    standing = msgspec.json.decode(message.standing, type=Standing)
    where = f"{settings.address}/table/{message.table}" if settings.address else ""
    text = f"It is your move ({message.side}) in {message.title}: turn {standing.turn}, {standing.phase}."
    if message.webhook:
        told = {
            "text": f"{text} {where}".strip(),
            "content": f"{text} {where}".strip(),
            "table": message.table,
            "title": message.title,
            "side": message.side,
            "turn": standing.turn,
            "phase": standing.phase,
            "url": where,
        }
        post(message.webhook, msgspec.json.encode(told), local=settings.local_hooks)
    if message.mail and settings.mail:
        _mail(settings, message.mail, f"Your move: {message.title}", f"{text}\n\n{where}\n".rstrip() + "\n")


def post(address: str, body: bytes, *, local: bool) -> None:
    """Post JSON to an address; on an open server not to one that only its own network reaches."""
    parts = urlsplit(address)
    try:
        connection = _connection(parts, _reachable(parts, local=local))
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = {"Host": parts.netloc.rpartition("@")[2], "Content-Type": "application/json"}
        connection.request("POST", path, body, {**head, "User-Agent": "Sandtable"})
        status = connection.getresponse().status
        connection.close()
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise NotSent(f"the webhook cannot be reached: {type(error).__name__}") from None
    if not 200 <= status < 300:
        raise NotSent(f"the webhook answered with status {status}")


def _reachable(parts: SplitResult, *, local: bool) -> str:
    """The one address that is then called, so that a name cannot lead elsewhere the second time."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)]
    allowed = [one for one in found if local or ipaddress.ip_address(one.partition("%")[0]).is_global]
    if not allowed:
        raise NotSent("the webhook leads into the server's own network")
    return allowed[0]


def _connection(parts: SplitResult, number: str) -> http.client.HTTPConnection:
    """A connection to exactly that number, under the name that certificates are checked for."""
    host, secure = str(parts.hostname), parts.scheme == "https"
    reached = socket.create_connection((number, parts.port or (443 if secure else 80)), _PATIENCE)
    connection = http.client.HTTPConnection(host, timeout=_PATIENCE)
    connection.sock = (
        ssl.create_default_context().wrap_socket(reached, server_hostname=host) if secure else reached
    )
    return connection


def _mail(settings: Settings, to: str, subject: str, text: str) -> None:
    parts, letter = urlsplit(settings.mail), EmailMessage()
    letter["From"], letter["To"] = settings.mail_from, to
    letter["Subject"] = " ".join(subject.split())[:200]
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(text[:_LONGEST])
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    try:
        with kind(str(parts.hostname), parts.port or 0, timeout=_PATIENCE) as server:
            server.ehlo()
            if kind is smtplib.SMTP and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(letter)
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"the mail server did not take it: {type(error).__name__}") from None
