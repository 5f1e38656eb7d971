"""Sandtable: four classic tactical hex wargames, played by their full rules."""

__version__ = "0.1.0"
