"""What every chart of the series says of itself."""

import msgspec

from sandtable.engine.tables import Source


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chart: its case, its title and how far it is known."""

    case: str
    title: str
    source: Source
    note: str = ""
