/** What a server that starts from a restored database finds out on the chain. */
export const restore = `
CREATE TABLE house_scan (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- This database knows every transfer from and to the house up to this final block; null before the first look.
  block_number INTEGER,
  block_ms INTEGER,
  -- The newest final block as last seen: how far the scan has to go.
  target_number INTEGER,
  -- Since when no payout is signed; null while payouts are open.
  frozen_since INTEGER,
  cause TEXT NOT NULL CHECK (cause IN ('start', 'restored', 'copied', 'moved', 'reboot', 'unknown-transfers')),
  -- Payouts stay frozen until the final head is later than this; null when there is nothing to wait for.
  waits_until INTEGER,
  trouble TEXT NOT NULL
) STRICT;

-- Transfers from and to the house that the chain has and this database did not know.
CREATE TABLE found_transfers (
  txid TEXT PRIMARY KEY,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  -- The other side: who sent it to the house, or received it from the house.
  address TEXT NOT NULL,
  amount_sun INTEGER NOT NULL CHECK (amount_sun > 0),
  block_number INTEGER NOT NULL,
  block_ms INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('found', 'undecided', 'booked', 'by-hand')),
  -- What the player's balance did not cover and is still owed, and what the operator decided about it.
  debt_sun INTEGER NOT NULL DEFAULT 0 CHECK (debt_sun >= 0),
  debt_status TEXT NOT NULL DEFAULT 'none' CHECK (debt_status IN ('none', 'open', 'collecting', 'settled', 'written-off')),
  found_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX found_transfers_open ON found_transfers (block_number) WHERE status IN ('found', 'undecided');
CREATE INDEX found_transfers_owed ON found_transfers (address) WHERE debt_status IN ('open', 'collecting');
`;
