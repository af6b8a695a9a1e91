/** Sessions as their hosts tell them, the players who joined by this server, and what is said. */
export const directory = `
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  platform TEXT NOT NULL CHECK (platform IN ('tron', 'sol')),
  status TEXT NOT NULL,
  -- The host's: of two that it tells the higher is kept.
  revision INTEGER NOT NULL,
  -- JSON, as anybody may see it.
  session TEXT NOT NULL,
  host_user_id TEXT NOT NULL,
  fee_sun INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- When it is listed no more unless its host says something.
  lapses_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_open ON sessions (created_at) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_lapsing ON sessions (lapses_at);
CREATE INDEX sessions_by_host ON sessions (host_user_id) WHERE ended_at IS NULL;

CREATE TABLE members (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  chain TEXT NOT NULL CHECK (chain IN ('tron', 'sol')),
  address TEXT NOT NULL,
  username TEXT NOT NULL,
  -- SHA-256 of the member's token, base64url.
  token_hash TEXT NOT NULL UNIQUE,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE proofs (
  address TEXT NOT NULL,
  nonce TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (address, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX proofs_expiring ON proofs (expires_at);

CREATE TABLE messages (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  username TEXT NOT NULL,
  address TEXT NOT NULL,
  chain TEXT NOT NULL CHECK (chain IN ('tron', 'sol')),
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_session ON messages (session_id, number);
`;
