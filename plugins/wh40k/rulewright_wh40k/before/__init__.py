"""Before the battle: mustering, battle formations, objective markers, deployment and Scouts."""
