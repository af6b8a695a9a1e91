import type { SettingValues } from '../platform/config/index.ts';
import { DAY_MS } from '../platform/clock/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery } from '../platform/database/index.ts';

// Compiled once, because every reward runs them.

const findPlayer = prepareQuery((db: Database, address: string) =>
  db.selectFrom('players').select('created_at').where('address', '=', address),
);

const countRounds = prepareQuery((db: Database, address: string, untilMs: number) =>
  db
    .selectFrom('rounds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('played_at', '<=', untilMs)
    .where('status', '=', 'credited')
    .where('credited_sun', '>', 0),
);

const sumDeposits = prepareQuery((db: Database, address: string, untilMs: number) =>
  db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('amount_sun').as('sum'))
    .where('address', '=', address)
    .where('purpose', '=', 'deposit')
    .where('status', '=', 'applied')
    .where('settled_at', '<=', untilMs),
);

const sumPayouts = prepareQuery((db: Database, address: string) =>
  db
    .selectFrom('payouts')
    .select(({ eb, fn }) => fn.sum<number | null>(eb('amount_sun', '+', eb.ref('fee_sun'))).as('sum'))
    .where('address', '=', address)
    .where('status', '!=', 'returned'),
);

/**
 * Most that an account earns in a day, sun. It grows with each full day of the account's age, and with rounds and deposits that are at least 24
 * hours old, up to the cap of every wallet. Nothing that a new account does in its first 24 hours raises it. What was paid out to the player
 * lowers the deposits at once: otherwise the same money could be deposited again by one account after the other.
 */
export async function accountCapSun(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  values: SettingValues,
  address: string,
  atMs: number,
): Promise<number> {
  const fullSun = settings.dailyCapSun;
  const [player] = await findPlayer(db, address);
  const days = Math.max(0, Math.floor((atMs - (player?.created_at ?? atMs)) / DAY_MS));
  const agedSun = values['new-account-cap'] + days * values['growth-day'];
  // Most accounts that play are old enough, and need no further query.
  if (agedSun >= fullSun) return fullSun;
  const untilMs = Math.floor(atMs) - DAY_MS;
  const [rounds] = await countRounds(db, address, untilMs);
  const [deposits] = await sumDeposits(db, address, untilMs);
  const [payouts] = await sumPayouts(db, address);
  const depositedSun = Math.max(0, (deposits?.sum ?? 0) - (payouts?.sum ?? 0));
  // A product of more than the full cap does not matter, so it need not be exact.
  const grownSun =
    (rounds?.count ?? 0) * values['growth-round'] +
    Math.floor((Math.min(depositedSun, MOST_SUN) * values['growth-deposit']) / 100);
  return Math.min(fullSun, agedSun + grownSun);
}

/** Deposits beyond this amount do not count, so that all products stay exact: a million TRX. */
const MOST_SUN = 1_000_000_000_000;
