import type { ChatLanguage } from '@popfray/protocol';
import { type Database, sql, type TranslationRow } from '../platform/database/index.ts';

/** Most translations that are kept. */
const MAX_KEPT = 10_000;

/** How exactly it is noted when a translation was last of use, ms: reading one does not wait for the disk each time. */
const USE_MS = 60 * 60_000;

/** How long a text that could not be translated is not asked for again, ms: the server's keys and languages may change. */
const UNABLE_MS = 60 * 60_000;

/** A translation that was asked for before; noted as of use now. One that there was none of counts for `UNABLE_MS`. */
export function findTranslation(
  db: Database,
  text: string,
  target: ChatLanguage,
  nowMs: number,
): TranslationRow | undefined {
  const row = db.get(sql.selectFrom('translations').selectAll().where('text', '=', text).where('target', '=', target));
  if (row?.translated === null) return row.used_at > nowMs - UNABLE_MS ? row : undefined;
  if (row !== undefined && row.used_at < nowMs - USE_MS) {
    const query = sql.updateTable('translations').set({ used_at: nowMs });
    db.run(query.where('text', '=', text).where('target', '=', target));
  }
  return row;
}

/** Keeps a translation, and forgets those that were of no use for longest once there are more than `most`. */
export function keepTranslation(db: Database, row: TranslationRow, most: number = MAX_KEPT): void {
  db.transaction(() => {
    db.run(
      sql
        .insertInto('translations')
        .values(row)
        .onConflict((conflict) => conflict.columns(['text', 'target']).doUpdateSet(row)),
    );
    const oldest = sql.selectFrom('translations').select('used_at').orderBy('used_at', 'desc').limit(1).offset(most);
    const bound = db.get(oldest);
    if (bound !== undefined) db.run(sql.deleteFrom('translations').where('used_at', '<=', bound.used_at));
  });
}
