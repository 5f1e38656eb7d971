"""Tables, their records in pieces, and seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make what the store began with."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("standing", sa.LargeBinary, nullable=False),
        sa.Column("lines", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "chunks",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("table_id", sa.String(32), _of_table(), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
    )
    op.create_index("seats_of_a_table", "seats", ["table_id"])


def downgrade() -> None:
    """Take it all away."""
    for name in ("seats", "chunks", "tables"):
        op.drop_table(name)


def _of_table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")
