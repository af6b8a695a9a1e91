import { err, ok, type Result } from '@popfray/engine/result';
import type { SessionStory, StoryEvent } from '@popfray/protocol/admin';
import { isHidden, showMessage } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database, PaymentRow, PayoutRow, SeatRow, SessionRow } from '../platform/database/index.ts';
import { entryKeyOf } from '../payments/index.ts';
import { findBattle, findSession, resultsOf, showSession } from '../sessions/index.ts';
import { showDeskPayment, showDeskPayout } from './money.ts';

/** Most messages of a story, the newest. */
const MESSAGES = 1_000;

/** A session's whole story: what became of it, its seats, its money and what was said, in the order of time. */
export async function showSessionStory(
  context: Context,
  sessionId: string,
): Promise<Result<SessionStory, 'ERR_SESSION_UNKNOWN'>> {
  const { db } = context;
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const seats = await db
    .selectFrom('seats')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('user_id')
    .execute();
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('id')
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .innerJoin('results', 'results.payout_id', 'payouts.id')
    .selectAll('payouts')
    .where('results.session_id', '=', sessionId)
    .orderBy('payouts.id')
    .execute();
  const events: StoryEvent[] = [
    ...statusEvents(session, payments),
    ...seats.map(seatEvent),
    ...payments.map((row): StoryEvent => ({
      type: 'payment',
      at: row.created_at,
      payment: showDeskPayment(context, row),
    })),
    ...(await battleEvents(db, sessionId)),
    ...(await Array.fromAsync(keysOf(session, payments, payouts), async (key) => entryEvents(db, key))).flat(),
    ...(await Array.fromAsync(payouts, async (row): Promise<StoryEvent> => ({
      type: 'payout',
      at: row.created_at,
      payout: await showDeskPayout(context, row),
    }))),
    ...(await chatEvents(db, sessionId)),
    ...(await auditEventsAbout(db, sessionId)).map(({ at, by, act, reason }): StoryEvent => ({
      type: 'desk',
      at,
      by,
      act,
      reason,
    })),
  ];
  return ok({ session: await showSession(context, session), events: events.toSorted((a, b) => a.at - b.at) });
}

/** What is known of a session's way: when it began, when its creator's fee was final, when it was played, when it ended. */
function statusEvents(session: SessionRow, payments: readonly PaymentRow[]): StoryEvent[] {
  const { status, reason, created_at, starts_at, ended_at, fee_sun, creator_address } = session;
  const paidAt = payments.find(
    ({ address, status: of }) => address === creator_address && of === 'applied',
  )?.settled_at;
  const wasPlayed = status === 'playing' || status === 'settled';
  const steps: readonly (readonly [SessionRow['status'], number | null])[] = [
    [fee_sun > 0 ? 'draft' : 'waiting', created_at],
    ['waiting', fee_sun > 0 ? (paidAt ?? null) : null],
    ['playing', wasPlayed ? starts_at : null],
    ...(status === 'starting' ? ([['starting', starts_at]] as const) : []),
    ...(ended_at === null ? [] : ([[status, ended_at]] as const)),
  ];
  return steps.flatMap(([step, at]) =>
    at === null ? [] : [{ type: 'status', at, status: step, reason: step === status ? reason : '' } as const],
  );
}

const seatEvent = (row: SeatRow): StoryEvent => ({
  type: 'seat',
  at: row.joined_at,
  userId: row.user_id,
  username: row.username,
  chain: row.chain,
  status: row.status,
  isBot: row.bot_skill !== null,
  feeSun: row.fee_sun,
});

async function battleEvents(db: Database, sessionId: string): Promise<StoryEvent[]> {
  const battle = await findBattle(db, sessionId);
  if (battle === undefined) return [];
  return [
    {
      type: 'battle',
      at: battle.settled_at,
      poolSun: battle.pool_sun,
      creatorSun: battle.creator_sun,
      houseSun: battle.house_sun,
      results: (await resultsOf(db, sessionId)).map((row) => ({
        userId: row.user_id,
        username: row.username,
        status: row.status,
        score: row.score,
        position: row.position,
        shareSun: row.share_sun,
      })),
    },
  ];
}

/** Keys of every entry that there can be about a session. */
const keysOf = (
  session: SessionRow,
  payments: readonly PaymentRow[],
  payouts: readonly PayoutRow[],
): readonly string[] => [
  ...payments.flatMap((payment) => [entryKeyOf(payment), `refund:${payment.id}`]),
  `settle:${session.id}`,
  ...Array.from({ length: session.max_players }, (_, place) => `share:${session.id}.${place}`),
  ...payouts.flatMap(({ id }) =>
    ['withdrawal', 'withdrawal-sent', 'withdrawal-return', 'withdrawal-fee'].map((kind) => `${kind}:${id}`),
  ),
];

async function entryEvents(db: Database, key: string): Promise<StoryEvent[]> {
  const parts = await db
    .selectFrom('entries')
    .innerJoin('postings', 'postings.entry_id', 'entries.id')
    .innerJoin('accounts', 'accounts.id', 'postings.account_id')
    .select(['entries.kind', 'entries.created_at', 'accounts.kind as account', 'accounts.owner', 'postings.amount_sun'])
    .where('entries.key', '=', key)
    .orderBy('postings.amount_sun')
    .execute();
  const [first] = parts;
  if (first === undefined) return [];
  const postings = parts.map(({ account, owner, amount_sun: amountSun }) => ({ account, owner, amountSun }));
  return [{ type: 'entry', at: first.created_at, key, kind: first.kind, postings }];
}

const chatEvents = async (db: Database, sessionId: string): Promise<StoryEvent[]> =>
  Array.fromAsync(
    await db
      .selectFrom('chat_messages')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('created_at', 'desc')
      .limit(MESSAGES)
      .execute(),
    async (row) => ({
      type: 'chat',
      at: row.created_at,
      message: showMessage(row),
      isHidden: await isHidden(db, row.id),
    }),
  );

/** What operators did to a session, its messages and its payouts, the oldest first. */
const auditEventsAbout = async (db: Database, sessionId: string) =>
  db
    .selectFrom('acts')
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('subject', '=', sessionId),
        eb(
          'subject',
          'in',
          selectFrom('chat_messages').select('chat_messages.id').where('chat_messages.session_id', '=', sessionId),
        ),
        eb(
          'subject',
          'in',
          selectFrom('payouts')
            .innerJoin('results', 'results.payout_id', 'payouts.id')
            .select('payouts.id')
            .where('results.session_id', '=', sessionId),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
