"""The Tactical Combat Series: platoons, single guns and tanks, 125 yards to a hex, and written orders."""
