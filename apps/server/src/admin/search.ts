import { makeTrx } from '@popfray/protocol';
import type { Finding } from '@popfray/protocol/admin';
import { sql as fragment } from 'kysely';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { findRound } from '../rounds/index.ts';
import { findSession } from '../sessions/index.ts';
import { findPaymentsBy, findPayoutBy } from './money.ts';

/** Most players that are found by a beginning or a name. */
const MOST = 10;

/** What a text belongs to: an address or its beginning, a part of a name, an id, a transaction's id. */
export async function search({ db }: Pick<Context, 'db'>, text: string): Promise<Finding[]> {
  const players = new Map(
    [...(await playersByAddress(db, text)), ...(await playersByName(db, text))].map(({ address, username }) => [
      address,
      username,
    ]),
  );
  const session = await findSession(db, text);
  const payout = await findPayoutBy(db, text);
  const round = await findRound(db, text);
  return [
    ...Array.from(players, ([address, label]): Finding => ({ kind: 'player', id: address, label, address })),
    ...(session === undefined ? [] : [{ kind: 'session', id: session.id, label: session.name, address: '' } as const]),
    ...(await findPaymentsBy(db, text)).map(({ id, amount_sun: amountSun, address }): Finding => ({
      kind: 'payment',
      id,
      label: `${makeTrx(amountSun)} TRX`,
      address,
    })),
    ...(payout === undefined
      ? []
      : [
          {
            kind: 'payout',
            id: payout.id,
            label: `${makeTrx(payout.amount_sun)} TRX`,
            address: payout.address,
          } as const,
        ]),
    ...(round === undefined
      ? []
      : [{ kind: 'round', id: round.id, label: String(round.score), address: round.address } as const]),
  ];
}

/** Players whose address begins with a text. */
const playersByAddress = async (db: Database, text: string) =>
  db
    .selectFrom('players')
    .select(['address', 'username'])
    .where('address', '>=', text)
    .where('address', '<', `${text}\u{7f}`)
    .orderBy('address')
    .limit(MOST)
    .execute();

/** Players whose name contains a text, in upper or lower case, the last connected first. */
async function playersByName(db: Database, text: string) {
  const pattern = `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
  return db
    .selectFrom('players')
    .select(['address', 'username'])
    .where(fragment<boolean>`lower(username) like lower(${pattern}) escape '!'`)
    .orderBy('last_connected', 'desc')
    .limit(MOST)
    .execute();
}
