"""The log on standard error: for people on a terminal, or a JSON object a line for programs.

No secret word of a seat is ever in it: words stand in headers and frames, and neither is logged.
"""

import json
import logging
import sys
import time
from typing import Literal

Form = Literal["text", "json"]
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class JsonLines(logging.Formatter):
    """One object a line: when, how grave, from where, what, and the fields that go with it."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def write_logs(form: Form, level: int = logging.INFO) -> None:
    """Let everything this process has to tell go to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S")
    handler.setFormatter(JsonLines() if form == "json" else plain)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("alembic", "uvicorn", "websockets", "sqlalchemy"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
