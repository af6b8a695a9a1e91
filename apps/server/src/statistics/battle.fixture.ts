import type { Blockchain } from '@popfray/protocol';
import type { Database } from '../platform/database/index.ts';
import { addBattle } from '../sessions/result.ts';
import { countPerDatabase } from '../testing/count-per-database.fixture.ts';

/** A player's end in a battle of the tests. */
export interface Outcome {
  readonly address: string;
  readonly position: number;
  readonly shareSun?: number;
  readonly chain?: Blockchain;
  readonly isBot?: boolean;
}

const nextBattle = countPerDatabase();

/** Stores a settled battle as the settlement does, without moving money. `creator` is a player; a fee of 0 makes the battle free. */
export async function settled(
  db: Database,
  creator: string,
  outcomes: readonly Outcome[],
  settledAt: number,
  feeSun = 1_000_000,
): Promise<string> {
  const id = `battle-${String(nextBattle(db)).padStart(6, '0')}`;
  const isCrossChain = outcomes.some(({ chain }) => chain === 'sol');
  const session = {
    id,
    scope: 'cross-chain',
    name: 'A battle',
    game_mode: 'cross-chain-battle',
    creator_address: creator,
    max_players: 8,
    fee_sun: feeSun,
    time_limit_s: 300,
    start_delay_s: 30,
    policy: 'winner-takes-all',
    policy_version: 1,
    status: 'settled',
    reason: '',
    rematch_of: null,
    created_at: settledAt,
    expires_at: settledAt,
    starts_at: settledAt,
    ended_at: settledAt,
    is_shared: 0,
    is_quick: 0,
  } as const;
  const battle = {
    session_id: id,
    rules_id: 'cross-chain',
    rules_version: 1,
    commitment: '',
    secret: '',
    started_at: settledAt,
    pool_sun: feeSun * outcomes.length,
    creator_sun: 0,
    house_sun: 0,
    has_bots: outcomes.some(({ isBot }) => isBot === true) ? 1 : 0,
    is_cross_chain: isCrossChain ? 1 : 0,
    settled_at: settledAt,
  } as const;
  const results = outcomes.map(
    ({ address, position, shareSun = 0, chain = 'tron', isBot = false }, place) =>
      ({
        session_id: id,
        user_id: isBot ? `bot-${place}` : address,
        place,
        chain,
        address: isBot ? '' : address,
        username: `${address} in battle`,
        is_bot: isBot ? 1 : 0,
        status: 'finished',
        seed: null,
        replay: new Uint8Array(800),
        score: 100,
        popped: 10,
        best_combo: 3,
        position,
        share_sun: shareSun,
        payout_id: null,
        to_balance: 0,
      }) as const,
  );
  await db.inTransaction(async () => {
    await db.insertInto('sessions').values(session).execute();
    await addBattle(db, battle, results);
  });
  return id;
}
