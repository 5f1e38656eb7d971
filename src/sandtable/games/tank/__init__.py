"""Tank!: armour and anti-tank guns, plotted in secret and moved at once (1974)."""
