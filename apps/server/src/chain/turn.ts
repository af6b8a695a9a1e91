import type { ChainError } from '@popfray/chain';
import type { Context } from '../platform/context/index.ts';

/** Before a question that the node did not answer is asked again, ms. */
const TROUBLE_MS = 5_000;

/** Before what has ended in a bug is tried again, ms: it will end so again, and each time is in the log. */
const FAULT_MS = 10 * 60_000;

/** Further ahead than anything is ever put off, ms. What is, was put off by a clock that was wrong: it is due. */
export const FARTHEST_MS = 60 * 60_000;

/** One turn of the worker on what waits for the chain. */
export interface Turn<Row> {
  /** Name in the log. */
  readonly name: string;
  /** What is due. */
  readonly rows: readonly Row[];
  /** Moves one on. Returns why the node did not answer, or null. */
  readonly follow: (row: Row) => Promise<ChainError | null>;
  /** Sets when one is due next, epoch ms, unless it has come to its end meanwhile. */
  readonly putOff: (row: Row, dueMs: number) => void;
}

/**
 * Follows what is due, one after the other, up to the first question that the node does not answer. What nobody can answer, and
 * what ends in a bug, goes behind the others, so that it does not hold them up.
 */
export async function takeTurn<Row extends { readonly id: string }>(context: Context, turn: Turn<Row>): Promise<void> {
  const { name, rows, follow, putOff } = turn;
  for (const row of rows) {
    if (context.isStopping()) return;
    let trouble: ChainError | null;
    try {
      trouble = await follow(row);
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      context.log({ event: 'fault', method: 'TURN', path: `${name} ${row.id}`, stack });
      putOff(row, Math.floor(context.now()) + FAULT_MS);
      continue;
    }
    noteTrouble(context, trouble);
    if (trouble === null) continue;
    putOff(row, Math.floor(context.now()) + TROUBLE_MS);
    return;
  }
}

/** The code that a node last failed with; none while it answers. Kept so that an outage is one line of the log, not one a second. */
const lastCode = new WeakMap<Context['chain'], ChainError['code']>();

/** Tells the log when the node begins to answer wrongly, or to be busy. That it is unreachable its health tells. */
function noteTrouble({ chain, log }: Context, error: ChainError | null): void {
  const code = error?.code;
  if (lastCode.get(chain) === code) return;
  if (error === null) lastCode.delete(chain);
  else lastCode.set(chain, error.code);
  if (error !== null && error.code !== 'ERR_CHAIN_UNREACHABLE')
    log({ event: 'notice', about: 'chain', message: `the node does not do its work (${error.code}): ${error.reason}` });
}
