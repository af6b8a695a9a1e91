/** The cache of translations, empty. It is filled again as players read. */
const createTable = (textType: string, numberType: string, options: string): string => `
DROP TABLE translations;
CREATE TABLE translations (
  -- SHA-256 of the text, in base64url: an index of PostgreSQL has no room for a long text.
  text_hash ${textType} NOT NULL,
  target ${textType} NOT NULL,
  detected ${textType} NOT NULL,
  -- Null when the text cannot be translated.
  translated ${textType},
  provider ${textType} NOT NULL,
  used_at ${numberType} NOT NULL,
  PRIMARY KEY (text_hash, target)
)${options};
CREATE INDEX translations_by_use ON translations (used_at);
`;

/** Finds translations by a hash of the text, so that texts may have any length. */
export const translationKeys = {
  sqlite: createTable('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: createTable('TEXT COLLATE "C"', 'BIGINT', ''),
};
