"""Speed, always as ratios against a peer in the same run."""
