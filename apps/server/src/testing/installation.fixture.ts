/** An installation with rows in every table, for tests that move or check all of it. */
import { buyFromBalance } from '../payments/balance-payment.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import type { Database } from '../platform/database/index.ts';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { addBot } from '../sessions/bots.ts';
import { setReady } from '../sessions/ready.ts';
import { startSession } from '../sessions/start.ts';
import { settleBattle } from '../settlement/settle.ts';
import { playOut } from './battle.fixture.ts';
import type { TestContext } from './context.fixture.ts';
import { credit, deposit, pay, settleAll } from './money.fixture.ts';
import { gather, play } from './session.fixture.ts';

const TRX = 1_000_000;

/** Sells an upgrade twice, for a transaction and from a balance, books a deposit, pays a withdrawal out, and settles a battle with a bot. */
export async function playInstallation(test: TestContext): Promise<void> {
  const { context } = test;
  const alice = await test.player('alice', 100 * TRX);
  await credit(test, alice, 38 * TRX);
  await pay(test, alice, 'trx-boost');
  await deposit(test, alice, 4 * TRX);
  // The balance pays without a transaction: there is nothing to compare with the chain.
  const plan = { address: alice.address, paymentId: 'from-balance-1' };
  if (!(await buyFromBalance(context, plan, 'score-multiplier')).ok) throw new Error('not bought');
  const withdrawn = await createWithdrawal(context, alice.address, { id: 'withdrawal-1', amountSun: 12 * TRX });
  if (!withdrawn.ok) throw new Error(withdrawn.error);
  await settleAll(test);
  const battle = await gather(test, alice);
  await addBot(context, battle, alice.address, 'novice');
  await setReady(context, battle, alice.address, true);
  await startSession(context, battle, alice.address);
  await play(test, battle);
  test.clock.nowMs += 70_000;
  if (!(await settleBattle(context, await playOut(context.db, battle, () => 'regular'))).ok)
    throw new Error('not settled');
}

/**
 * Adds rows to the tables that `playInstallation` does not use, with values at their limits: an empty text, characters of four bytes, a replacement
 * character, an empty BLOB and one of all bytes, the largest number. A rematch has an id that comes before that of the session before it.
 */
export async function fillOtherTables(db: Database): Promise<void> {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const none = Buffer.alloc(0);
  const strange = 'Ünïcode 界 🎈 \u{fffd} \u{10ffff} "quoted" \\ %s $1 ?\n';
  const largest = Number.MAX_SAFE_INTEGER;
  const run = async (text: string, ...parameters: readonly unknown[]): Promise<number> =>
    execute(db, text, ...parameters);
  await run(
    `INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected, deleted_at)
     VALUES ('alice', '🎈界', 'automatic', 1, ?, NULL), ('Bob', 'Bob', 'automatic', 0, 1, 5)`,
    largest,
  );
  await run(`INSERT INTO challenges VALUES ('nonce', 'alice', ?, 1, 2, NULL), ('', '', '', 1, 2, 3)`, strange);
  await run(`INSERT INTO sign_ins VALUES ('hash', 'alice', 1, 2, 3)`);
  await run(
    `INSERT INTO tickets (id, address, seed, rules_id, rules_version, loadout, issued_at, expires_at, state)
     VALUES ('open', 'alice', 's', 'arena', 1, '[]', 1, 2, 'open'), ('held', 'alice', 's', 'arena', 1, '[]', 1, 2, 'finished'),
       ('refused', 'alice', 's', 'arena', 1, '[]', 1, 2, 'finished')`,
  );
  for (const [id, replay] of [
    ['held', none],
    ['refused', bytes],
  ] as const)
    await run(
      `INSERT INTO rounds (id, address, rules_id, rules_version, loadout, replay, score, popped, best_combo, earned_sun, credited_sun, status,
         suspicions, elapsed_ms, clicks, played_at)
       VALUES (?, 'alice', 'arena', 1, '[]', ?, 1, 1, 1, 5, 0, ?, 'fast', 1, 1, 1)`,
      id,
      replay,
      id,
    );
  await run(`INSERT INTO reviews VALUES ('refused', 'refused', ?, 'desk', 1)`, strange);
  const session = `INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
      policy_version, status, rematch_of, created_at, expires_at, ended_at)
    VALUES (?, 'local', 'Battle', 'classic', 'alice', 2, 0, 300, 30, 'creator-95', 1, 'expired', ?, 1, 2, 3)`;
  await run(session, 'z-first', null);
  await run(session, 'a-rematch', 'z-first');
  await run(session, 'b-rematch', 'a-rematch');
  await run(`INSERT INTO solo_rounds VALUES ('z-first', ?, 'net', 'left', NULL)`, strange);
  await run(`INSERT INTO foreign_seats VALUES ('session', 'alice', 'wss://host', 'token', '{}', 1)`);
  await run(
    `INSERT INTO chat_messages (id, session_id, user_id, username, address, chain, text, type, source, created_at)
     VALUES ('message', 'z-first', 'alice', 'Alice', 'alice', 'tron', ?, 'text', 'local', 1)`,
    strange,
  );
  await run(`INSERT INTO chat_reports VALUES ('message', 'Bob', 'rude', 1), ('message', 'alice', '', 1)`);
  await run(`INSERT INTO chat_verdicts VALUES ('message', 'hidden', '', 'desk', 1, NULL)`);
  await run(`INSERT INTO mutes VALUES ('Bob', ?, 'rude', 'desk', 1)`, largest);
  await run(
    `INSERT INTO translations VALUES (?, 'ja', 'en', NULL, 'book', 1), (?, 'zh', 'en', ?, 'server', 1)`,
    strange,
    strange,
    strange,
  );
  await run(`INSERT INTO acts (at, by, act, subject, reason) VALUES (1, 'desk', 'pause', '', ?)`, strange);
  await run(`INSERT INTO pauses VALUES ('desk', 1, 'desk', 'maintenance')`);
  await run(
    `INSERT INTO daily_results (id, date, entrant, name, score, popped, best_combo, inputs_hash, replay, played_at)
     VALUES (41, '2026-01-15', 'alice', '', 9, 1, 1, 'hash', ?, 1)`,
    bytes,
  );
  await run(`INSERT INTO game_statistics VALUES ('alice', 'free-play', 3, 900)`);
  await run(`INSERT INTO practice_rounds VALUES ('alice', 'hash', 'free-play', 9, 1)`);
  await run(
    `INSERT INTO house_scan (id, block_number, cause, trouble) VALUES (1, 7, 'start', '') ON CONFLICT (id) DO NOTHING`,
  );
  await run(
    `INSERT INTO found_transfers (txid, direction, address, amount_sun, block_number, block_ms, status, found_at)
     VALUES ('found', 'in', 'Bob', 5, 6, 7, 'by-hand', 8)`,
  );
  await run(`INSERT INTO leases VALUES ('worker', NULL, 3, 1)`);
  await run(`INSERT INTO live_battles VALUES ('z-first', 'secret', 'bots', 'cross-chain', 1, 1, 3)`);
  await run(`INSERT INTO battle_journal VALUES ('z-first', 1, 0, -7, ?, 4)`, bytes);
  await run(`INSERT INTO commitments VALUES ('hash', 'z-first', 7, '2026-01-15', 1, 'head')`);
  await run(`INSERT INTO operator_settings VALUES ('round-cap', ?, 'alice', 1)`, largest);
  await run(`INSERT INTO network_salts VALUES ('2026-01-15', ?)`, bytes);
  await run(`INSERT INTO reward_hours VALUES ('2026-01-15T12', 5)`);
  await run(
    `INSERT INTO examinations (id, session_id, place, address, examined_at, reasons, clicks, path, status, share_sun, amount_sun, reason, decided_by, decided_at)
     VALUES ('z-first.0', 'z-first', 0, 'alice', 1, 'fast', 9, ?, 'refused', 0, 0, ?, 'desk', 2),
       ('z-first.1', 'z-first', 1, 'Bob', 1, '', 9, NULL, 'clear', 0, 0, NULL, NULL, NULL)`,
    bytes,
    strange,
  );
  await run(`INSERT INTO passed_shares VALUES ('other.0', 'other', 1, 'Bob', ?, 1)`, largest);
  await run(`INSERT INTO path_marks VALUES (4294967295, 1, 'z-first.0')`);
  await run(
    `INSERT INTO shared_rounds VALUES ('shared', 'alice', 9, ?, 1, 2), ('visitor', NULL, 9, ?, 1, 2)`,
    bytes,
    bytes,
  );
  await run(
    `INSERT INTO rating_changes (season, session_id, address, day, rated_at, rating_before, rating, deviation, volatility)
     SELECT 672, session_id, 'alice', '2026-01-15', 1, 1500000, 1662310, 290230, 59999 FROM battles`,
  );
  await run(`INSERT INTO ratings VALUES (672, 'alice', 1662310, 290230, 59999, 1, 1, 1)`);
  await run(`INSERT INTO play_days VALUES ('Bob', '2026-01-15', 1, 9, 3, 900, 1, 0, 0)`);
  await run(`INSERT INTO player_limits VALUES ('alice', 'loss', 'day', 10, NULL, NULL)`);
}
