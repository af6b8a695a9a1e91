import { verifyReplay, type Replay } from '@popfray/engine';

/** Rounds that are kept beside the best of each rule set, the newest first. */
export const MAX_KEPT_ROUNDS = 50;

/** A round of practice that this browser keeps. */
export interface KeptRound {
  /** The same for the same round, wherever it comes from. */
  readonly id: string;
  /** When it was played, Unix ms. */
  readonly playedAtMs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly replay: Replay;
}

/** The round of replay bytes, played again to see that they are true; null for bytes that are no round of practice. */
export function readRound(bytes: Uint8Array, playedAtMs: number): KeptRound | null {
  const verified = verifyReplay(bytes);
  if (!verified.ok) return null;
  const { replay } = verified.value;
  const { rulesId, rulesVersion, entropy, loadout, hash } = replay;
  if (typeof entropy !== 'string' || loadout.length > 0) return null;
  const id = `${rulesId} ${String(rulesVersion)} ${hash.toString(16).padStart(8, '0')} ${entropy}`;
  return { id, playedAtMs, bytes: bytes.slice(), replay };
}

/** Sorts rounds for keeping: the newest first, each once. Returns those that stay and those that are one too many. */
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

/** The round with the highest score under a rule set, the later one of equals; null for none. */
export const findBest = (rounds: readonly KeptRound[], rulesId: string): KeptRound | null =>
  rounds
    .filter(({ replay }) => replay.rulesId === rulesId)
    .toSorted((a, b) => b.replay.score - a.replay.score || b.playedAtMs - a.playedAtMs)[0] ?? null;
