"""Runs the steps on the connection that the store hands over."""

from alembic import context

from sandtable.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
