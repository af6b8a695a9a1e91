import { CALLS } from '@popfray/protocol';
import type { createApp } from '../start/app.ts';
import { balanceOf, HOUSE } from '../ledger/ledger.ts';
import type { Context } from '../platform/context/context.ts';
import { ask } from './client.fixture.ts';

/** What a load pays over the API. */
interface LoadWorld {
  readonly context: Context;
  readonly app: ReturnType<typeof createApp>;
  /** Signs in one more player with a balance for one payment. Returns the token. */
  signInPayer(name: string): Promise<string>;
}

/** A load that was prepared. */
interface PreparedLoad {
  /** Makes one payment. The same token and number again is the same payment. Throws when it is refused. */
  pay(token: string, number: number): Promise<void>;
  /** Throws unless so many payments are on the books, each once. */
  check(payments: number): Promise<void>;
}

/** A kind of payments from the balance. */
interface BalanceLoad {
  readonly priceSun: number;
  prepare(world: LoadWorld): Promise<PreparedLoad>;
}

const TRX = 1_000_000;

/** sun; what `trx-boost` costs. */
const UPGRADE_SUN = 5 * TRX;

const FEE_TRX = 10;

/** So many sessions wait for a second player before the first entry. So each entry joins a session that was created a second before. */
const WAITING = 50;

/** Upgrades, which the balance pays. */
const upgrades: BalanceLoad = {
  priceSun: UPGRADE_SUN,
  async prepare({ context: { db }, app }) {
    const houseSun = await balanceOf(db, HOUSE);
    return {
      async pay(token, number) {
        const pay = { source: 'balance', paymentId: `payment-${number}` };
        const { value } = await ask(app, CALLS.createPayment, { token, body: { upgradeId: 'trx-boost', pay } });
        if (value.status !== 'applied') throw new Error(`payment ${number} is ${value.status}`);
      },
      async check(payments) {
        if ((await balanceOf(db, HOUSE)) - houseSun !== payments * UPGRADE_SUN)
          throw new Error('the house has another sum');
      },
    };
  },
};

/** Entries in paid battles: by turns one player creates a battle and one joins a battle that waits. */
const entries: BalanceLoad = {
  priceSun: FEE_TRX * TRX,
  async prepare({ context: { db }, app, signInPayer }) {
    async function create(token: string, name: string): Promise<string> {
      const pay = { source: 'balance', paymentId: `creation-${name}` } as const;
      const body = { sessionName: 'A battle', maxPlayers: 2, entryFee: FEE_TRX, timeLimit: 1_200, pay };
      const { value } = await ask(app, CALLS.createSession, { token, body });
      if (value.payment?.status !== 'applied') throw new Error(`entry ${name} is not paid`);
      return value.session.id;
    }
    /** By their number: first those that wait before the first entry. */
    const sessions: Promise<string>[] = [];
    for (let number = 0; number < WAITING; number++) {
      const token = await signInPayer(`waiting ${number}`);
      sessions.push(create(token, `waiting-${number}`));
      await sessions.at(-1);
    }
    return {
      async pay(token, number) {
        const pair = number >> 1;
        if (number % 2 === 0) {
          const created = create(token, String(number));
          sessions[WAITING + pair] ??= created;
          await created;
          return;
        }
        const id = await sessions[pair];
        if (id === undefined) throw new Error(`there is no session for entry ${number}`);
        const pay = { source: 'balance', paymentId: `joining-${number}` };
        const { value } = await ask(app, CALLS.joinSession, { token, params: { id }, body: { pay } });
        if (value.payment?.status !== 'applied') throw new Error(`entry ${number} is not paid`);
      },
      async check(payments) {
        const count = payments + WAITING;
        const seats = await db
          .selectFrom('seats')
          .select(['payment_id', 'fee_sun'])
          .where('status', '=', 'taken')
          .execute();
        const paid = new Set(
          seats.filter(({ fee_sun }) => fee_sun === FEE_TRX * TRX).map(({ payment_id }) => payment_id),
        );
        if (seats.length !== count || paid.size !== count) throw new Error(`${paid.size} of ${count} seats are paid`);
        const { postings, sun } = await db
          .selectFrom('postings')
          .innerJoin('accounts', 'accounts.id', 'postings.account_id')
          .select(({ fn }) => [fn.countAll<number>().as('postings'), fn.sum<number>('postings.amount_sun').as('sun')])
          .where('accounts.kind', '=', 'escrow')
          .executeTakeFirstOrThrow();
        if (postings !== count || sun !== count * FEE_TRX * TRX)
          throw new Error(`${postings} fees of ${sun} sun are held, and not ${count}`);
      },
    };
  },
};

export const BALANCE_LOADS = { upgrades, entries } as const satisfies Record<string, BalanceLoad>;
