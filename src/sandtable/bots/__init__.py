"""Opponents that know no game: they answer from asks and views alone."""
