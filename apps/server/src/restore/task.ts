import type { ChainError, ChainHead } from '@popfray/chain';
import { PAYMENT_MS } from '@popfray/protocol';
import type { FreezeCause } from '@popfray/protocol/admin';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import {
  arePayoutsFrozen,
  changeScan,
  findScan,
  freezePayouts,
  judgeStart,
  PAYOUT_LIFE_MS,
  resetHighWater,
} from '../payouts/index.ts';
import { CAUSES } from './cause.ts';
import { collectDebts } from './debt.ts';
import { acceptFound, addFound, isPlayer, openTransfers, type FoundTransfer } from './found-transfer.ts';
import { bookIncoming } from './incoming.ts';
import { bookOutgoing } from './outgoing.ts';
import { findFirstBlock, nextBlocks, unknownTransfers } from './scan.ts';

/** Most blocks that one turn reads: payments wait meanwhile, for some seconds where the node is slow. */
const TURN_BLOCKS = 160;

/** Between two marks of how far the chain is while payouts are open, ms. A start after a stop has to read the blocks since the last one. */
const MARK_MS = 30_000;

/** How much longer than a payout can live payouts stay frozen when the database may be an old one, ms: what two clocks may differ. */
const CLOCK_SLACK_MS = 60_000;

/** Until when, by the chain, a transaction that an unknown server signed before now could be included, epoch ms. */
const lastInclusionMs = (now: number): number => Math.floor(now) + PAYOUT_LIFE_MS + CLOCK_SLACK_MS;

/** Freezes payouts at a server's start. They are opened by `createRestoreTask` once the chain has shown nothing unknown. */
export async function freezeAtStart(context: FreezeParts, bootId: string): Promise<FreezeCause> {
  return freeze(context, await judgeStart(context.db, bootId));
}

/**
 * Freezes payouts when a node of a cluster becomes the one that pays. Only a payout that this node has signed and the database does not know shows that
 * the database is an old one: the nodes' folders and machines come and go, and the database is elsewhere.
 */
export async function freezeAtTakeover(context: FreezeParts): Promise<FreezeCause> {
  return freeze(context, (await judgeStart(context.db, '')) === 'restored' ? 'restored' : 'start');
}

/** What freezing payouts needs from the server. */
type FreezeParts = Pick<Context, 'db' | 'now' | 'log'>;

async function freeze({ db, now, log }: FreezeParts, cause: FreezeCause): Promise<FreezeCause> {
  await freezePayouts(db, cause, cause === 'start' ? null : lastInclusionMs(now()), now());
  if (cause !== 'start')
    log({ event: 'notice', about: 'house', message: `payouts are frozen for at least 11 minutes: ${CAUSES[cause]}` });
  return cause;
}

/**
 * The worker's turn on what the chain has and the database does not. While payouts are frozen it reads the house's transfers in every
 * final block since the last mark, books them, and opens payouts when none is left. It reads on until no payment that was signed before
 * the start can be included any more, since the intent of one may be missing; from then on it keeps the mark.
 */
export function createRestoreTask(context: Context): () => Promise<void> {
  const { db, chain, now } = context;
  let lookedMs = Number.NEGATIVE_INFINITY;
  /** Until when by the chain blocks are read even though payouts are open, epoch ms; null before the chain has answered. */
  let readsUntilMs: number | null = null;

  async function look(): Promise<ChainError | null> {
    const head = await chain.head();
    if (!head.ok) return head.error;
    if (readsUntilMs === null) await waitByChain(context, head.value);
    readsUntilMs ??= Math.max(lastInclusionMs(now()), lastInclusionMs(head.value.timestampMs));
    if ((await arePayoutsFrozen(db)) || !(await isRead(context, head.value, readsUntilMs))) {
      const trouble = await scan(context, head.value);
      if (trouble !== null) return trouble;
    } else {
      await mark(context, head.value);
    }
    const trouble = await bookAll(context, head.value.solidTimestampMs);
    if (trouble !== null) return trouble;
    await openIfDone(context, head.value);
    lookedMs = now();
    return null;
  }

  return async () => {
    if ((await arePayoutsFrozen(db)) || now() - lookedMs >= MARK_MS || (await hasWork(context))) {
      const trouble = await look();
      const text = trouble?.reason ?? '';
      if ((await findScan(db)).trouble !== text) await changeScan(db, { trouble: text });
    }
    await collectDebts(db, now());
  };
}

/** Whether something was found whose wallet is a player's: it may be booked. */
async function hasWork({ db }: Context): Promise<boolean> {
  for (const { address } of await openTransfers(db)) if (await isPlayer(db, address)) return true;
  return false;
}

/** Whether every block was read in which a payment that was signed before the start can be. */
async function isRead({ db }: Context, { solidTimestampMs }: ChainHead, untilMs: number): Promise<boolean> {
  const { block_ms } = await findScan(db);
  return solidTimestampMs > untilMs && block_ms !== null && block_ms > untilMs;
}

/** The chain's clock counts where it is ahead of the server's. */
async function waitByChain({ db }: Context, { timestampMs }: ChainHead): Promise<void> {
  await db.inTransaction(async () => {
    const { waits_until } = await findScan(db);
    if (waits_until === null) return;
    await changeScan(db, { waits_until: Math.max(waits_until, lastInclusionMs(timestampMs)) });
  });
}

/** Reads final blocks from the mark on, for a turn. What is unknown and the mark behind it are written together. */
async function scan(context: Context, { solidNumber, timestampMs }: ChainHead): Promise<ChainError | null> {
  const { db, chain, house, now } = context;
  const first = await findFirstBlock(db, chain, solidNumber);
  if (!first.ok) return first.error;
  let last = first.value;
  await changeScan(db, { block_number: last, target_number: Math.max(last, solidNumber) });
  const end = Math.min(solidNumber, last + TURN_BLOCKS);
  while (last < end && !context.isStopping()) {
    const blocks = await nextBlocks(chain, last, end);
    if (!blocks.ok) return blocks.error;
    await db.inTransaction(async () => {
      for (const block of blocks.value) {
        const unknown = await unknownTransfers(db, house.address, block);
        for (const transfer of unknown) await addFound(db, transfer, now());
        if (unknown.some(({ direction }) => direction === 'out')) await distrust(context, timestampMs);
        await changeScan(db, { block_number: block.number, block_ms: block.timestampMs });
      }
    });
    last += blocks.value.length;
    context.onStep('transfer.scanned');
  }
  return null;
}

/** The database is an old one: what was signed from a newer one may still be included. */
async function distrust({ db, now }: Context, timestampMs: number): Promise<void> {
  const { frozen_since, waits_until } = await findScan(db);
  if (frozen_since !== null && waits_until !== null) return;
  await changeScan(db, {
    cause: 'unknown-transfers',
    frozen_since: frozen_since ?? Math.floor(now()),
    waits_until: Math.max(lastInclusionMs(now()), lastInclusionMs(timestampMs)),
  });
}

/** Notes that every transfer up to the newest final block was signed by a database that has it. */
async function mark({ db }: Context, { solidNumber, solidTimestampMs }: ChainHead): Promise<void> {
  await changeScan(db, { block_number: solidNumber, block_ms: solidTimestampMs, target_number: solidNumber });
}

/** Books what was found, in the order of the chain, as far as its wallet is a player's. */
async function bookAll(context: Context, solidMs: number): Promise<ChainError | null> {
  const { db } = context;
  for (const found of await openTransfers(db)) {
    if (context.isStopping()) return null;
    if (!(await isPlayer(db, found.address))) continue;
    if (found.status === 'undecided' && !(await acceptFound(db, found.txid))) continue;
    if (found.direction === 'in' && !(await isDue(context, found, solidMs))) continue;
    const trouble = await (found.direction === 'in' ? bookIncoming : bookOutgoing)(context, found);
    if (trouble !== null) return trouble;
  }
  return null;
}

/**
 * Whether a payment that nothing is known of is booked now. Its player may still name it as a purchase for ten minutes, unless the
 * database may be an old one: then the purchase may be what is missing.
 */
async function isDue({ db }: Context, { address, block_ms }: FoundTransfer, solidMs: number): Promise<boolean> {
  const { frozen_since, waits_until } = await findScan(db);
  if ((frozen_since !== null && waits_until !== null) || solidMs > block_ms + PAYMENT_MS) return true;
  return (await openTransfers(db)).some((other) => other.direction === 'out' && other.address === address);
}

/** Whether payouts are frozen, everything final was read, nothing that left the house is unbooked, and nothing unknown can come any more. */
async function isDone(db: Database, { solidNumber, solidTimestampMs }: ChainHead): Promise<boolean> {
  const { block_number, waits_until, frozen_since } = await findScan(db);
  if (frozen_since === null) return false;
  if (block_number === null || block_number < solidNumber) return false;
  if (waits_until !== null && solidTimestampMs <= waits_until) return false;
  return (await openTransfers(db)).every(({ direction }) => direction === 'in');
}

/** Opens payouts when there is no reason left to freeze them. */
async function openIfDone(context: Context, head: ChainHead): Promise<void> {
  const { db, log, house } = context;
  if (!(await isDone(db, head))) return;
  // On the disk before anything is signed.
  await resetHighWater(db);
  const cause = await db.inTransaction(async () => {
    if (!(await isDone(db, head))) return null;
    const scanned = await findScan(db);
    await changeScan(db, { frozen_since: null, waits_until: null, target_number: head.solidNumber });
    return scanned.cause;
  });
  if (cause !== null && cause !== 'start')
    log({
      event: 'notice',
      about: 'house',
      message: `payouts of ${house.address} are open again: the chain has nothing unknown`,
    });
}
