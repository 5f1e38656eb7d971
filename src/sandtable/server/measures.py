"""What a server counts about itself, in Prometheus' form; nothing in it names a table or a seat."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Measures:
    """The counts of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.connections = Gauge(
            "sandtable_connections", "Open connections at tables", registry=self._registry
        )
        self.tables = Gauge("sandtable_tables_at_hand", "Tables held in memory", registry=self._registry)
        self.opened = Counter("sandtable_tables_opened", "Tables set up here", registry=self._registry)
        self.refused = Counter(
            "sandtable_requests_refused", "Requests answered with an error", ["code"], registry=self._registry
        )
        self.seconds = Histogram(
            "sandtable_request_seconds",
            "From a request at a table to its answer",
            ["verb"],
            registry=self._registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
        )

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
