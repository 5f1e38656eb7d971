"""Maps: the ground and what stands on it, the text files they are kept in, and how far units move on them."""

from sandtable.boards.board import Board, blank_board
from sandtable.boards.draft import Fault, MapFaults
from sandtable.boards.joining import joined
from sandtable.boards.mapfile import check_map, read_map
from sandtable.boards.reach import Going
from sandtable.boards.sheet import Entry, Heading, Note, Run
from sandtable.boards.vocabulary import Vocabulary, VocabularyError, read_vocabulary
from sandtable.boards.writing import write_map

__all__ = [
    "Board",
    "Entry",
    "Fault",
    "Going",
    "Heading",
    "MapFaults",
    "Note",
    "Run",
    "Vocabulary",
    "VocabularyError",
    "blank_board",
    "check_map",
    "joined",
    "read_map",
    "read_vocabulary",
    "write_map",
]
