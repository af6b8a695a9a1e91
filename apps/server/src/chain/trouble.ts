import type { ChainError } from '@popfray/chain';
import type { Context } from '../context.ts';

/** The code that a node last failed with; none while it answers. Kept so that an outage is one line of the log, not one a second. */
const lastCode = new WeakMap<Context['chain'], ChainError['code']>();

/** Tells the log when the node begins to answer the worker wrongly, or to be busy. That it is unreachable its health tells. */
export function noteTrouble({ chain, log }: Context, error: ChainError | null): void {
  const code = error?.code;
  if (lastCode.get(chain) === code) return;
  if (error === null) lastCode.delete(chain);
  else lastCode.set(chain, error.code);
  if (error !== null && error.code !== 'ERR_CHAIN_UNREACHABLE')
    log({ event: 'notice', about: 'chain', message: `the node does not do its work (${error.code}): ${error.reason}` });
}
