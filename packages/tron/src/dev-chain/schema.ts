/** Format of the file; a file of another one is refused. */
export const SCHEMA_VERSION = 1;

/** The tables. Amounts in sun, times in epoch ms, ids and addresses in lower-case hex. */
export const SCHEMA = `
  CREATE TABLE chain (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    solid_number INTEGER NOT NULL CHECK (solid_number >= 0),
    minted_sun INTEGER NOT NULL CHECK (minted_sun >= 0),
    burned_sun INTEGER NOT NULL CHECK (burned_sun BETWEEN 0 AND minted_sun),
    skipped_ms INTEGER NOT NULL CHECK (skipped_ms >= 0)
  ) STRICT;
  INSERT INTO chain VALUES (1, 0, 0, 0, 0);

  CREATE TABLE block (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    parent_id TEXT NOT NULL,
    timestamp_ms INTEGER NOT NULL,
    root TEXT NOT NULL
  ) STRICT;

  CREATE TABLE account (
    address TEXT NOT NULL,
    block_number INTEGER NOT NULL,
    balance_sun INTEGER NOT NULL CHECK (balance_sun >= 0),
    created_ms INTEGER NOT NULL,
    free_net_used INTEGER NOT NULL CHECK (free_net_used >= 0),
    free_net_ms INTEGER NOT NULL,
    operation_ms INTEGER NOT NULL,
    PRIMARY KEY (address, block_number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tx (
    seq INTEGER PRIMARY KEY,
    txid TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'staged', 'dropped', 'included')),
    json TEXT NOT NULL,
    contract_ret TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    block_number INTEGER REFERENCES block,
    fee_sun INTEGER NOT NULL DEFAULT 0 CHECK (fee_sun >= 0),
    net_usage INTEGER NOT NULL DEFAULT 0 CHECK (net_usage >= 0),
    net_fee_sun INTEGER NOT NULL DEFAULT 0 CHECK (net_fee_sun >= 0),
    CHECK ((state = 'included') = (block_number IS NOT NULL))
  ) STRICT;
  CREATE INDEX tx_block ON tx (block_number);
  CREATE INDEX tx_waiting ON tx (state) WHERE state <> 'included';
`;
