import { createHash } from 'node:crypto';
import { PAYMENT_MS, RESERVATION_MS, type RevenuePolicy } from '@popfray/protocol';
import type { PaymentRow, SessionRow } from '../platform/database/schema.ts';
import { credit } from '../payments/credit.ts';
import { addPayment, nextStamp } from '../payments/payment.ts';
import { moveSession } from '../sessions/machine.ts';
import { addSeat } from '../sessions/seat.ts';
import { addSession, findSession } from '../sessions/session.ts';
import { addPlayer, type TestContext } from '../testing/context.fixture.ts';
import { countPerDatabase } from '../testing/count-per-database.fixture.ts';

/** A session for tests, with who sits in it: `t` TRON and paid, `r` TRON and only reserved, `s` of the other chain, `b` a bot. */
export interface Seating {
  readonly line: string;
  readonly feeSun?: number;
  readonly policy?: RevenuePolicy;
  /** Default: 1, by which the house gets what another chain wins. */
  readonly policyVersion?: number;
  readonly status?: Extract<SessionRow['status'], 'waiting' | 'starting' | 'playing'>;
}

/** A session, and the user ids of those who sit in it, by place. */
export interface SeatedSession {
  readonly session: SessionRow;
  readonly players: readonly string[];
}

const nextSession = countPerDatabase();

/** Writes a session down as it is when its fees are final, with the ledger's entries. Its creator is the player `creator`. */
export async function seatSession(
  test: TestContext,
  { line, feeSun = 20_000_000, policy = 'winner-takes-all', policyVersion = 1, status = 'playing' }: Seating,
): Promise<SeatedSession> {
  const { context, clock } = test;
  const { db } = context;
  const creator = test.wallet('creator').address;
  await addPlayer(db, creator, clock.nowMs);
  const session: SessionRow = {
    id: `session-${nextSession(db)}`,
    scope: 'cross-chain',
    name: 'Evening battle',
    game_mode: 'cross-chain-battle',
    creator_address: creator,
    max_players: 8,
    fee_sun: feeSun,
    time_limit_s: 300,
    start_delay_s: 30,
    policy,
    policy_version: policyVersion,
    status: 'waiting',
    reason: '',
    rematch_of: null,
    created_at: clock.nowMs,
    expires_at: clock.nowMs + 300_000,
    starts_at: null,
    ended_at: null,
    is_shared: 0,
    is_quick: 0,
  };
  await addSession(db, session);
  const seatOne = async (kind: string, place: number): Promise<string> => {
    const address = addressOf(test, kind, place);
    const userId = kind === 'b' ? `bot-${place}` : address;
    if (kind === 't' || kind === 'r') await addPlayer(db, address, clock.nowMs);
    if (kind === 't' && feeSun > 0) {
      await payFee(test, session, address);
      return userId;
    }
    const chain = kind === 't' || kind === 'r' ? 'tron' : 'sol';
    const beginning = {
      status: kind === 'r' ? 'reserved' : 'taken',
      reserved_until: kind === 'r' ? clock.nowMs + RESERVATION_MS : null,
      bot_skill: kind === 'b' ? 'regular' : null,
    } as const;
    const seatHolder = { userId, chain, address, username: `Player ${place}` } as const;
    if ((await addSeat(db, session, seatHolder, beginning, clock.nowMs)) === null)
      throw new Error(`no place for ${kind}`);
    return userId;
  };
  const players: string[] = [];
  for (const [place, kind] of line.split('').entries()) players.push(await seatOne(kind, place));
  if (status !== 'waiting') await moveSession(db, session, 'starting', { starts_at: clock.nowMs + 30_000 });
  const moved = { ...session, status: 'starting', starts_at: clock.nowMs + 30_000 } as const;
  if (status === 'playing') await moveSession(db, moved, 'playing', {});
  return { session: (await findSession(db, session.id)) ?? session, players };
}

/** A fee that has become final, as a node finds it. */
export async function payFee(
  { context, clock }: TestContext,
  { id, fee_sun }: SessionRow,
  address: string,
): Promise<PaymentRow> {
  const { db, house } = context;
  const createdAt = await nextStamp(db, address, clock.nowMs);
  const txid = createHash('sha256').update(`${id} ${address} ${createdAt}`).digest('hex');
  const row: PaymentRow = {
    id: `fee-${txid.slice(0, 16)}`,
    address,
    source: 'wallet',
    purpose: 'entry',
    upgrade_id: null,
    skin_id: null,
    session_id: id,
    recipient: house.address,
    amount_sun: fee_sun,
    status: 'sent',
    created_at: createdAt,
    expires_at: createdAt + PAYMENT_MS,
    txid,
    claim: null,
    unsigned: null,
    signed: null,
    block_number: null,
    settled_at: null,
    check_at: createdAt,
  };
  await addPayment(db, row);
  const transfer = { txid, from: address, to: house.address, amount: fee_sun, timestampMs: createdAt };
  const settled = await credit(context, row, { state: 'paid', transfer, blockNumber: 1, blockTimestampMs: createdAt });
  if (settled === null) throw new Error(`the fee of ${address} was settled before`);
  return settled;
}

function addressOf({ wallet }: TestContext, kind: string, place: number): string {
  if (kind === 'b') return '';
  return kind === 's' ? `so${'1'.repeat(30)}${place + 1}` : wallet(`seat ${place}`).address;
}
