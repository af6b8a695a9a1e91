/**
 * What protects players: confirmation of age, breaks, self-exclusion, reality checks and limits. Both tables stay when a profile is deleted:
 * docs/decisions/0071-protection-of-players.md.
 */
const createTables = (textType: string, numberType: string, options: string): string => `
CREATE TABLE protections (
  address ${textType} NOT NULL PRIMARY KEY REFERENCES players (address),
  -- Version of the text about the age that the player has confirmed, and when.
  age_version ${numberType},
  age_confirmed_at ${numberType},
  break_until ${numberType},
  excluded_until ${numberType},
  -- The current period of paid play: its first and last paid action, and the last answer to a reality check, or its beginning.
  play_since ${numberType},
  checked_at ${numberType},
  last_paid_at ${numberType},
  CHECK ((age_version IS NULL) = (age_confirmed_at IS NULL)),
  CHECK ((play_since IS NULL) = (checked_at IS NULL) AND (play_since IS NULL) = (last_paid_at IS NULL))
)${options};
CREATE TABLE player_limits (
  address ${textType} NOT NULL REFERENCES players (address),
  kind ${textType} NOT NULL CHECK (kind IN ('loss', 'deposit')),
  period ${textType} NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- Null: no limit.
  amount_sun ${numberType} CHECK (amount_sun > 0),
  -- The higher limit, or null for none, that is in force from next_at on.
  next_sun ${numberType} CHECK (next_sun > 0),
  next_at ${numberType},
  PRIMARY KEY (address, kind, period)
)${options};
`;

export const protection = {
  sqlite: createTables('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: createTables('TEXT COLLATE "C"', 'BIGINT', ''),
};
