"""Games played by the batch: matches between bots, the conformance suite, and the soak test."""
