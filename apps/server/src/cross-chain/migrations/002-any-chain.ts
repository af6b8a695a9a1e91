/**
 * Sessions, players and messages of any chain. The list of chains is `BLOCKCHAINS` of the protocol, so that a new chain needs no migration: the
 * schemas of a session that a platform lists and of a player's join refuse a name that is not in the list, and a message has its sender's chain.
 */
export const anyChain = `
-- A CHECK cannot be changed in place, so the tables are created again without those on the chain.
CREATE TABLE sessions_new (
  id TEXT PRIMARY KEY,
  platform TEXT NOT NULL,
  status TEXT NOT NULL,
  -- The host's number of the change: of two changes the one with the higher number is kept.
  revision INTEGER NOT NULL,
  -- JSON, as anybody may see it.
  session TEXT NOT NULL,
  host_user_id TEXT NOT NULL,
  fee_sun INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- When it is no longer listed unless its host sends something.
  lapses_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions_new SELECT id, platform, status, revision, session, host_user_id, fee_sun, created_at, ended_at, lapses_at FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_new RENAME TO sessions;
CREATE INDEX sessions_open ON sessions (created_at) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_lapsing ON sessions (lapses_at);
CREATE INDEX sessions_by_host ON sessions (host_user_id) WHERE ended_at IS NULL;

CREATE TABLE members_new (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  chain TEXT NOT NULL,
  address TEXT NOT NULL,
  username TEXT NOT NULL,
  -- SHA-256 of the member's token, base64url.
  token_hash TEXT NOT NULL UNIQUE,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO members_new SELECT session_id, user_id, chain, address, username, token_hash, joined_at FROM members;
DROP TABLE members;
ALTER TABLE members_new RENAME TO members;

CREATE TABLE messages_new (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  username TEXT NOT NULL,
  address TEXT NOT NULL,
  chain TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO messages_new SELECT number, id, session_id, user_id, username, address, chain, text, created_at FROM messages;
-- The next number is higher than those of deleted messages too.
DELETE FROM sqlite_sequence WHERE name = 'messages_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'messages_new', seq FROM sqlite_sequence WHERE name = 'messages';
DROP TABLE messages;
ALTER TABLE messages_new RENAME TO messages;
CREATE INDEX messages_by_session ON messages (session_id, number);
`;
