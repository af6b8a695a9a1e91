/**
 * Where players want their prizes of battles, and which shares stayed on the balance although they are large enough for the wallet:
 * docs/decisions/0095-prizes-on-the-balance.md. Earlier shares of that size all went to the wallet.
 */
const addColumns = (textType: string, numberType: string): string => `
ALTER TABLE players ADD COLUMN prizes_to ${textType} NOT NULL DEFAULT 'wallet' CHECK (prizes_to IN ('wallet', 'balance'));
ALTER TABLE results ADD COLUMN to_balance ${numberType} NOT NULL DEFAULT 0 CHECK (to_balance IN (0, 1));
`;

export const prizes = {
  sqlite: addColumns('TEXT', 'INTEGER'),
  postgres: addColumns('TEXT COLLATE "C"', 'BIGINT'),
};
