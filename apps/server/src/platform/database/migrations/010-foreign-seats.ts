/** Seats of this platform's players in sessions that another platform hosts. */
export const foreignSeats = `
CREATE TABLE foreign_seats (
  session_id TEXT NOT NULL,
  address TEXT NOT NULL,
  -- The host's game socket, and the secret that speaks for the seat there.
  socket_url TEXT NOT NULL,
  token TEXT NOT NULL,
  -- The session as it was last seen, JSON.
  session TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, address)
) STRICT, WITHOUT ROWID;

CREATE INDEX foreign_seats_by_time ON foreign_seats (joined_at);
`;
