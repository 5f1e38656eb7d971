"""The terminal, or the pipe in its place: what is said and read there."""

import sys
from contextlib import suppress

import msgspec
from rich.console import Console


class EndOfInput(Exception):
    """Nobody will type anything more."""


def console() -> Console:
    """Where a command speaks: lines are never broken, so that other programs can read them."""
    return Console(soft_wrap=True, highlight=False, markup=False, emoji=False)


def say(*lines: str, style: str = "") -> None:
    """Show lines as they are."""
    out = console()
    for line in lines:
        out.print(line, style=style or None)


def say_json(value: object) -> None:
    """Show a value as JSON."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value)).decode() + "\n")


class Screen:
    """Where people play. Without a terminal the same dialogue runs through a pipe, and nothing waits."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            # For what it does to input(), where there is one: lines can be edited and called back.
            with suppress(ImportError):
                import readline  # noqa: F401

    def read(self, prompt: str = "> ") -> str:
        """One line that somebody types; read from a pipe, it is shown as if it had been typed."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                raise EndOfInput from None
        line = sys.stdin.readline()
        if not line:
            raise EndOfInput
        say(prompt + line.strip())
        return line.strip()

    def curtain(self, name: str, *, undo: bool = False) -> bool:
        """Hide what stands on the screen before somebody else looks at it; False if they want undo first."""
        if not self.interactive:
            say(f"--- {name} ---")
            return True
        wish = self.read(f"Next is {name}: press Enter to clear the screen{', or type undo' * undo}. ")
        if undo and wish == "undo":
            return False
        self._wipe()
        self.read(f"Hand over to {name}, who then presses Enter. ")
        self._wipe()
        return True

    def _wipe(self) -> None:
        """Nothing of it can be scrolled back to, or called back with the arrow keys."""
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
        sys.stdout.flush()
        with suppress(ImportError):
            import readline

            readline.clear_history()
