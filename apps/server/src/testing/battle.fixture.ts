import { createHash } from 'node:crypto';
import {
  arena,
  blockEntropy,
  createRound,
  crossChain,
  encodeReplay,
  recordReplay,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { makeBlocks, makeCommitment, makeHex, makeReveals } from '@popfray/protocol/battle';
import type { Database } from '../platform/database/index.ts';
import type { SeatRow } from '../platform/database/schema.ts';
import type { PlayedBattle, PlayedRound } from '../settlement/played.ts';
import { takenSeats } from '../sessions/seat.ts';
import { findSession } from '../sessions/session.ts';
import { findSoloRound, loadoutOfSolo } from '../sessions/solo-round.ts';

/** Battles for tests, played to their end at once: real rounds by bots, with the randomness of a battle. */

/** How a player plays: by a bot's skill; as every other `twin` does; `idle` never clicks, `absent` never came, `left` in the middle. */
export type Part = keyof typeof BOT_SKILLS | 'twin' | 'idle' | 'absent' | 'left';

const HALF_MS = 30_000;

/** Plays the battle of a session's taken seats. The same session and parts give the same battle. Nothing is written. */
export async function playOut(db: Database, sessionId: string, partOf: (seat: SeatRow) => Part): Promise<PlayedBattle> {
  const session = await findSession(db, sessionId);
  if (session === undefined || session.starts_at === null) throw new Error(`session ${sessionId} does not start`);
  const rules = session.game_mode === 'classic' ? arena : crossChain;
  const seats = (await takenSeats(db, sessionId)).map((seat) => ({ seat, part: partOf(seat) }));
  const secret = bytesOf(sessionId);
  const reveals = makeReveals(secret);
  // Who is not there gives no seed, and a bot has none.
  const seeds = seats.map(({ seat, part }) =>
    part === 'absent' || seat.bot_skill !== null ? null : bytesOf(`${sessionId} ${seat.user_id}`),
  );
  const blocks = makeBlocks(sessionId, reveals, seeds);
  const solo = await findSoloRound(db, sessionId);
  const loadout = solo === undefined ? [] : loadoutOfSolo(solo);
  return {
    sessionId,
    rulesId: rules.id,
    rulesVersion: rules.version,
    commitment: makeHex(makeCommitment(reveals)),
    secret: makeHex(secret),
    startedAt: session.starts_at,
    players: seats.map(({ seat, part }, at): PlayedRound => {
      const seed = seeds[at] ?? null;
      return {
        userId: seat.user_id,
        place: seat.place,
        chain: seat.chain,
        address: seat.address,
        username: seat.username,
        isBot: seat.bot_skill !== null,
        status: part === 'absent' || part === 'left' ? part : 'finished',
        seed: seed === null ? null : makeHex(seed),
        ...playPart(rules, blocks, part, `${sessionId} ${seat.place}`, loadout),
        conduct: null,
        path: null,
      };
    }),
  };
}

/** The same battle with these scores by place, and rounds that do not bear them out: for tests of money alone. */
export const withScores = (battle: PlayedBattle, scores: readonly number[]): PlayedBattle => ({
  ...battle,
  players: battle.players.map((player) => ({ ...player, score: scores[player.place] ?? 0 })),
});

function playPart(
  rules: Rules,
  blocks: Int32Array,
  part: Part,
  seed: string,
  loadout: readonly UpgradeId[],
): Pick<PlayedRound, 'replay' | 'score' | 'popped' | 'bestCombo'> {
  const made = createRound({ rules, entropy: blockEntropy(blocks), loadout, events: false });
  if (!made.ok) throw new Error(made.error.code);
  const round = made.value;
  if (part !== 'idle' && part !== 'absent') {
    const skill = BOT_SKILLS[part === 'twin' || part === 'left' ? 'regular' : part];
    const bot = createBot({ skill, seed: part === 'twin' ? 'twin' : seed });
    bot.advanceTo(round, part === 'left' ? HALF_MS : rules.durationMs);
  }
  round.advanceTo(rules.durationMs);
  const replay = recordReplay(round);
  const bytes = replay.ok ? encodeReplay(replay.value) : replay;
  if (!bytes.ok) throw new Error('a round cannot be recorded');
  return { replay: bytes.value, score: round.score, popped: round.popped, bestCombo: round.bestCombo };
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
