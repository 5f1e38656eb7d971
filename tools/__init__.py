"""What a checkout needs besides the package: its environment, its checks, its pins."""
