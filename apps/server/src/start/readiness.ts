import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';

/** How long the result of a write is reused, ms. It limits the commits that requests for the readiness cause. */
const PROBE_EVERY_MS = 1_000;

/** Returns the code of the failure that keeps the server from serving; null when it can serve. */
export function createReadiness(context: Context): () => FailureCode | null {
  const canWrite = createWriteProbe(context);
  return () => {
    if (context.isStopping()) return 'ERR_STOPPING';
    if (context.website === undefined) return 'ERR_WEB_NOT_BUILT';
    return canWrite() ? null : 'ERR_DATABASE_WRITE';
  };
}

/** Checks by a write whether the database is writable. Logs every change of the result. */
function createWriteProbe({ db, log, now }: Context): () => boolean {
  let probedAtMs = -Infinity;
  let trouble: string | null = null;
  return () => {
    const nowMs = now();
    if (nowMs - probedAtMs < PROBE_EVERY_MS) return trouble === null;
    probedAtMs = nowMs;
    const found = findTrouble(db);
    if ((found === null) !== (trouble === null)) {
      const message = found === null ? 'the database can be written again' : `the database cannot be written: ${found}`;
      log({ event: 'notice', about: 'database', message });
    }
    trouble = found;
    return found === null;
  };
}

function findTrouble(db: Context['db']): string | null {
  try {
    db.probeWrite();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
