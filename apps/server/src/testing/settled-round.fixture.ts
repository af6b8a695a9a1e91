import { randomBytes } from 'node:crypto';
import { decodeReplay, parseReplayText, type Replay } from '@popfray/engine';
import type { VerifiedRound } from '@popfray/protocol';
import { BATTLE_MS, decodePath, PATH_START } from '@popfray/protocol/battle';
import { type Conduct, DEFAULT_LIMITS, examinePlay, judgeClicks } from '../conduct/index.ts';
import { hashNetwork } from '../earning-limits/index.ts';
import type { Context } from '../platform/context/context.ts';
import { usernameOf } from '../players/index.ts';
import { playAgain, settleRound, showRound } from '../rounds/index.ts';
import { startRound } from '../rounds/replayed.ts';
import { makePathScore } from '../settlement/examination.ts';

/** A round that a player has finished, for tests of its effects. */
export interface FinishedRound {
  readonly address: string;
  /** The replay as text. */
  readonly replay: string;
  readonly id?: string;
  /** The network from which the round was opened. */
  readonly network?: string;
  /** The pointer's path, as `encodePath` makes it. */
  readonly path?: Uint8Array;
}

/** How long the round has taken by the server's clock, ms. */
const ELAPSED_MS = 66_000;

/** Settles a round from its replay, as the end of its battle does. The battle itself is not there, so the round has no receipt. */
export async function settleReplay(
  context: Context,
  { address, replay, id = randomBytes(9).toString('hex'), network = '127.0.0.1', path }: FinishedRound,
): Promise<VerifiedRound> {
  const { db } = context;
  const bytes = parseReplayText(replay);
  const decoded = bytes.ok ? decodeReplay(bytes.value) : bytes;
  if (!bytes.ok || !decoded.ok) throw new Error('this is no replay');
  const { rulesId, rulesVersion, loadout } = decoded.value;
  const { round, conduct } = playAgain(bytes.value);
  const examined = path === undefined ? null : examineWithPath(decoded.value, path);
  const nowMs = Math.floor(context.now());
  const row = await db.inTransaction(async () =>
    settleRound(context, {
      id,
      address,
      rules_id: rulesId,
      rules_version: rulesVersion,
      loadout: JSON.stringify(loadout),
      replay: Buffer.from(bytes.value),
      score: round.score,
      popped: round.popped,
      best_combo: round.bestCombo,
      earned_sun: round.earnedSun,
      suspicions: (examined?.reasons ?? judgeClicks(conduct, DEFAULT_LIMITS)).join(' '),
      elapsed_ms: ELAPSED_MS,
      clicks: conduct.clicks,
      reaction_median_ms: conduct.reactionMedianMs,
      interval_variation_pct: conduct.intervalVariationPct,
      aim_offset_pct: conduct.aimOffsetPct,
      played_at: nowMs,
      network: await hashNetwork(context, network, nowMs),
      path_score: makePathScore(examined),
      contradicted: examined?.contradicted ?? null,
      path: path ?? null,
    }),
  );
  context.bus.publish({ type: 'reward' });
  return showRound(row, await usernameOf(db, address));
}

/** Examines a round with the path that its client sent. */
function examineWithPath(replay: Replay, path: Uint8Array): Conduct {
  const part = decodePath(path, PATH_START, BATTLE_MS);
  if (!part.ok) throw new Error(`this is no path: ${part.error}`);
  return examinePlay(startRound(replay), replay.inputs, part.value.samples);
}
