"""Tables over the network: seats as links, play over WebSocket, everything kept in a store."""
