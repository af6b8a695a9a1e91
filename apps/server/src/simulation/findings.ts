import { decodeReplay } from '@popfray/engine';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, FEES, playerAccount } from '../ledger/ledger.ts';
import { verifyReceipt } from '@popfray/protocol/receipt';
import type { Database } from '../platform/database/database.ts';
import { fetchRows, fetchValue, fetchValues } from '../platform/database/raw-query.fixture.ts';
import { showReceipt } from '../settlement/receipt.ts';
import type { SimulatedCluster } from './simulated-cluster.ts';
import type { SimulatedPlayer } from './simulated-player.ts';
import { BALANCE_SUN, DAILY_CAP_SUN, FUNDS_SUN, HOUSE_SUN, type SimulatedWorld } from './simulated-world.ts';

/** Each query finds what must not exist, as one column of text. */
const NOTHING: readonly string[] = [
  "SELECT format('session %s is still %s', id, status) FROM sessions WHERE ended_at IS NULL",
  "SELECT format('payout %s is %s: %s', id, status, trouble) FROM payouts WHERE status != 'confirmed'",
  `SELECT format('session %s was played by a lone payer', session_id) FROM battles
   WHERE pool_sun > 0 AND (SELECT count(*) FROM seats WHERE seats.session_id = battles.session_id AND fee_sun > 0) < 2`,
  "SELECT format('session %s is settled without a battle', id) FROM sessions WHERE status = 'settled' AND id NOT IN (SELECT session_id FROM battles)",
  "SELECT format('session %s is %s and has a battle', id, status) FROM sessions WHERE status != 'settled' AND id IN (SELECT session_id FROM battles)",
  // Every fee that took a seat ends as a refund or in a settlement, once.
  `SELECT format('fee %s of session %s ended %s times', id, session_id, ends) FROM (
     SELECT payments.id, session_id,
       (SELECT count(*) FROM entries WHERE key = 'refund:' || payments.id)
       + (SELECT count(*) FROM entries WHERE key = 'settle:' || session_id
          AND EXISTS (SELECT 1 FROM seats WHERE seats.payment_id = payments.id AND fee_sun > 0)) AS ends
     FROM payments WHERE purpose = 'entry' AND status = 'applied')
   WHERE ends != 1`,
  "SELECT format('solo round %s is settled and has no round', id) FROM sessions JOIN solo_rounds ON id = session_id WHERE sessions.status = 'settled' AND id NOT IN (SELECT id FROM rounds)",
  "SELECT format('solo round %s has a reward, and is not settled', id) FROM rounds WHERE id NOT IN (SELECT id FROM sessions WHERE status = 'settled')",
  `SELECT format('player %s has earned %s sun in solo rounds', address, sum(credited_sun)) FROM rounds GROUP BY address HAVING sum(credited_sun) > ${DAILY_CAP_SUN}`,
  `SELECT format('payment %s is %s and was never settled', id, status) FROM payments WHERE status IN ('sent', 'confirming')`,
];

/** Everything that is wrong at the end of a simulation, in words. */
export async function findViolations({ world, players, decisions, db }: SimulatedCluster): Promise<string[]> {
  const audit = await auditLedger(db);
  const found = [
    ...world.database.notUnderstood,
    ...world.findings,
    ...audit.differences.map(({ message }) => message),
  ];
  for (const query of NOTHING) found.push(...(await fetchValues<string>(db, query)));
  found.push(...(await checkReceipts({ world, db })));
  found.push(...(await comparePayouts({ world, db })));
  for (const player of players) found.push(...(await comparePlayer({ world, db }, player.address)));
  for (const player of players) found.push(...(await findForgotten(db, player)));
  for (const player of players) found.push(...(await findLostClicks(db, player)));
  found.push(...(await findForgottenDecisions(db, decisions)));
  found.push(...(await compareHouse({ world, db })));
  return found;
}

type Books = Pick<SimulatedCluster, 'world' | 'db'>;

/** Every session that is over has a receipt, and every receipt is right. */
async function checkReceipts({ world, db }: Books): Promise<string[]> {
  const source = { db, chain: world.chain.node, network: { name: 'Simulation', isPlayMoney: true } };
  const found: string[] = [];
  for (const id of await fetchValues<string>(db, 'SELECT id FROM sessions WHERE ended_at IS NOT NULL')) {
    const receipt = await showReceipt(source, id);
    const { checks } = verifyReceipt(receipt.ok ? receipt.value : receipt.error);
    for (const { name, problem } of checks) if (problem !== null) found.push(`receipt ${id}: ${name}: ${problem}`);
  }
  return found;
}

/** One transaction of each payout is on the chain. */
async function comparePayouts({ world, db }: Books): Promise<string[]> {
  const found: string[] = [];
  for (const id of await fetchValues<string>(db, 'SELECT id FROM payouts')) {
    const txids = await fetchValues<string>(db, 'SELECT txid FROM payout_attempts WHERE payout_id = ?', id);
    let paid = 0;
    for (const txid of txids) if ((await feeOf(world, txid)) !== null) paid++;
    if (paid !== 1) found.push(`payout ${id} was paid ${paid} times`);
  }
  return found;
}

/** What a player was paid of battles. A share that was held is paid with what was added to it, or not at all. */
const SHARES = `SELECT sum(CASE coalesce(examinations.status, 'clear') WHEN 'clear' THEN results.share_sun WHEN 'paid' THEN amount_sun ELSE 0 END)
  FROM results LEFT JOIN examinations USING (session_id, place) WHERE results.address = ?`;

/** A player has on the chain and on the balance what was won, less what was staked, bought and paid to the network. */
async function comparePlayer({ world, db }: Books, address: string): Promise<string[]> {
  const onChain = await world.chain.node.balance(address);
  if (!onChain.ok) throw new Error(onChain.error.reason);
  const sum = async (query: string): Promise<number> => (await fetchValue<number | null>(db, query, address)) ?? 0;
  let takenSun = 0;
  const paid = "SELECT txid FROM payments WHERE settled_at IS NOT NULL AND source = 'wallet' AND address = ?";
  for (const txid of await fetchValues<string>(db, paid, address)) takenSun += (await feeOf(world, txid)) ?? 0;
  const has = onChain.value + takenSun + (await balanceOf(db, playerAccount(address))) - FUNDS_SUN - BALANCE_SUN;
  const due =
    (await sum(SHARES)) +
    (await sum('SELECT sum(amount_sun) FROM passed_shares WHERE is_held = 0 AND address = ?')) +
    (await sum('SELECT sum(credited_sun) FROM rounds WHERE address = ?')) +
    (await sum('SELECT sum(creator_sun) FROM battles JOIN sessions ON id = session_id WHERE creator_address = ?')) -
    (await sum('SELECT sum(seats.fee_sun) FROM seats JOIN battles USING (session_id) WHERE address = ?')) -
    (await sum(
      "SELECT sum(amount_sun) FROM payments WHERE purpose = 'upgrade' AND status = 'applied' AND address = ?",
    )) -
    (await sum('SELECT sum(fee_sun) FROM payouts WHERE address = ?'));
  return has === due ? [] : [`player ${address} is ${has - due} sun off`];
}

/** What a server has confirmed to a player is in the database. */
async function findForgotten(db: Database, { name, confirmed }: SimulatedPlayer): Promise<string[]> {
  const found: string[] = [];
  for (const [table, ids] of Object.entries(confirmed)) {
    const known = new Set(await fetchValues<string>(db, `SELECT id FROM ${table}`));
    for (const id of ids) if (!known.has(id)) found.push(`${table} has no row ${id}, which was confirmed to ${name}`);
  }
  return found;
}

/** The clicks that a server has acknowledged are in the stored replays of their rounds. */
async function findLostClicks(db: Database, { name, address, rounds }: SimulatedPlayer): Promise<string[]> {
  const found: string[] = [];
  for (const [id, { acknowledged }] of rounds) {
    const query =
      'SELECT replay FROM results WHERE session_id = ? AND address = ? UNION ALL SELECT replay FROM rounds WHERE id = ? AND address = ?';
    const replays = await fetchValues<Uint8Array>(db, query, id, address, id, address);
    for (const replay of replays) {
      const decoded = decodeReplay(replay);
      const stored = decoded.ok ? decoded.value.inputs : new Int32Array(0);
      if (acknowledged.some((word, at) => stored[at] !== word))
        found.push(`the replay of ${name} in ${id} lacks clicks that were acknowledged`);
    }
  }
  return found;
}

/** What an operator was told to have decided is decided so. */
async function findForgottenDecisions(db: Database, decisions: SimulatedCluster['decisions']): Promise<string[]> {
  const query = "SELECT id || ' ' || status FROM examinations UNION ALL SELECT round_id || ' ' || outcome FROM reviews";
  const known = new Set(await fetchValues<string>(db, query));
  return Array.from(decisions, ([id, outcome]) => `${id} ${outcome}`)
    .filter((decision) => !known.has(decision))
    .map((decision) => `the decision ${decision} is not stored, which was confirmed`);
}

/** The house holds on the chain what its books say. */
async function compareHouse({ world, db }: Books): Promise<string[]> {
  const balance = await world.chain.node.balance(world.house.address);
  if (!balance.ok) throw new Error(balance.error.reason);
  const moved = 0 - (await balanceOf(db, CHAIN_IN)) - (await balanceOf(db, CHAIN_OUT)) - (await balanceOf(db, FEES));
  const off = balance.value - HOUSE_SUN - moved;
  return off === 0 ? [] : [`the house is ${off} sun off`];
}

/** What the chain took for a transaction, sun; null when the transaction was not carried out. */
async function feeOf({ chain }: SimulatedWorld, txid: string): Promise<number | null> {
  const found = await chain.node.findPayment(txid);
  if (!found.ok) throw new Error(found.error.reason);
  return found.value.state === 'paid' ? (found.value.fee ?? 0) : null;
}

/** The tables of money and sessions as text, for the hash of a run. */
export async function describeBooks(db: Database): Promise<string> {
  const tables = [
    'entries',
    'postings',
    'sessions',
    'payments',
    'payouts',
    'battles',
    'results',
    'rounds',
    'examinations',
    'passed_shares',
  ];
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await fetchRows(db, `SELECT * FROM ${table} ORDER BY 1, 2`));
  return JSON.stringify(rows);
}

/** How many sessions ended in which way, and what became of deposits, of shares that were held, and of solo rounds. */
export async function countOutcomes(db: Database): Promise<Record<string, number>> {
  const rows = await fetchRows<{ readonly status: string; readonly count: number }>(
    db,
    `SELECT CASE WHEN id IN (SELECT session_id FROM solo_rounds) THEN 'solo ' WHEN is_quick = 1 THEN 'quick ' ELSE '' END
       || sessions.status || ' ' || reason AS status, count(*) AS count FROM sessions GROUP BY 1
     UNION ALL SELECT 'deposit ' || status, count(*) FROM payments WHERE purpose = 'deposit' GROUP BY 1
     UNION ALL SELECT 'share ' || status, count(*) FROM examinations WHERE status != 'clear' GROUP BY 1
     UNION ALL SELECT 'round ' || status, count(*) FROM rounds GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status.trim(), count]));
}
