"""The history of the store's tables, one step a file under versions/; Alembic walks it."""
