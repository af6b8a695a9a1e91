import type { BattleState, BattleTerms } from '@popfray/protocol/battle';
import type { Contestant } from './contestant.ts';

/** What the messages of a battle are made of. */
interface Source {
  readonly sessionId: string;
  readonly contestants: readonly Contestant[];
}

/** Makes the terms for one player. */
export function makeTerms(
  { sessionId, contestants }: Source,
  place: number,
  terms: Pick<
    BattleTerms,
    'commitment' | 'rulesId' | 'rulesVersion' | 'startsAt' | 'serverMs' | 'loadout' | 'acceptsPath'
  >,
): string {
  const players = contestants.map((contestant) => contestant.show());
  return JSON.stringify({ type: 'battle_terms', sessionId, ...terms, place, players } satisfies BattleTerms);
}

/** Makes the message that the seeds are closed. */
export const makeSeeds = ({ sessionId, contestants }: Source): string =>
  JSON.stringify({ type: 'battle_seeds', sessionId, seeds: contestants.map(({ seed }) => seed) });

/** Makes the state of a running battle for one player. */
export function makeState(
  { sessionId, contestants }: Source,
  receiver: Contestant,
  state: Pick<BattleState, 'reveals' | 'serverMs'> & { readonly acceptsFromMs: number | undefined },
): string {
  const inputs = contestants.map((player) =>
    player === receiver ? player.ownClicks() : [...player.broadcastClicks()],
  );
  return JSON.stringify({ type: 'battle_state', sessionId, ...state, inputs });
}
