"""Raid!: commandos, overwatch and helicopters at 25 metres a hex (1977)."""
