"""The Tactical Combat Series: platoons, single guns and single tanks, 125 yards to a hex, and written orders."""
