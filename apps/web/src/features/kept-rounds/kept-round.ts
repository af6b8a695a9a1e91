import { verifyReplay, type Replay } from '@popfray/engine';

/** Maximum number of stored rounds besides the best of each rule set; the oldest are removed first. */
export const MAX_KEPT_ROUNDS = 50;

/** A practice round stored in this browser. */
export interface KeptRound {
  /** Derived from the content: equal rounds have equal ids. */
  readonly id: string;
  /** Time at which it was played, epoch ms. */
  readonly playedAtMs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly replay: Replay;
}

/** Parses and replays the bytes of a replay; null when they are not a valid practice round. */
export function readRound(bytes: Uint8Array, playedAtMs: number): KeptRound | null {
  const verified = verifyReplay(bytes);
  if (!verified.ok) return null;
  const { replay } = verified.value;
  const { rulesId, rulesVersion, entropy, loadout, hash } = replay;
  if (typeof entropy !== 'string' || loadout.length > 0) return null;
  const id = `${rulesId} ${String(rulesVersion)} ${hash.toString(16).padStart(8, '0')} ${entropy}`;
  return { id, playedAtMs, bytes: bytes.slice(), replay };
}

/** Sorts rounds, newest first, without duplicates. Returns those to store and those beyond the limit. */
export function sortRounds(rounds: readonly KeptRound[]): {
  readonly kept: readonly KeptRound[];
  readonly surplus: readonly KeptRound[];
} {
  const each = [...new Map(rounds.map((round) => [round.id, round])).values()];
  const newest = each.toSorted((a, b) => b.playedAtMs - a.playedAtMs);
  const bests = new Set([...new Set(each.map(({ replay }) => replay.rulesId))].map((id) => findBest(each, id)));
  const stays = (round: KeptRound, at: number): boolean => at < MAX_KEPT_ROUNDS || bests.has(round);
  return { kept: newest.filter(stays), surplus: newest.filter((round, at) => !stays(round, at)) };
}

/** The round with the highest score under a rule set, the newest of equals; null for none. */
export const findBest = (rounds: readonly KeptRound[], rulesId: string): KeptRound | null =>
  rounds
    .filter(({ replay }) => replay.rulesId === rulesId)
    .toSorted((a, b) => b.replay.score - a.replay.score || b.playedAtMs - a.playedAtMs)[0] ?? null;
