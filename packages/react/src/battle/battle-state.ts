import type { BattleOver, BattlePlayer } from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Quality } from './clock-sync.ts';
import type { Distrust } from './shared-entropy.ts';

/**
 * Where a player stands in a battle. `connecting` until the server has told of it; `countdown`; `running`; `settling`: the round is over,
 * the result on its way; `over`; `refused`: there is no way in; `replaced`: the same seat came in elsewhere; `distrusted`: the server did
 * what an honest one never does; `left`: the player has given up.
 */
export type BattlePhase =
  | 'connecting'
  | 'countdown'
  | 'running'
  | 'settling'
  | 'over'
  | 'refused'
  | 'replaced'
  | 'distrusted'
  | 'left';

/** Why a battle is `refused` or `distrusted`. `ERR_RULES`: this page is older than the battle's rules, or does not know its upgrades. */
export type BattleFault =
  | Distrust
  | 'ERR_SESSION_UNKNOWN'
  | 'ERR_SESSION_STATE'
  | 'ERR_SEAT_UNKNOWN'
  | 'ERR_RULES'
  | 'ERR_ORIGIN';

/** Another player, with the score that the server's own round gives. */
export interface Opponent extends Omit<BattlePlayer, 'hasSeed'> {
  readonly score: number;
  readonly combo: number;
}

/** What a battle's screen shows. Changes only when a shown value changes, at most about six times a second. */
export interface BattleState {
  readonly phase: BattlePhase;
  /** Null unless `refused` or `distrusted`. */
  readonly fault: BattleFault | null;
  /** Whole seconds to the first one, rounded up; null before the server has told. */
  readonly secondsToStart: number | null;
  /** Hex: what the server has bound itself to before it took any seed; null before it has told. */
  readonly commitment: string | null;
  /** The player's own round, as played here: the server's word may still change it. */
  readonly score: number;
  readonly combo: number;
  readonly level: number;
  readonly popped: number;
  /** Whole seconds left, rounded up. */
  readonly secondsLeft: number;
  /** Whether the round stands still for want of the server's next reveal, or because an outage has set the server's clock back. */
  readonly isStalled: boolean;
  /** Clicks that the server did not take, and that were taken back. */
  readonly lostClicks: number;
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly quality: Quality;
  /** The player's seat; -1 before the server has told. */
  readonly place: number;
  /** The player's position by the scores on show, from 1. */
  readonly position: number;
  /** In the order of the seats. */
  readonly opponents: readonly Opponent[];
  /** Null until the battle is settled or refunded. */
  readonly result: BattleOver | null;
  /** Another player proposes a rematch: the session to join. */
  readonly rematch: { readonly sessionId: string; readonly playerName: string } | null;
  /** The last action of another player or a spectator, such as an emote, with its fields, which are a stranger's; null before the first one. */
  readonly action: GameAction | null;
}

/** A message about an action: docs/battle-protocol.md, section 7. */
export type GameAction = Extract<GameSocketOut, { readonly type: 'game_action' }>;

/** Before anything is known. */
export const UNKNOWN: BattleState = {
  phase: 'connecting',
  fault: null,
  secondsToStart: null,
  commitment: null,
  score: 0,
  combo: 0,
  level: 1,
  popped: 0,
  secondsLeft: 60,
  isStalled: false,
  lostClicks: 0,
  connection: 'connecting',
  quality: 'good',
  place: -1,
  position: 1,
  opponents: [],
  result: null,
  rematch: null,
  action: null,
};
