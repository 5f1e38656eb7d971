"""The games that come with Sandtable; each is found through the entry-point group `sandtable.games`."""
