/**
 * The processes that share this database, and what each of them is responsible for. A lease ends when its owner's row in `nodes` has expired,
 * so that a node prolongs all its leases by one statement: docs/decisions/0058-leases.md.
 */
const createTables = (textType: string, numberType: string, options: string): string => `
CREATE TABLE nodes (
  id ${textType} NOT NULL PRIMARY KEY,
  -- Where clients reach this node directly; null when clients cannot.
  url ${textType},
  version ${textType} NOT NULL,
  started_at ${numberType} NOT NULL,
  -- The last heartbeat, and when the node counts as gone without another one.
  seen_at ${numberType} NOT NULL,
  expires_at ${numberType} NOT NULL
)${options};
CREATE TABLE leases (
  name ${textType} NOT NULL PRIMARY KEY,
  -- Null: released, for the next node that asks.
  owner ${textType},
  -- Higher with each owner. What is written under the lease is refused with a lower one.
  epoch ${numberType} NOT NULL CHECK (epoch > 0),
  taken_at ${numberType} NOT NULL
)${options};
CREATE INDEX leases_by_owner ON leases (owner);
`;

export const leases = {
  sqlite: createTables('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: createTables('TEXT COLLATE "C"', 'BIGINT', ''),
};
