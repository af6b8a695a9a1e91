import type { ChainError } from '@popfray/chain';
import type { Context } from '../platform/context/index.ts';
import { stackOf } from '../platform/log/index.ts';

/** Delay after a request that the node did not answer, ms. */
const TROUBLE_MS = 5_000;

/** Delay after an exception, ms. It is long, because the same row will probably fail again, and each failure is logged. */
const FAULT_MS = 10 * 60_000;

/** Longest delay, ms. A row that is scheduled later was scheduled by a wrong clock, so it is due. */
export const FARTHEST_MS = 60 * 60_000;

/** One turn of the worker on rows that wait for the chain. */
export interface Turn<Row> {
  /** Name in the log. */
  readonly name: string;
  /** The rows that are due. */
  readonly rows: readonly Row[];
  /** Processes a row. Returns the error of a request that the node did not answer, or null. */
  readonly follow: (row: Row) => Promise<ChainError | null>;
  /** Sets when a row is due next, epoch ms, unless it has ended meanwhile. */
  readonly putOff: (row: Row, dueMs: number) => Promise<void>;
}

/**
 * Processes due rows one by one until the node does not answer a request. A row that the node cannot answer, or that causes an exception, is
 * delayed, so that it does not block the others.
 */
export async function takeTurn<Row extends { readonly id: string }>(context: Context, turn: Turn<Row>): Promise<void> {
  const { name, rows, follow, putOff } = turn;
  for (const row of rows) {
    if (context.isStopping()) return;
    let trouble: ChainError | null;
    try {
      trouble = await follow(row);
    } catch (error) {
      context.log({ event: 'fault', method: 'TURN', path: `${name} ${row.id}`, stack: stackOf(error) });
      await putOff(row, Math.floor(context.now()) + FAULT_MS);
      continue;
    }
    noteTrouble(context, trouble);
    if (trouble === null) continue;
    await putOff(row, Math.floor(context.now()) + TROUBLE_MS);
    return;
  }
}

/** The last error code of each node; none while it answers. So an outage is one line of the log instead of one a second. */
const lastCode = new WeakMap<Context['chain'], ChainError['code']>();

/** Logs when the node begins to fail or to be busy. The task `chain` logs when it is unreachable. */
function noteTrouble({ chain, log }: Context, error: ChainError | null): void {
  const code = error?.code;
  if (lastCode.get(chain) === code) return;
  if (error === null) lastCode.delete(chain);
  else lastCode.set(chain, error.code);
  if (error !== null && error.code !== 'ERR_CHAIN_UNREACHABLE')
    log({ event: 'notice', about: 'chain', message: `the node does not do its work (${error.code}): ${error.reason}` });
}
