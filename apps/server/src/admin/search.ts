import { makeTrx } from '@popfray/protocol';
import type { Finding } from '@popfray/protocol/admin';
import type { Context } from '../platform/context/index.ts';
import { perDatabase, type PlayerRow } from '../platform/database/index.ts';
import { findRound } from '../rounds/index.ts';
import { findSession } from '../sessions/index.ts';
import { findPaymentsBy, findPayoutBy } from './money.ts';

/** Most players that are found by a beginning or a name. */
const MOST = 10;

type Named = Pick<PlayerRow, 'address' | 'username'>;

const statements = perDatabase((db) => ({
  byAddress: db.prepare<[string, string, number], Named>(
    'SELECT address, username FROM players WHERE address >= ? AND address < ? LIMIT ?',
  ),
  byName: db.prepare<[string, number], Named>(
    `SELECT address, username FROM players WHERE username LIKE ? ESCAPE '\\' ORDER BY last_connected DESC LIMIT ?`,
  ),
}));

/** What a text belongs to: an address or its beginning, a part of a name, an id, a transaction's id. */
export function search({ db }: Pick<Context, 'db'>, text: string): Finding[] {
  const { byAddress, byName } = statements(db);
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const players = new Map(
    [...byAddress.all(text, `${text}\u{7f}`, MOST), ...byName.all(pattern, MOST)].map((player) => [
      player.address,
      player.username,
    ]),
  );
  const session = findSession(db, text);
  const payout = findPayoutBy(db, text);
  const round = findRound(db, text);
  return [
    ...Array.from(players, ([address, label]): Finding => ({ kind: 'player', id: address, label, address })),
    ...(session === undefined ? [] : [{ kind: 'session', id: session.id, label: session.name, address: '' } as const]),
    ...findPaymentsBy(db, text).map(({ id, amount_sun: amountSun, address }): Finding => ({
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
