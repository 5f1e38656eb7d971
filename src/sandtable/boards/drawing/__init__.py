"""Drawing maps: a board as SVG, as a printed map would show it, and as a picture.

The names of this package are all that other parts need; the rest of Sandtable does without shapely.
"""

from sandtable.boards.counter import Counter
from sandtable.boards.drawing.composition import Theme, draw
from sandtable.boards.drawing.counters import SYMBOLS
from sandtable.boards.drawing.marks import MARK_ART
from sandtable.boards.drawing.overlays import Overlay, Plot, Reach, Sight
from sandtable.boards.drawing.picture import picture
from sandtable.boards.drawing.plan import hex_centre, hex_outline
from sandtable.boards.drawing.style import Inks, Style, Texture, style_for, styles

__all__ = [
    "MARK_ART",
    "SYMBOLS",
    "Counter",
    "Inks",
    "Overlay",
    "Plot",
    "Reach",
    "Sight",
    "Style",
    "Texture",
    "Theme",
    "draw",
    "hex_centre",
    "hex_outline",
    "picture",
    "style_for",
    "styles",
]
