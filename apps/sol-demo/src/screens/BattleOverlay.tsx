import type { BattleOver } from '@popfray/protocol/battle';
import { useRound } from '@popfray/react';
import type { BattlePhase, BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

/** Properties of the overlay. */
interface BattleOverlayProps {
  readonly battle: BattleStore;
  readonly userId: string;
  /** Called when the player closes the battle. */
  readonly onOver: () => void;
}

/** Texts of the phases without an action. */
const WAITING_TEXTS: Partial<Record<BattlePhase, string>> = { connecting: 'Connecting…', settling: 'Time! Counting…' };

/** Overlay of the field outside of the running round: the countdown, a waiting message, or the result. */
export function BattleOverlay({ battle, userId, onOver }: BattleOverlayProps): ReactElement | null {
  const phase = useRound(battle, (state) => state.phase);
  const secondsToStart = useRound(battle, (state) => state.secondsToStart);
  const isWaiting = useRound(battle, (state) => state.isStalled || state.connection !== 'open');
  const wait = WAITING_TEXTS[phase] ?? (phase === 'running' && isWaiting ? 'Waiting for the server…' : undefined);
  if (phase === 'countdown')
    return (
      <div className="veil" role="timer">
        <p>Get ready</p>
        <b>{secondsToStart}</b>
      </div>
    );
  if (wait !== undefined)
    return (
      <div className="veil" role="status">
        <p>{wait}</p>
      </div>
    );
  return phase === 'running' ? null : <BattleEnd battle={battle} userId={userId} onOver={onOver} />;
}

function BattleEnd({ battle, userId, onOver }: BattleOverlayProps): ReactElement {
  const phase = useRound(battle, (state) => state.phase);
  const result = useRound(battle, (state) => state.result);
  const rematch = useRound(battle, (state) => state.rematch);
  return (
    <div className="veil" role="status">
      <h2>{result === null ? failureOf(phase) : outcomeOf(result, userId)}</h2>
      {result?.outcome === 'settled' && <Standings battle={battle} result={result} userId={userId} />}
      <div className="row">
        {phase === 'replaced' && (
          <button type="button" onClick={() => battle.open()}>
            Play here
          </button>
        )}
        {rematch !== null && (
          <Link href={`/session/${rematch.sessionId}`} className="button">{`Again with ${rematch.playerName}`}</Link>
        )}
        <button type="button" className="primary" onClick={onOver}>
          Continue
        </button>
      </div>
    </div>
  );
}

/** Table of the places and scores. */
function Standings({
  battle,
  result,
  userId,
}: {
  readonly battle: BattleStore;
  readonly result: BattleOver;
  readonly userId: string;
}): ReactElement {
  const opponents = useRound(battle, (state) => state.opponents);
  const nameOf = (id: string, place: number): string =>
    id === userId ? 'You' : (opponents.find((opponent) => opponent.place === place)?.username ?? '');
  return (
    <ol className="standings">
      {result.results
        .toSorted((a, b) => a.position - b.position || a.place - b.place)
        .map((player) => (
          <li key={player.place} data-self={player.userId === userId}>
            <span>{player.position}</span>
            <span className="grow">{nameOf(player.userId, player.place)}</span>
            <b>{player.score}</b>
          </li>
        ))}
    </ol>
  );
}

/** The result in one sentence. */
function outcomeOf({ outcome, results }: BattleOver, userId: string): string {
  if (outcome === 'cancelled') return 'The battle was cancelled. All fees are refunded.';
  const own = results.find((player) => player.userId === userId);
  if (own === undefined) return 'The battle is over.';
  const isShared = results.some((player) => player.position === own.position && player !== own);
  if (own.position === 1) return isShared ? 'You share the first place!' : 'You won!';
  return `You finished in place ${own.position}.`;
}

/** Why there is no result, in one sentence. */
function failureOf(phase: BattlePhase): string {
  if (phase === 'replaced') return 'This seat plays in another tab now.';
  if (phase === 'distrusted')
    return 'The server broke its word: its randomness does not match what it had committed to.';
  return phase === 'left' ? 'You have left the battle.' : 'This battle cannot be entered now.';
}
