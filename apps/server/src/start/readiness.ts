import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';

/** How long the result of a write is used, ms: so often the readiness may cost a commit, however often it is asked for. */
const PROBE_EVERY_MS = 1_000;

/** Says by the code of a failure why the server cannot serve; null when it can. */
export function createReadiness(context: Context): () => FailureCode | null {
  const canWrite = createWriteProbe(context);
  return () => {
    if (context.isStopping()) return 'ERR_STOPPING';
    if (context.website === undefined) return 'ERR_WEB_NOT_BUILT';
    return canWrite() ? null : 'ERR_DATABASE_WRITE';
  };
}

/** Finds out whether the database can be written, by writing. The log has a line whenever that changes. */
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
