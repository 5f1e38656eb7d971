"""Who is asked since when, and what each side wants done about it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both."""
    op.create_table(
        "arrangements",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("webhook", sa.Text, nullable=False),
        sa.Column("substitute", sa.Text, nullable=False),
    )
    op.create_table(
        "asked",
        sa.Column("table_id", sa.String(32), _of_table(), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("deadline", sa.Float, nullable=True),
        sa.Column("due", sa.Float, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Take both away."""
    for name in ("asked", "arrangements"):
        op.drop_table(name)


def _of_table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")
