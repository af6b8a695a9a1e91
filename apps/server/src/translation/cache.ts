import { createHash } from 'node:crypto';
import type { ChatLanguage } from '@popfray/protocol';
import type { Database, TranslationRow } from '../platform/database/index.ts';

/** Most translations that are kept. */
const MAX_KEPT = 10_000;

/** How exactly it is noted when a translation was last of use, ms: reading one does not wait for the disk each time. */
const USE_MS = 60 * 60_000;

/** How long a text that could not be translated is not asked for again, ms: the server's keys and languages may change. */
const UNABLE_MS = 60 * 60_000;

/** Texts whose translations are deleted by one statement. */
const BATCH = 500;

/** A translation that was asked for before; noted as of use now. One that there was none of counts for `UNABLE_MS`. */
export async function findTranslation(
  db: Database,
  text: string,
  target: ChatLanguage,
  nowMs: number,
): Promise<TranslationRow | undefined> {
  const textHash = hashText(text);
  const row = await db
    .selectFrom('translations')
    .selectAll()
    .where('text_hash', '=', textHash)
    .where('target', '=', target)
    .executeTakeFirst();
  if (row?.translated === null) return row.used_at > nowMs - UNABLE_MS ? row : undefined;
  if (row !== undefined && row.used_at < nowMs - USE_MS) {
    const query = db.updateTable('translations').set({ used_at: nowMs });
    await query.where('text_hash', '=', textHash).where('target', '=', target).execute();
  }
  return row;
}

/** Stores a translation of a text, and deletes those that were not used for longest once there are more than `most`. */
export async function keepTranslation(
  db: Database,
  text: string,
  translation: Omit<TranslationRow, 'text_hash'>,
  most: number = MAX_KEPT,
): Promise<void> {
  const row = { ...translation, text_hash: hashText(text) };
  await db.inTransaction(async () => {
    await db
      .insertInto('translations')
      .values(row)
      .onConflict((conflict) => conflict.columns(['text_hash', 'target']).doUpdateSet(row))
      .execute();
    const oldest = db.selectFrom('translations').select('used_at').orderBy('used_at', 'desc').limit(1).offset(most);
    const bound = await oldest.executeTakeFirst();
    if (bound !== undefined) await db.deleteFrom('translations').where('used_at', '<=', bound.used_at).execute();
  });
}

/** Deletes the translations of texts, in the caller's transaction. */
export async function forgetTranslations(db: Database, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += BATCH) {
    const hashes = texts.slice(from, from + BATCH).map(hashText);
    await db.deleteFrom('translations').where('text_hash', 'in', hashes).execute();
  }
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url');
