import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';

/** How long the result of a write is reused, ms. It limits the commits that requests for the readiness cause. */
const PROBE_EVERY_MS = 1_000;

/** Returns the code of the failure that keeps the server from serving; null when it can serve. */
export function createReadiness(context: Context): () => Promise<FailureCode | null> {
  const canWrite = createWriteProbe(context);
  return async () => {
    if (context.isStopping()) return 'ERR_STOPPING';
    if (context.website === undefined) return 'ERR_WEB_NOT_BUILT';
    return (await canWrite()) ? null : 'ERR_DATABASE_WRITE';
  };
}

/** Checks by a write whether the database is writable. Logs every change of the result. */
function createWriteProbe({ db, log, now }: Context): () => Promise<boolean> {
  let probedAtMs = -Infinity;
  let trouble: string | null = null;
  /** The write that is under way. All requests wait for it. */
  let probing: Promise<boolean> | null = null;

  async function probe(): Promise<boolean> {
    const found = await findTrouble(db);
    if ((found === null) !== (trouble === null)) {
      const message = found === null ? 'the database can be written again' : `the database cannot be written: ${found}`;
      log({ event: 'notice', about: 'database', message });
    }
    trouble = found;
    return found === null;
  }

  return async () => {
    const nowMs = now();
    if (probing !== null) return probing;
    if (nowMs - probedAtMs < PROBE_EVERY_MS) return trouble === null;
    probedAtMs = nowMs;
    probing = probe().finally(() => (probing = null));
    return probing;
  };
}

async function findTrouble(db: Context['db']): Promise<string | null> {
  try {
    await db.probeWrite();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
