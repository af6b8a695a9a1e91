import { fetchValue, fetchValues } from '../platform/database/raw-query.fixture.ts';
import type { ChainNode } from '@popfray/chain';
import { verifyReceipt } from '@popfray/protocol/receipt';
import type { Database } from '../platform/database/index.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, FEES, playerAccount } from '../ledger/ledger.ts';
import { showReceipt } from '../settlement/receipt.ts';
import { FUNDS_SUN, type BattleWorld } from './battle-money-world.ts';
import { isCrash } from './crashable-server.fixture.ts';

/** Everything that is wrong with the money after battles, in words; nothing is when it is empty. */
export async function findWrong(world: BattleWorld): Promise<string[]> {
  const { test, crashable } = world;
  const { db } = crashable.context;
  return [
    ...(await auditLedger(db)).differences.map(({ message }) => message),
    ...(await db.engine.findDamage()),
    ...test.log.flatMap((entry) => (entry.event === 'fault' && !isCrash(entry.stack) ? [entry.stack] : [])),
    ...(await texts(db, "SELECT format('session %s is still %s', id, status) FROM sessions WHERE ended_at IS NULL")),
    ...(await texts(
      db,
      "SELECT format('payout %s is %s: %s', id, status, trouble) FROM payouts WHERE status != 'confirmed'",
    )),
    ...(await texts(db, LONE_PAYERS)),
    ...(await checkReceipts(world)),
    ...(await comparePlayers(world)),
    ...(await compareHouse(world)),
  ];
}

/** Finds battles in which only one player had paid. */
const LONE_PAYERS = `
  SELECT format('session %s was played by a lone payer', session_id) FROM battles
  WHERE pool_sun > 0 AND (SELECT count(*) FROM seats WHERE seats.session_id = battles.session_id AND fee_sun > 0) < 2`;

const texts = async (db: Database, query: string): Promise<string[]> => fetchValues<string>(db, query);

/** Every session that is over has a receipt, and every receipt is good. */
async function checkReceipts({ crashable: { context } }: BattleWorld): Promise<string[]> {
  const source = { ...context, network: context.settings.network };
  return (
    await Array.fromAsync(await texts(context.db, 'SELECT id FROM sessions WHERE ended_at IS NOT NULL'), async (id) => {
      const receipt = await showReceipt(source, id);
      const { checks } = verifyReceipt(receipt.ok ? receipt.value : receipt.error);
      return checks.flatMap(({ name, problem }) => (problem === null ? [] : [`receipt ${id}: ${name}: ${problem}`]));
    })
  ).flat();
}

/**
 * Each player has on chain and balance what was won, less what was staked in battles that were settled, and less what the chain took:
 * counted without the ledger.
 */
async function comparePlayers({ people, crashable: { context } }: BattleWorld): Promise<string[]> {
  const { db, chain } = context;
  const won = `SELECT (SELECT coalesce(sum(share_sun), 0) FROM results WHERE address = ?)
    + (SELECT coalesce(sum(creator_sun), 0) FROM battles JOIN sessions ON id = session_id WHERE creator_address = ?)
    - (SELECT coalesce(sum(seats.fee_sun), 0) FROM seats JOIN battles USING (session_id) WHERE address = ?) AS sun`;
  const paid = "SELECT txid FROM payments WHERE settled_at IS NOT NULL AND source = 'wallet' AND address = ?";
  const wrong: string[] = [];
  for (const { address } of people) {
    const onChain = await chain.balance(address);
    if (!onChain.ok) throw new Error(onChain.error.reason);
    let takenSun = 0;
    for (const txid of await fetchValues<string>(db, paid, address)) takenSun += await feeOf(chain, txid);
    const has = onChain.value + takenSun + (await balanceOf(db, playerAccount(address))) - FUNDS_SUN;
    const due = (await fetchValue<number>(db, won, address, address, address)) ?? 0;
    if (has !== due) wrong.push(`${address} is ${has - due} sun off`);
  }
  return wrong;
}

/** What the chain took for a player's transaction. */
async function feeOf(chain: ChainNode, txid: string): Promise<number> {
  const found = await chain.findPayment(txid);
  if (!found.ok) throw new Error(found.error.reason);
  return found.value.state === 'paid' ? (found.value.fee ?? 0) : 0;
}

/** The house holds on the chain what its books say. */
async function compareHouse({ houseSun, crashable: { context } }: BattleWorld): Promise<string[]> {
  const { db, chain, house } = context;
  const balance = await chain.balance(house.address);
  if (!balance.ok) throw new Error(balance.error.reason);
  const moved = 0 - (await balanceOf(db, CHAIN_IN)) - (await balanceOf(db, CHAIN_OUT)) - (await balanceOf(db, FEES));
  const off = balance.value - houseSun - moved;
  return off === 0 ? [] : [`the house is ${off} sun off`];
}
