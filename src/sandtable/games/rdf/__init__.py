"""Rapid Deployment Force (1983): formations, reaction fire and helicopters, platoon against platoon."""
