import type { Answer, BlockTransfers, ChainNode, Transfer } from '@popfray/chain';
import { err, ok } from '@popfray/engine/result';
import { sql as fragment } from 'kysely';
import type { Database, FoundTransferRow } from '../platform/database/index.ts';
import { findScan } from '../payouts/index.ts';

/** As much of a node as the scan asks. */
export type ScannedChain = Pick<ChainNode, 'blockTransfers' | 'head'>;

/** A transfer from or to the house. */
export interface HouseTransfer extends Pick<
  FoundTransferRow,
  'txid' | 'direction' | 'address' | 'amount_sun' | 'block_number' | 'block_ms'
> {}

/** Blocks asked for at once. */
const AT_ONCE = 8;

/** First step back from the head when the block of a time is looked for, blocks; each further step is twice as long. */
const FIRST_STEP = 100;

/** How much older than the database's newest row its last known block is taken to be, ms: longer than a payout can take to be included. */
const MARGIN_MS = 15 * 60_000;

/** The transfers of a block that the database does not know, from the house or to it. */
export async function unknownTransfers(
  db: Database,
  houseAddress: string,
  block: BlockTransfers,
): Promise<readonly HouseTransfer[]> {
  const unknown: HouseTransfer[] = [];
  for (const transfer of block.transfers) {
    if (transfer.from !== houseAddress && transfer.to !== houseAddress) continue;
    const described = describe(transfer, houseAddress, block);
    if (!(await isKnown(db, described))) unknown.push(described);
  }
  return unknown;
}

function describe({ txid, from, to, amount }: Transfer, house: string, block: BlockTransfers): HouseTransfer {
  const isOut = from === house;
  return {
    txid,
    direction: isOut ? 'out' : 'in',
    address: isOut ? to : from,
    amount_sun: amount,
    block_number: block.number,
    block_ms: block.timestampMs,
  };
}

/** Whether the database has a transfer as a payout's, a payment's, or one that was found before. */
async function isKnown(db: Database, { txid, direction, address }: HouseTransfer): Promise<boolean> {
  const isKnownMoney = direction === 'out' ? await isPayout(db, txid) : await isPayment(db, txid, address);
  return (
    isKnownMoney ||
    (await db.selectFrom('found_transfers').select('txid').where('txid', '=', txid).executeTakeFirst()) !== undefined
  );
}

const isPayout = async (db: Database, txid: string): Promise<boolean> =>
  (await db.selectFrom('payout_attempts').select('txid').where('txid', '=', txid).executeTakeFirst()) !== undefined;

/** Whether a transaction belongs to a payment, or its sender has named it for a payment that is not decided yet. */
const isPayment = async (db: Database, txid: string, address: string): Promise<boolean> =>
  (await db.selectFrom('payments').select('id').where('txid', '=', txid).executeTakeFirst()) !== undefined ||
  (await db
    .selectFrom('payments')
    .select('id')
    .where('address', '=', address)
    .where('claim', '=', txid)
    // Literals: SQLite does not use a partial index for parameters of `in`.
    .where(fragment<boolean>`status in ('sent', 'confirming')`)
    .executeTakeFirst()) !== undefined;

/** The next final blocks after one, in their order, at most `AT_ONCE` and none after `last`. */
export async function nextBlocks(chain: ScannedChain, after: number, last: number): Answer<readonly BlockTransfers[]> {
  const numbers = Array.from({ length: Math.min(AT_ONCE, last - after) }, (_, at) => after + 1 + at);
  const answers = await Promise.all(numbers.map(async (number) => finalBlock(chain, number)));
  const blocks: BlockTransfers[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    blocks.push(answer.value);
  }
  return ok(blocks);
}

/** A block that is final. A node that does not keep it cannot tell what was in it. */
async function finalBlock(chain: ScannedChain, number: number): Answer<BlockTransfers> {
  const answer = await chain.blockTransfers(number);
  if (!answer.ok) return answer;
  if (answer.value !== null) return ok(answer.value);
  return err({ code: 'ERR_CHAIN_ANSWER', reason: `the node does not have block ${number}, which is final` });
}

/** Number of the last block up to which the database knows every transfer of the house, by its mark or its newest row. */
export async function findFirstBlock(db: Database, chain: ScannedChain, solidNumber: number): Answer<number> {
  const { block_number } = await findScan(db);
  if (block_number !== null) return ok(block_number);
  const newestMs = await newestRowMs(db);
  return newestMs === null ? ok(solidNumber) : findBlockAt(chain, newestMs - MARGIN_MS, solidNumber);
}

/** When the newest row of money was written, epoch ms; null when there is none. */
async function newestRowMs(db: Database): Promise<number | null> {
  const newest = [
    await db
      .selectFrom('entries')
      .select(({ fn }) => fn.max<number | null>('created_at').as('at'))
      .executeTakeFirst(),
    await db
      .selectFrom('payout_attempts')
      .select(({ fn }) => fn.max<number | null>('built_at').as('at'))
      .executeTakeFirst(),
    await db
      .selectFrom('payments')
      .select(({ fn }) => fn.max<number | null>('created_at').as('at'))
      .executeTakeFirst(),
  ].flatMap((row) => row?.at ?? []);
  return newest.length === 0 ? null : Math.max(...newest);
}

/** Number of the newest final block that is no later than a time; 0 when all are later. */
async function findBlockAt(chain: ScannedChain, timeMs: number, solidNumber: number): Answer<number> {
  let low = solidNumber;
  let high = solidNumber + 1;
  for (let step = FIRST_STEP; ; step *= 2) {
    const block = await finalBlock(chain, low);
    if (!block.ok) return block;
    if (block.value.timestampMs <= timeMs || low === 0) break;
    high = low;
    low = Math.max(0, low - step);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const block = await finalBlock(chain, middle);
    if (!block.ok) return block;
    if (block.value.timestampMs <= timeMs) low = middle;
    else high = middle;
  }
  return ok(low);
}
