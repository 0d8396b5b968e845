"""Before the game: building the mission, squads, terrain, deployment and leaderships."""
