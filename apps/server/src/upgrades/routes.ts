import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { CATALOGUE } from './catalogue.ts';
import { activeUpgrades, purchaseHistory } from './purchase.ts';

/** The catalogue and who has what: anybody may look, as anybody may on the chain. */
export function addUpgrades(app: Hono, gate: Gate, context: Context): void {
  const { db, chain } = context;
  answer(app, gate, CALLS.getUpgrades, () => ok([...CATALOGUE]));
  answer(app, gate, CALLS.getPlayerUpgrades, async ({ param }) => {
    const address = param('address');
    return chain.isAddress(address) ? ok(await activeUpgrades(db, address, context.now())) : err('ERR_ADDRESS');
  });
  answer(app, gate, CALLS.findPlayerUpgrades, async ({ body: { address, before } }) => {
    if (!chain.isAddress(address)) return err('ERR_ADDRESS');
    const beforeMs = before === undefined ? undefined : Date.parse(before);
    return ok(await purchaseHistory(db, address, context.now(), beforeMs));
  });
}
